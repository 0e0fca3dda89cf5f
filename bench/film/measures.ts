import { readFile } from 'node:fs/promises';
import { SOUND_RATE } from '../../src/craft/film/film.js';
import type { Ffmpeg } from '../../src/craft/ffmpeg/run.js';

/** The bytes that ffmpeg decodes from a file. */
async function decoded(ffmpeg: Ffmpeg, file: string, args: readonly string[]): Promise<Buffer> {
  const { stdin, stdout, done } = await ffmpeg.open(['-i', file, ...args, 'pipe:1']);
  stdin.end();
  const chunks: Buffer[] = [];
  stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  await done;
  return Buffer.concat(chunks);
}

/** How far the picture moves from one frame to the next, in pixels across and down: a least-squares fit to the gradients of a patch. */
function shift(one: Buffer, two: Buffer, side: number): [number, number] {
  let [xx, xy, yy, xt, yt] = [0, 0, 0, 0, 0];
  for (let y = 4; y < side - 4; y++) {
    for (let x = 4; x < side - 4; x++) {
      const at = y * side + x;
      const across = (two[at + 1]! - two[at - 1]! + one[at + 1]! - one[at - 1]!) / 4;
      const down = (two[at + side]! - two[at - side]! + one[at + side]! - one[at - side]!) / 4;
      const change = two[at]! - one[at]!;
      xx += across * across;
      xy += across * down;
      yy += down * down;
      xt -= across * change;
      yt -= down * change;
    }
  }
  const determinant = xx * yy - xy * xy;
  return [(yy * xt - xy * yt) / determinant, (xx * yt - xy * xt) / determinant];
}

/** The root mean square deviation of the values from the mean of their neighbours. */
function unevenness(values: readonly number[]): number {
  const off = values.map((value, index) => {
    const near = values.slice(Math.max(0, index - 6), index + 7);
    return value - near.reduce((sum, each) => sum + each, 0) / near.length;
  });
  return Math.sqrt(off.reduce((sum, each) => sum + each * each, 0) / off.length);
}

/** Jitter of a shot with a moving camera: root mean square in pixels, in the direction where it is greater. */
export async function jitterOf(ffmpeg: Ffmpeg, file: string, heightPx: number): Promise<number> {
  const side = 2 * Math.floor(heightPx * 0.15);
  const bytes = await decoded(ffmpeg, file, ['-frames:v', '96', '-vf', `crop=${side}:${side}:iw*0.2:ih*0.25,gblur=sigma=1.5`, '-f', 'rawvideo', '-pix_fmt', 'gray']);
  const frames = Array.from({ length: bytes.length / (side * side) }, (_, frame) => bytes.subarray(frame * side * side, (frame + 1) * side * side));
  const shifts = frames.slice(1).map((frame, index) => shift(frames[index]!, frame, side));
  return Math.max(...[0, 1].map((direction) => unevenness(shifts.map((each) => each[direction]!))));
}

/** The mean brightness of every frame of a film, 0 to 255. */
export async function brightness(ffmpeg: Ffmpeg, file: string): Promise<number[]> {
  const bytes = await decoded(ffmpeg, file, ['-map', '0:v:0', '-fps_mode', 'passthrough', '-vf', 'scale=8:8:flags=area', '-f', 'rawvideo', '-pix_fmt', 'gray']);
  return Array.from({ length: bytes.length / 64 }, (_, frame) => bytes.subarray(frame * 64, (frame + 1) * 64).reduce((sum, value) => sum + value, 0) / 64);
}

const samplesOf = (bytes: Buffer): Int16Array => new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
const WINDOW = 4_800;
const REACH = 960;

/** The delay, in milliseconds, with which the film plays the programme's sound at each of these times. Both have two channels. */
export async function soundOffsets(ffmpeg: Ffmpeg, file: string, programme: string, atMs: readonly number[]): Promise<number[]> {
  const heard = samplesOf(await decoded(ffmpeg, file, ['-map', '0:a', '-ar', String(SOUND_RATE), '-ac', '2', '-f', 's16le']));
  const given = samplesOf(await readFile(programme));
  return atMs.map((ms) => {
    const start = Math.round((ms * SOUND_RATE) / 1_000);
    let [most, where] = [-Infinity, 0];
    for (let late = -REACH; late <= REACH; late++) {
      let alike = 0;
      for (let frame = 0; frame < WINDOW; frame++) alike += (heard[(start + late + frame) * 2] ?? 0) * given[(start + frame) * 2]!;
      if (alike > most) [most, where] = [alike, late];
    }
    return (where * 1_000) / SOUND_RATE;
  });
}
