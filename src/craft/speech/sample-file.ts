import { once } from 'node:events';
import type { Ffmpeg } from '../ffmpeg/run.js';
import { pcmBytes } from './line-cache.js';
import { LINE_SAMPLE_RATE } from './port.js';

/** The MP3 of a spoken sample: the same samples give the same bytes. Throws as `Ffmpeg.open` does. */
export async function encodeSample(ffmpeg: Ffmpeg, samples: Int16Array, signal?: AbortSignal): Promise<Buffer> {
  const { stdin, stdout, done } = await ffmpeg.open([
    '-f', 's16le', '-ar', String(LINE_SAMPLE_RATE), '-ac', '1', '-i', 'pipe:0', '-c:a', 'libmp3lame', '-b:a', '40k',
    '-map_metadata', '-1', '-fflags', '+bitexact', '-flags', '+bitexact', '-f', 'mp3', 'pipe:1',
  ], signal ? { signal } : {});
  const output: Buffer[] = [];
  stdout.on('data', (chunk: Buffer) => output.push(chunk));
  stdin.end(pcmBytes(samples));
  await Promise.all([once(stdout, 'end'), done]);
  return Buffer.concat(output);
}
