import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ffmpegForTests } from '../ffmpeg.js';

/** Width and height of frames that are compared. */
export const [SMALL_WIDTH, SMALL_HEIGHT] = [160, 90];

async function outputOf(args: readonly string[]): Promise<Buffer> {
  const { stdin, stdout, done } = await (await ffmpegForTests()).open([...args, 'pipe:1']);
  stdin.end();
  const chunks: Buffer[] = [];
  stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  await done;
  return Buffer.concat(chunks);
}

/** All frames of a video, or of a part of it that a filter cuts out, as small grey pictures. */
export async function smallFrames(file: string, width = SMALL_WIDTH, height = SMALL_HEIGHT, part = 'null'): Promise<Buffer[]> {
  const bytes = await outputOf(['-i', file, '-map', '0:v:0', '-fps_mode', 'passthrough', '-vf', `${part},scale=${width}:${height}:flags=area`, '-pix_fmt', 'gray', '-f', 'rawvideo']);
  return Array.from({ length: bytes.length / (width * height) }, (_, at) => bytes.subarray(at * width * height, (at + 1) * width * height));
}

/** The sound of a file as 16-bit samples of one channel at 24 kHz. */
export async function soundOf(file: string): Promise<Int16Array> {
  const bytes = await outputOf(['-i', file, '-map', '0:a:0', '-ac', '1', '-ar', '24000', '-f', 's16le']);
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/** The mean absolute difference of the pixels of two frames, from 0 to 255. */
export function difference(one: Buffer, other: Buffer): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += Math.abs(one[at]! - other[at]!);
  return sum / one.length;
}

/** Fetches a video into a folder. Throws an error unless the answer is an MP4 that supports range requests. */
export async function fetchedVideo(url: string, folder: string): Promise<{ file: string; sha256: string; bytes: Buffer }> {
  const answer = await fetch(url);
  const told = [answer.status, answer.headers.get('content-type'), answer.headers.get('accept-ranges')];
  if (JSON.stringify(told) !== JSON.stringify([200, 'video/mp4', 'bytes'])) throw new Error(`${url} answered ${JSON.stringify(told)}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const file = path.join(folder, `${sha256}.mp4`);
  await writeFile(file, bytes);
  return { file, sha256, bytes };
}
