import { buffer } from 'node:stream/consumers';
import type { Ffmpeg } from '../ffmpeg/run.js';
import { shownPart } from './camera.js';
import type { View } from './film.js';

/** Size at which two pictures are compared: small enough to keep structure but lose detail. */
const [WIDTH, HEIGHT] = [64, 36];
/** A picture that varies less than this, on a scale of 255, has no structure to compare. */
const LEAST_SPREAD = 3;

/** The still with which a film should open, its camera view, and when it is fully visible: at 0, or after a fade from black. */
export interface Opening { still: Uint8Array; view: View; atMs: number }

async function smallGrey(ffmpeg: Ffmpeg, args: readonly string[], filter: string, signal: AbortSignal, input: Uint8Array | null): Promise<Buffer> {
  const opened = await ffmpeg.open(
    ['-v', 'error', ...args, '-map', '0:v:0', '-frames:v', '1', '-vf', `${filter}scale=${WIDTH}:${HEIGHT}:flags=area`, '-pix_fmt', 'gray', '-f', 'rawvideo', 'pipe:1'], { signal });
  opened.stdin.end(input ?? undefined);
  const [pixels] = await Promise.all([buffer(opened.stdout), opened.done]);
  if (pixels.length !== WIDTH * HEIGHT) throw new Error('the film has no frame there');
  return pixels;
}

const meanOf = (pixels: Uint8Array): number => pixels.reduce((sum, pixel) => sum + pixel, 0) / pixels.length;

/** How similar two pictures are in structure, whatever their tone and contrast: 1 for equal ones, about 0 for unrelated ones. */
export function likeness(one: Uint8Array, other: Uint8Array): number {
  const [a, b] = [meanOf(one), meanOf(other)];
  let [product, first, second] = [0, 0, 0];
  for (let at = 0; at < one.length; at++) {
    const [x, y] = [one[at]! - a, other[at]! - b];
    product += x * y;
    first += x * x;
    second += y * y;
  }
  const isPlain = (squares: number): boolean => squares / one.length < LEAST_SPREAD ** 2;
  if (isPlain(first) || isPlain(second)) return isPlain(first) && isPlain(second) ? 1 : 0;
  return product / Math.sqrt(first * second);
}

/** How similar the opening frame of a film is to its still, as the camera sees it. Throws as `Ffmpeg.open` does, and for a file without that frame. */
export async function openingLikeness(ffmpeg: Ffmpeg, file: string, { still, view, atMs }: Opening, signal: AbortSignal): Promise<number> {
  const { left, top, right, bottom } = shownPart(view);
  const share = (value: number): string => value.toFixed(5);
  const crop = `crop=iw*${share(right - left)}:ih*${share(bottom - top)}:iw*${share(left)}:ih*${share(top)},`;
  const seek = atMs > 0 ? ['-ss', (atMs / 1_000).toFixed(3)] : [];
  const [seen, drawn] = await Promise.all([
    smallGrey(ffmpeg, [...seek, '-i', file], '', signal, null), smallGrey(ffmpeg, ['-f', 'image2pipe', '-i', 'pipe:0'], crop, signal, still),
  ]);
  return likeness(seen, drawn);
}
