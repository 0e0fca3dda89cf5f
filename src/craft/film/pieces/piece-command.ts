import { allViews, cameraFilters, isStill, isWhole, type Shutter, type Size } from '../camera.js';
import { isVeil, type PiecePassing, type Seen } from './content.js';
import { frameFilters, toneFilters } from './finish.js';
import { Graph } from './graph.js';
import { footageBlur } from './motion-blur.js';
import type { Frame, DrawnSource } from './piece-sources.js';
import type { Piece } from '../plan.js';

/** The files of a piece's pictures and of its moving content. */
export interface DrawnPiece {
  first: DrawnSource | null;
  second: DrawnSource | null;
  before: DrawnSource | null;
  over: DrawnSource | null;
  people: DrawnSource | null;
  /**
   * The frames of each detail, and the part of the picture that they cover. With `windows` the file has a single frame, which is shown only in those ranges
   * of frames.
   */
  details: readonly ({ path: string; x: number; y: number; windows: readonly (readonly [from: number, until: number])[] | null } & Size)[];
  footagePath: string | null;
  passing: readonly (DrawnSource | { path: string; widthPx: number; heightPx: number })[];
}

const SCALE_FLAGS = 'bicubic+accurate_rnd+full_chroma_int+bitexact';
const COLOURS = 'out_color_matrix=bt709:out_range=tv';
const OVERLAID = 'eof_action=repeat:format=yuv420';

/** Filters that convert RGBA pixels into the film's colour planes. */
const coloured = (widthPx: number, heightPx: number, pixels: 'yuv420p' | 'yuva420p', flags = SCALE_FLAGS): string[] =>
  [`scale=${widthPx}:${heightPx}:${COLOURS}:flags=${flags}`, 'setsar=1', 'setparams=color_primaries=bt709:color_trc=bt709', `format=${pixels}`];

/** Filters for the colour planes of a picture. A surplus row is cropped, because scaling would cost more than all the rest. */
function planes({ size: { widthPx, heightPx }, drawn, trimmed }: DrawnSource, pixels: 'yuv420p' | 'yuva420p'): string[] {
  if (trimmed) return coloured(drawn.widthPx, drawn.heightPx, pixels);
  const cut = drawn.heightPx === heightPx + 1 ? [`crop=${widthPx}:${heightPx}:0:0`] : [];
  return [...cut, ...coloured(widthPx, heightPx, pixels)];
}

const held = (frames: number): string[] => (frames > 1 ? [`loop=loop=${frames - 1}:size=1`] : []);

/**
 * Filters that show a picture for some frames: `once` runs once and its result is repeated, `each` runs for every frame. `at` is the offset of the part that
 * `once` leaves for `each`.
 */
function shown(seen: Seen, drawn: DrawnSource, { size }: Frame, frames: number, shutter: Shutter | null = null) {
  const once = planes(drawn, 'yuv420p');
  if (allViews(seen).every(isWhole)) return { once, each: [], at: { x: 0, y: 0 } };
  const { before, at, moving } = cameraFilters(drawn.size, size, seen, frames, shutter);
  return { once: [...once, ...before], each: moving, at };
}

/** Builds the filter graph of a piece; each step returns the label of the result so far. */
class PieceGraph {
  private readonly graph = new Graph();

  constructor(private readonly piece: Piece, private readonly drawn: DrawnPiece, private readonly frame: Frame) {}

  arguments(): string[] {
    const { piece, graph } = this;
    const shown = piece.second ? this.crossFade() : this.held();
    return graph.arguments(shown);
  }

  private still({ path, drawn: { widthPx, heightPx } }: DrawnSource): string {
    return this.graph.pixels({ path, widthPx, heightPx, rate: this.frame.rate });
  }

