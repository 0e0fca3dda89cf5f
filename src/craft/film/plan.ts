import { createHash } from 'node:crypto';
import type { Size } from './camera.js';
import { contentOf, contentText, rateOf, type PieceContent } from './pieces/content.js';
import { finishOf, type PieceFinish } from './pieces/finish.js';
import type { Film, FilmFormat, Shot } from './film.js';

/** Increase it when the same shot produces different frames. */
const RENDERER = 1;
/**
 * How many pieces are encoded at once, and the threads of each. Two threads of one x264 encoder are cheaper than two encoders. For a draft, starting an
 * encoder takes as long as encoding the few frames of a piece, so two run side by side. The bytes depend on the number of threads.
 */
const lanesOf = ({ grade }: Pick<FilmFormat, 'grade'>) => (grade === 'draft' ? { pieces: 2, threads: 1 } : { pieces: 1, threads: 2 });
/** Ticks a second in all files. */
export const TIMESCALE = 90_000;
const KEY_SECONDS = 10;

export interface Piece extends PieceContent { key: string; frames: number }

/** A piece with its place in the film; times are in microseconds, the resolution of the list that joins the pieces. */
export interface PlacedPiece { piece: Piece; startUs: number; durationUs: number }

export interface FilmPlan {
  size: Size;
  /** Frames a second of all pieces. */
  rate: number;
  encoder: readonly string[];
  /** Pieces that are encoded at once. */
  lanes: number;
  /** Whether pictures are drawn larger than the film, so that close views stay sharp. */
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
    // No B-frames in pieces with held frames: a frame that is held for a second after its decoding time would be out of order with the frames of the next
    // piece.
    ...(isHeld ? ['-bf', '0'] : []),
    '-g', String(rate * KEY_SECONDS), '-threads', String(lanesOf({ grade }).threads),
    // Nothing moves in a draft, so a minimal motion search suffices.
    '-x264-params', `scenecut=0:open-gop=0:cpu-independent=1${isDraft ? ':me=dia:subme=0' : ''}`, '-pix_fmt', 'yuv420p',
    '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv',
    '-video_track_timescale', String(TIMESCALE), '-map_metadata', '-1', '-flags', '+bitexact', '-fflags', '+bitexact', '-f', 'mp4',
  ];
}

/** Everything that the bytes of a piece depend on. */
function keyOf(content: PieceContent, frames: number, { size, rate, encoder, sharp, finish }: Omit<FilmPlan, 'lanes' | 'placed' | 'durationUs'>, version: string): string {
  // Features that a film does not use are left out of its keys, so that pieces encoded before those features existed are still found.
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

/** The start and end of a shot, and its number of frames. */
interface Span { startUs: number; endUs: number; frames: number }

/** A shot gets as many whole frames as fit into its time. Its last frame is held for the rest, so that rounding never affects later shots. */
const heldSpan = (startMs: number, endMs: number, rate: number): Span => ({
  startUs: Math.round(startMs * 1_000), endUs: Math.round(endMs * 1_000), frames: Math.max(1, Math.floor(((endMs - startMs) * rate) / 1_000 + 1e-6)),
});

/** For a constant frame rate: a shot ends at the frame nearest to its end, and has at least one frame. `next` is the first frame of the next shot. */
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
  const common = { size, rate, encoder: encoderArguments(format, rate), lanes: lanesOf(format).pieces, sharp: !isDraft, finish: finishOf(format) };
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
