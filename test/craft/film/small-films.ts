import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import type { CrossFade, Film, FilmFormat, FilmSound, Grade, HeldShot, Picture, PieceStore, View } from '../../../src/craft/film/film.js';
import type { Ffmpeg } from '../../../src/craft/ffmpeg/run.js';
import { existsSync } from 'node:fs';

export const WIDTH = 320;
export const HEIGHT = 180;
export const FPS = 24;
export const PACKET_MS = 64 / 3;

export const WHOLE: View = { x: 0.5, y: 0.5, zoom: 1 };

/** A picture of one colour, with a mark of 4 % of its width in the middle of each tenth in both directions. */
export function coloured(key: string, colour: string, { mark = colour, width = WIDTH, height = HEIGHT } = {}): Picture & { drawn: number } {
  const marks = Array.from({ length: 9 }, (_, at) => (at + 1) / 10)
    .map((share) => `<circle cx="${share * width}" cy="${height / 2}" r="${width * 0.02}" fill="${mark}"/>`).join('');
  return {
    key, drawn: 0,
    draw() {
      this.drawn += 1;
      return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${colour}"/>${marks}</svg>`;
    },
  };
}

export const held = (picture: Picture, durationMs: number, more: Partial<HeldShot> = {}): HeldShot =>
  ({ kind: 'held', durationMs, picture, from: WHOLE, to: WHOLE, fadeInMs: 0, fadeOutMs: 0, over: null, ...more });

export const crossFade = (from: Picture, to: Picture, durationMs: number): CrossFade =>
  ({ kind: 'fade', durationMs, from: { picture: from, view: WHOLE }, to: { picture: to, view: WHOLE } });

/** Samples of two channels at 48 kHz, silent but for clicks: half a period of a tone of 1 kHz, in the left channel up, in the right down. */
export function clicks(durationMs: number, atMs: readonly number[], partPackets: readonly number[]): FilmSound {
  const samples = new Int16Array(Math.round(durationMs * 48) * 2);
  for (const ms of atMs) {
    for (let at = 0; at < 24; at++) {
      const value = Math.round(12_000 * Math.sin((Math.PI * at) / 24));
      samples[(Math.round(ms * 48) + at) * 2] = value;
      samples[(Math.round(ms * 48) + at) * 2 + 1] = -value;
    }
  }
  return soundOf(samples, partPackets);
}

export function soundOf(samples: Int16Array, partPackets: readonly number[], format: FilmSound['format'] = { sampleRate: 48_000, channels: 2 }): FilmSound {
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  return {
    async* pcm() {
      for (let at = 0; at < bytes.length; at += 10_001) yield bytes.subarray(at, at + 10_001);
    },
    format, gainDb: 0, ceilingDb: -1, parts: partPackets.map((packets) => (packets * 1_024 * format.sampleRate) / 48_000),
  };
}

export const formatOf = (grade: Grade, more: Partial<FilmFormat> = {}): FilmFormat =>
  ({ widthPx: WIDTH, heightPx: HEIGHT, framesPerSecond: FPS, grade, ...more });

export const filmOf = (grade: Grade, shots: Film['shots'], sound: FilmSound, more: Partial<Film> = {}): Film => ({
  format: formatOf(grade), shots, sound, captions: [], chapters: [], cover: null, tags: { title: 'A film', artist: '', comment: '', language: 'en' }, ...more,
});

/** A store of pieces in a folder. It records the keys that were fetched and kept. */
export class FolderPieces implements PieceStore {
  readonly fetched: string[] = [];
  readonly kept: string[] = [];

  constructor(private readonly folder: string) {}

  pathOf(key: string): string {
    return path.join(this.folder, key);
  }

  async fetch(key: string, file: string): Promise<boolean> {
    if (!existsSync(this.pathOf(key))) return false;
    await copyFile(this.pathOf(key), file);
    this.fetched.push(key);
    return true;
  }

  async keep(key: string, file: string): Promise<void> {
    await copyFile(file, this.pathOf(key));
    this.kept.push(key);
  }
}

/** What ffmpeg writes to its standard output. */
export async function outputOf(ffmpeg: Ffmpeg, args: readonly string[]): Promise<Buffer> {
  const { stdin, stdout, done } = await ffmpeg.open([...args, 'pipe:1']);
  stdin.end();
  const chunks: Buffer[] = [];
  stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  await done;
  return Buffer.concat(chunks);
}

export interface ShownFrame { atMs: number; rgb: Buffer }

/** All frames of a film as a player shows them, with their times. */
export async function framesOf(ffmpeg: Ffmpeg, file: string, { width = WIDTH, height = HEIGHT } = {}): Promise<ShownFrame[]> {
  const times = (await outputOf(ffmpeg, ['-i', file, '-map', '0:v:0', '-fps_mode', 'passthrough', '-enc_time_base', '1:90000', '-f', 'framehash', '-hash', 'adler32'])).toString()
    .split('\n').filter((line) => /^0,/.test(line)).map((line) => Number(line.split(',')[2]) / 90);
  const bytes = await outputOf(ffmpeg, ['-i', file, '-map', '0:v:0', '-fps_mode', 'passthrough', '-f', 'rawvideo', '-pix_fmt', 'rgb24']);
  const size = width * height * 3;
  if (bytes.length !== times.length * size) throw new Error(`${times.length} times for ${bytes.length / size} frames`);
  return times.map((atMs, index) => ({ atMs, rgb: bytes.subarray(index * size, (index + 1) * size) }));
}

/** The colour of a pixel. */
export function pixel({ rgb }: ShownFrame, x: number, y: number, width = WIDTH): [number, number, number] {
  const at = (Math.round(y) * width + Math.round(x)) * 3;
  return [rgb[at]!, rgb[at + 1]!, rgb[at + 2]!];
}