  private crossFade(): string {
    const { piece, frame, drawn, graph } = this;
    const ends = [[piece.first, drawn.first!], [piece.second!, drawn.second!]] as const;
    const [from, to] = ends.map(([seen, source]) => {
      const { once, each } = shown(seen, source, frame, 1);
      return graph.chain(this.still(source), [...once, ...each, ...held(piece.frames)]);
    });
    return graph.chain(`${from}${to}`, [`xfade=transition=fade:duration=${(piece.frames / frame.rate).toFixed(6)}:offset=0`, ...this.toned(), ...this.finished(), 'format=yuv420p']);
  }

  private held(): string {
    const { piece, drawn, graph } = this;
    const isMoving = piece.passing.length > 0 || drawn.before !== null || drawn.footagePath !== null;
    const ground = drawn.footagePath === null ? this.picture(isMoving) : { label: this.footage(drawn.footagePath), moves: true };
    let label = drawn.before ? this.detailed(this.overlaid(ground.label, drawn.before), { x: 0, y: 0 }) : ground.label;
    // Passing pictures above the last veil, such as words, are laid over the finish, so that they stay as legible as they were drawn.
    const finished = piece.passing.findLastIndex(({ shown }) => isVeil(shown)) + 1;
    piece.passing.slice(0, finished).forEach((passing, at) => { label = this.passing(label, passing, at); });
    label = graph.chain(label, this.toned());
    let { moves } = ground;
    if (this.finished().length > 0) {
      label = graph.chain(label, [...moves ? [] : held(piece.frames), ...this.finished()]);
      moves = true;
    }
    piece.passing.slice(finished).forEach((passing, at) => { label = this.passing(label, passing, finished + at); });
    if (drawn.over) label = this.overlaid(label, drawn.over);
    return graph.chain(label, [...moves ? [] : held(piece.frames), ...this.fades(), 'format=yuv420p']);
  }

  private shutter(): Shutter | null {
    const { piece: { blur }, frame: { rate } } = this;
    return blur && { ...blur, rate };
  }

  private toned(): string[] {
    const { finish, size } = this.frame;
    return finish ? toneFilters(finish, size) : [];
  }

  private finished(): string[] {
    const { finish, size, rate } = this.frame;
    return finish ? frameFilters(finish, size, rate) : [];
  }

  private overlaid(below: string, over: DrawnSource): string {
    const { graph } = this;
    return graph.chain(`${below}${graph.chain(this.still(over), planes(over, 'yuva420p'))}`, [`overlay=${OVERLAID}`]);
  }

  /** Computes still content once and repeats it. If nothing `moves`, the result is a single frame that the caller must repeat. */
  private picture(isMoving: boolean): { label: string; moves: boolean } {
    const { graph, piece, drawn, frame } = this;
    const source = drawn.first!;
    const { once, each, at } = shown(piece.first, source, frame, piece.frames, this.shutter());
    const isDetailed = drawn.details.length > 0 && drawn.before === null;
    const moves = isMoving || isDetailed || !isStill(piece.first);
    if (!moves) return { label: graph.chain(this.still(source), [...once, ...each]), moves };
    if (isStill(piece.first) && !isDetailed) return { label: graph.chain(this.still(source), [...once, ...each, ...held(piece.frames)]), moves };
    const label = graph.chain(this.still(source), [...once, ...held(piece.frames)]);
    return { label: graph.chain(isDetailed ? this.detailed(label, at) : label, each), moves };
  }

  /** Lays the details over their picture, which was cropped at the offset `at`. */
  private detailed(below: string, at: { x: number; y: number }): string {
    const { graph, frame: { rate } } = this;
    return this.drawn.details.reduce((label, { x, y, windows, ...detail }) => {
      const moving = graph.chain(graph.pixels({ ...detail, rate }), coloured(detail.widthPx, detail.heightPx, 'yuva420p'));
      // Frames without a detail are passed on as they are.
      const enabled = windows ? `:enable='${windows.map(([from, until]) => `between(n,${from},${until - 1})`).join('+')}'` : '';
      return graph.chain(`${label}${moving}`, [`overlay=x=${x - at.x}:y=${y - at.y}${enabled}:${OVERLAID}`]);
    }, below);
  }

