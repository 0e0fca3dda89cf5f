import { createHash } from 'node:crypto';
import type { Size } from './camera.js';
import { contentOf, contentText, rateOf, type PieceContent } from './pieces/content.js';
import { finishOf, type PieceFinish } from './pieces/finish.js';
import type { Film, FilmFormat, Shot } from './film.js';

/** Raise it when the same shot is shown otherwise than before. */
const RENDERER = 1;
/**
 * Pieces that are encoded at once, and threads of each: two threads of x264 are cheaper than two encoders, but starting one takes as long as the few frames
 * that a piece of a draft has. The bytes depend on the number of threads.
 */
const LANES = { draft: { pieces: 2, threads: 1 }, full: { pieces: 1, threads: 2 } } as const;
/** Ticks a second in all files. */
export const TIMESCALE = 90_000;
const KEY_SECONDS = 10;

export interface Piece extends PieceContent { key: string; frames: number }

/** A piece at its place; times in microseconds, because the list of a film is read in them. */
export interface PlacedPiece { piece: Piece; startUs: number; durationUs: number }

export interface FilmPlan {
  size: Size;
  /** Frames a second of all pieces. */
  rate: number;
  encoder: readonly string[];
  /** Pieces that are encoded at once. */
  lanes: number;
  /** Whether pictures are drawn so large that the camera can be near. */
  sharp: boolean;
  finish: PieceFinish | null;
  placed: readonly PlacedPiece[];
  durationUs: number;
}

function encoderArguments({ grade, frameRate }: FilmFormat, rate: number): string[] {
  const isDraft = grade === 'draft';
  const isHeld = isDraft && frameRate !== 'constant';
  return [
    '-c:v', 'libx264', '-preset', 'veryfast', '-crf', isDraft ? '25' : '21',
    // A frame that is held for a second at its decoding time is out of order with the frames of the next piece.
    ...(isHeld ? ['-bf', '0'] : []),
    '-g', String(rate * KEY_SECONDS), '-threads', String(LANES[isDraft ? 'draft' : 'full'].threads),
    // Nothing moves in a draft: there is little to search.
    '-x264-params', `scenecut=0:open-gop=0:cpu-independent=1${isDraft ? ':me=dia:subme=0' : ''}`, '-pix_fmt', 'yuv420p',
    '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv',
    '-video_track_timescale', String(TIMESCALE), '-map_metadata', '-1', '-flags', '+bitexact', '-fflags', '+bitexact', '-f', 'mp4',
  ];
}

/** Everything that the bytes of a piece depend on. */
function keyOf(content: PieceContent, frames: number, { size, rate, encoder, sharp, finish }: Omit<FilmPlan, 'lanes' | 'placed' | 'durationUs'>, version: string): string {
  // What a film does not have is not in its keys, so that pieces that were encoded before it could have it are found.
  const own = finish ? [['finish', finish]] : [];
  const text = JSON.stringify(['film', RENDERER, version, size.widthPx, size.heightPx, rate, encoder, sharp, frames, ...contentText(content), ...own]);
  return createHash('sha256').update(text).digest('hex');
}

function requireFormat({ widthPx, heightPx, framesPerSecond }: FilmFormat): void {
  const isLength = (px: number): boolean => Number.isInteger(px) && px % 2 === 0 && px >= 64 && px <= 2_160;
  if (!isLength(widthPx) || !isLength(heightPx)) throw new RangeError(`no film has ${widthPx} × ${heightPx} pixels`);
  if (!Number.isInteger(framesPerSecond) || framesPerSecond < 1 || framesPerSecond > 60) throw new RangeError(`no film has ${framesPerSecond} frames a second`);
}

function requireShot(shot: Shot): void {
  if (!(shot.durationMs > 0 && Number.isFinite(shot.durationMs))) throw new RangeError(`no shot lasts ${shot.durationMs} ms`);
  const views = shot.kind === 'held' ? [shot.from, shot.to, ...(shot.via ?? []).map(({ view }) => view)] : [shot.from.view, shot.to.view];
  for (const { x, y, zoom } of views) {
    if (!(zoom >= 1 && zoom <= 10 && x >= 0 && x <= 1 && y >= 0 && y <= 1)) throw new RangeError(`no camera sees ${x}, ${y} at ${zoom}`);
  }
  for (const { box: { x, y, width, height } } of shot.kind === 'held' ? shot.details ?? [] : []) {
    if (!(x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= 1 && y + height <= 1)) throw new RangeError(`no picture has a part ${x}, ${y}, ${width}, ${height}`);
  }
}

/** When a shot begins and ends, and its frames. */
interface Span { startUs: number; endUs: number; frames: number }

/** A shot has as many whole frames as its time holds; its last frame is held for the rest, so that no later shot depends on how its time was rounded. */
const heldSpan = (startMs: number, endMs: number, rate: number): Span => ({
  startUs: Math.round(startMs * 1_000), endUs: Math.round(endMs * 1_000), frames: Math.max(1, Math.floor(((endMs - startMs) * rate) / 1_000 + 1e-6)),
});

/** All frames last as long: a shot ends with the frame that is nearest to its end, and has at least one. `next` is the first frame of the next shot. */
function griddedSpan(first: number, endMs: number, rate: number): Span & { next: number } {
  const next = Math.max(first + 1, Math.round((endMs * rate) / 1_000));
  const microseconds = (frame: number): number => Math.round((frame * 1e6) / rate);
  return { startUs: microseconds(first), endUs: microseconds(next), frames: next - first, next };
}

/** The pieces of a film with their keys and places. Throws `RangeError` for a film that cannot be shown. */
export function planFilm({ format, shots }: Pick<Film, 'format' | 'shots'>, ffmpegVersion: string): FilmPlan {
  requireFormat(format);
  if (shots.length === 0) throw new RangeError('a film has at least one shot');
  const isConstant = format.frameRate === 'constant';
  const rate = rateOf(format);
  const size = { widthPx: format.widthPx, heightPx: format.heightPx };
  const isDraft = format.grade === 'draft';
  const common = { size, rate, encoder: encoderArguments(format, rate), lanes: LANES[isDraft ? 'draft' : 'full'].pieces, sharp: !isDraft, finish: finishOf(format) };
  let [endMs, frame] = [0, 0];
  const placed = shots.map((shot): PlacedPiece => {
    requireShot(shot);
    const startMs = endMs;
    endMs += shot.durationMs;
    const gridded = griddedSpan(frame, endMs, rate);
    const { startUs, endUs, frames } = isConstant ? gridded : heldSpan(startMs, endMs, rate);
    frame = gridded.next;
    const content = contentOf(shot, format, frames);
    const piece = { ...content, frames, key: keyOf(content, frames, common, ffmpegVersion) };
    return { piece, startUs, durationUs: endUs - startUs };
  });
  const last = placed.at(-1)!;
  return { ...common, placed, durationUs: last.startUs + last.durationUs };
}
