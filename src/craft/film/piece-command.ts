import { cameraFilters, isStill, isWhole, sourceSize, type Size } from './camera.js';
import type { Picture } from './film.js';
import type { FilmPlan, Piece, Seen } from './plan.js';

/** A picture in the size in which a piece needs it. */
export interface Source { picture: Picture; size: Size }
/** Its pixels in a file; the height may differ by one from the wanted one, which is even. */
export interface DrawnSource extends Source { path: string; drawn: Size }

type Frame = Pick<FilmPlan, 'size' | 'rate' | 'encoder' | 'sharp'>;

const SCALE_FLAGS = 'bicubic+accurate_rnd+full_chroma_int+bitexact';

const sourceOf = ({ picture, from, to }: Seen, { size, sharp }: Frame): Source => ({ picture, size: sourceSize(size, [from, to], sharp) });

/** What has to be drawn for a piece, in the order of the inputs of its command. */
export const sourcesOf = ({ first, second, over }: Piece, frame: Frame): Source[] =>
  [sourceOf(first, frame), ...(second ? [sourceOf(second, frame)] : []), ...(over ? [{ picture: over, size: frame.size }] : [])];

/** Filters from the pixels of a picture to planes of the film's colours. A row too many is cut off: scaling would cost more than all else. */
function planes({ size: { widthPx, heightPx }, drawn }: DrawnSource, pixels: 'yuv420p' | 'yuva420p'): string[] {
  const cut = drawn.heightPx === heightPx + 1 ? [`crop=${widthPx}:${heightPx}:0:0`] : [];
  const scale = `scale=${widthPx}:${heightPx}:out_color_matrix=bt709:out_range=tv:flags=${SCALE_FLAGS}`;
  return [...cut, scale, 'setsar=1', 'setparams=color_primaries=bt709:color_trc=bt709', `format=${pixels}`];
}

const held = (frames: number): string[] => (frames > 1 ? [`loop=loop=${frames - 1}:size=1`] : []);

/** Filters that show a picture for some frames. What does not move is computed once and repeated. */
function shown({ from, to }: Seen, drawn: DrawnSource, { size }: Frame, frames: number): { once: string[]; each: string[]; moves: boolean } {
  const once = planes(drawn, 'yuv420p');
  if (isWhole(from) && isWhole(to)) return { once, each: [], moves: false };
  const { before, moving } = cameraFilters(drawn.size, size, { from, to }, frames);
  if (isStill(from, to)) return { once: [...once, ...before, ...moving], each: [], moves: false };
  return { once: [...once, ...before], each: moving, moves: true };
}

function fades({ fadeInFrames, fadeOutFrames, frames }: Piece): string[] {
  return [
    ...(fadeInFrames > 0 ? [`fade=type=in:start_frame=0:nb_frames=${fadeInFrames}`] : []),
    ...(fadeOutFrames > 0 ? [`fade=type=out:start_frame=${frames - fadeOutFrames}:nb_frames=${fadeOutFrames}`] : []),
  ];
}

/** The graph of a held picture, ends in `[v]`. */
function heldGraph(piece: Piece, [source, over]: readonly DrawnSource[], frame: Frame): string {
  const { once, each, moves } = shown(piece.first, source!, frame, piece.frames);
  const tail = [...(moves ? [] : held(piece.frames)), ...fades(piece), 'format=yuv420p'];
  const begin = moves ? [...once, ...held(piece.frames), ...each] : once;
  if (!over) return `[0:v]${[...begin, ...tail].join(',')}[v]`;
  return `[0:v]${begin.join(',')}[below];[1:v]${planes(over, 'yuva420p').join(',')}[over];`
    + `[below][over]${['overlay=eof_action=repeat:format=yuv420', ...tail].join(',')}[v]`;
}

function crossFadeGraph(piece: Piece, sources: readonly DrawnSource[], frame: Frame): string {
  const chain = (seen: Seen, at: number): string => `[${at}:v]${[...shown(seen, sources[at]!, frame, 1).once, ...held(piece.frames)].join(',')}[s${at}]`;
  const seconds = (piece.frames / frame.rate).toFixed(6);
  return `${chain(piece.first, 0)};${chain(piece.second!, 1)};[s0][s1]xfade=transition=fade:duration=${seconds}:offset=0,format=yuv420p[v]`;
}

/**
 * With frames that refer to later ones, decoding begins two frames before the first picture, but not in a piece that is too short for
 * them: the next piece would then be decoded before it.
 */
const early = (piece: Piece, { encoder, rate }: Frame): string[] =>
  (piece.frames <= 2 && !encoder.includes('-bf') ? ['-bsf:v', `setts=pts=PTS:dts=DTS-${(2 / rate).toFixed(9)}/TB`] : []);

/** ffmpeg arguments that encode a piece. Nothing in them comes from a text: numbers, and names of files of ours. */
export function pieceArguments(piece: Piece, sources: readonly DrawnSource[], frame: Frame, outputPath: string): string[] {
  const inputs = sources.flatMap(({ path, drawn: { widthPx, heightPx } }) => [
    '-f', 'rawvideo', '-pixel_format', 'rgba', '-video_size', `${widthPx}x${heightPx}`, '-framerate', String(frame.rate), '-i', path,
  ]);
  const graph = piece.second ? crossFadeGraph(piece, sources, frame) : heldGraph(piece, sources, frame);
  return ['-loglevel', 'error', '-filter_complex_threads', '2', ...inputs, '-filter_complex', graph, '-map', '[v]', '-frames:v', String(piece.frames),
    ...frame.encoder, ...early(piece, frame), outputPath];
}