  private footage(path: string): string {
    const { graph, piece, drawn: { people }, frame: { rate, size } } = this;
    const { footage, first, frames } = piece;
    const { widthPx, heightPx } = size;
    const from = Math.round((footage!.film.fromMs * rate) / 1_000);
    const film = graph.chain(graph.input(path, '-stream_loop', '-1'), [
      `fps=${rate}`, ...from > 0 ? [`trim=start_frame=${from}`, 'setpts=PTS-STARTPTS'] : [],
      `scale=${widthPx}:${heightPx}:force_original_aspect_ratio=increase:${COLOURS}:flags=${SCALE_FLAGS}`, `crop=${widthPx}:${heightPx}`,
      'setsar=1', 'setparams=color_primaries=bt709:color_trc=bt709', 'format=yuv420p', ...piece.footageBlur === null ? [] : footageBlur(piece.footageBlur),
    ]);
    const peopled = people ? this.detailed(this.overlaid(film, people), { x: 0, y: 0 }) : film;
    if (isStill(first) && isWhole(first.from)) return peopled;
    const { before, moving } = cameraFilters(size, size, first, frames, this.shutter());
    return graph.chain(peopled, [...before, ...moving]);
  }

  private passing(below: string, { from, until, fadeIn, fadeOut, rise }: PiecePassing, index: number): string {
    const { graph, piece, frame: { rate, size } } = this;
    const file = this.drawn.passing[index]!;
    const isPicture = 'drawn' in file;
    const fades = [
      ...fadeIn > 0 ? [`fade=type=in:start_frame=${from}:nb_frames=${fadeIn}:alpha=1`] : [],
      ...fadeOut > 0 ? [`fade=type=out:start_frame=${until - fadeOut}:nb_frames=${fadeOut}:alpha=1`] : [],
    ];
    const over = isPicture
      ? graph.chain(this.still(file), [...planes(file, 'yuva420p'), ...fades.length > 0 ? held(piece.frames) : [], ...fades])
      : graph.chain(graph.pixels({ ...file, rate }, '-stream_loop', '-1'), [...coloured(size.widthPx, size.heightPx, 'yuva420p', 'bilinear'), ...fades]);
    const { x, y } = isPicture ? file.at : { x: 0, y: 0 };
    // The rise slows down towards its end.
    const risen = rise === 0 ? String(y) : `'${y}+${(rise * size.heightPx).toFixed(3)}*pow(1-min(1,max(0,(n-${from})/${Math.max(1, fadeIn)})),2)'`;
    return graph.chain(`${below}${over}`, [`overlay=x=${x}:y=${risen}:enable='between(n,${from},${until - 1})':${OVERLAID}`]);
  }

  private fades(): string[] {
    const { fadeInFrames, fadeOutFrames, frames } = this.piece;
    return [
      ...(fadeInFrames > 0 ? [`fade=type=in:start_frame=0:nb_frames=${fadeInFrames}`] : []),
      ...(fadeOutFrames > 0 ? [`fade=type=out:start_frame=${frames - fadeOutFrames}:nb_frames=${fadeOutFrames}`] : []),
    ];
  }
}

/**
 * With frames that refer to later ones, decoding begins two frames before the first picture. A piece of at most two frames has no such frames, and its
 * decoding times are set two frames earlier by hand: otherwise the next piece would be decoded before it.
 */
const early = (piece: Piece, { encoder, rate }: Frame): string[] =>
  (piece.frames <= 2 && !encoder.includes('-bf') ? ['-bsf:v', `setts=pts=PTS:dts=DTS-${(2 / rate).toFixed(9)}/TB`] : []);

/** ffmpeg arguments that encode a piece. They contain no text from users, only numbers and names of files that we made. */
export const pieceArguments = (piece: Piece, drawn: DrawnPiece, frame: Frame, outputPath: string): string[] => [
  '-loglevel', 'error', ...new PieceGraph(piece, drawn, frame).arguments(), '-frames:v', String(piece.frames), ...frame.encoder, ...early(piece, frame), outputPath,
];
