import { createHash } from 'node:crypto';
import type { Size } from './camera.js';
import { contentOf, contentText, DRAFT_RATE, type PieceContent } from './pieces/content.js';
import type { Film, FilmFormat, Shot } from './film.js';

/** Raise it when the same shot is shown otherwise than before. */
const RENDERER = 1;
/** Two threads of x264 at a time are cheaper than two encoders; the bytes depend on the number. */
const THREADS = 2;
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
  /** Whether pictures are drawn so large that the camera can be near. */
  sharp: boolean;
  placed: readonly PlacedPiece[];
  durationUs: number;
}

function encoderArguments({ grade }: FilmFormat, rate: number): string[] {
  const isDraft = grade === 'draft';
  return [
    '-c:v', 'libx264', '-preset', 'veryfast', '-crf', isDraft ? '25' : '21',
    // A frame that is held for a second at its decoding time is out of order with the frames of the next piece.
    ...(isDraft ? ['-bf', '0'] : []),
    '-g', String(rate * KEY_SECONDS), '-threads', String(THREADS), '-x264-params', 'scenecut=0:open-gop=0:cpu-independent=1', '-pix_fmt', 'yuv420p',
    '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv',
    '-video_track_timescale', String(TIMESCALE), '-map_metadata', '-1', '-flags', '+bitexact', '-fflags', '+bitexact', '-f', 'mp4',
  ];
}

/** Everything that the bytes of a piece depend on. */
function keyOf(content: PieceContent, frames: number, { size, rate, encoder, sharp }: Omit<FilmPlan, 'placed' | 'durationUs'>, version: string): string {
  const text = JSON.stringify(['film', RENDERER, version, size.widthPx, size.heightPx, rate, encoder, sharp, frames, ...contentText(content)]);
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

/**
 * The pieces of a film with their keys and places. A shot has as many whole frames as its time holds; its last frame is held for the rest,
 * so that no later shot depends on how its time was rounded. Throws `RangeError` for a film that cannot be shown.
 */
export function planFilm({ format, shots }: Pick<Film, 'format' | 'shots'>, ffmpegVersion: string): FilmPlan {
  requireFormat(format);
  if (shots.length === 0) throw new RangeError('a film has at least one shot');
  const rate = format.grade === 'draft' ? DRAFT_RATE : format.framesPerSecond;
  const size = { widthPx: format.widthPx, heightPx: format.heightPx };
  const common = { size, rate, encoder: encoderArguments(format, rate), sharp: format.grade !== 'draft' };
  let endMs = 0;
  const placed = shots.map((shot): PlacedPiece => {
    requireShot(shot);
    const startUs = Math.round(endMs * 1_000);
    endMs += shot.durationMs;
    const frames = Math.max(1, Math.floor((shot.durationMs * rate) / 1_000 + 1e-6));
    const content = contentOf(shot, format, frames);
    const piece = { ...content, frames, key: keyOf(content, frames, common, ffmpegVersion) };
    return { piece, startUs, durationUs: Math.round(endMs * 1_000) - startUs };
  });
  return { ...common, placed, durationUs: Math.round(endMs * 1_000) };
}
