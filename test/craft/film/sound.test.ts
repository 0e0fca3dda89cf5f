import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FilmSound, Grade } from '../../../src/craft/film/film.js';
import { makeFilm } from '../../../src/craft/film/make-film.js';
import { ffmpegForTests } from '../../support/ffmpeg.js';
import { clicks, coloured, filmOf, FolderPieces, held, outputOf, PACKET_MS, soundOf } from './small-films.js';

const ffmpeg = await ffmpegForTests();
let root: string;
let number = 0;
beforeAll(async () => { root = await mkdtemp(path.join(tmpdir(), 'film-sound-')); });
afterAll(async () => { await rm(root, { recursive: true, force: true }); });

const newStore = async (): Promise<FolderPieces> => {
  const folder = path.join(root, `pieces-${++number}`);
  await mkdir(folder);
  return new FolderPieces(folder);
};

interface Heard { samples: Int16Array; encoded: number; keys: string[] }

/** Makes a film of one picture with this sound; answers what is heard, both channels interleaved at 48 kHz. */
async function heard(sound: FilmSound, { pieces, grade = 'draft' }: { pieces?: FolderPieces; grade?: Grade } = {}): Promise<Heard> {
  const packets = sound.parts.reduce((sum, samples) => sum + samples, 0) / ((1_024 * sound.format.sampleRate) / 48_000);
  const film = filmOf(grade, [held(coloured('plain', '#204060'), packets * PACKET_MS)], sound);
  const made = await makeFilm(ffmpeg, film, { folder: root, pieces: pieces ?? await newStore(), outputPath: path.join(root, `film-${++number}.mp4`) });
  const bytes = await outputOf(ffmpeg, ['-i', made.path, '-map', '0:a', '-f', 's16le']);
  const samples = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  return { samples, encoded: made.encoded.sound, keys: made.pieces.sound };
}

/** A sine wave of 480 Hz; with two channels at 48 kHz the right one is half as loud. */
function tone(packets: number, { sampleRate, channels }: FilmSound['format'], level = 8_000): Int16Array {
  const frames = (packets * 1_024 * sampleRate) / 48_000;
  const samples = new Int16Array(frames * channels);
  for (let frame = 0; frame < frames; frame++) {
    for (let channel = 0; channel < channels; channel++) {
      samples[frame * channels + channel] = Math.round((level / (channel + 1)) * Math.sin((2 * Math.PI * 480 * frame) / sampleRate));
    }
  }
  return samples;
}

/** The time in milliseconds of the loudest sample of the left channel within 40 ms of a time. Throws when nothing is heard there. */
function peakNear(samples: Int16Array, ms: number): number {
  let [at, most] = [0, 0];
  for (let frame = Math.round((ms - 40) * 48); frame < (ms + 40) * 48; frame++) {
    const level = Math.abs(samples[frame * 2] ?? 0);
    if (level > most) [at, most] = [frame, level];
  }
  if (most < 3_000) throw new Error(`nothing is heard at ${ms} ms`);
  return at / 48;
}

const rms = (samples: Int16Array, from: number, to: number, channel: number): number => {
  let sum = 0;
  for (let frame = from; frame < to; frame++) sum += samples[frame * 2 + channel]! ** 2;
  return Math.sqrt(sum / (to - from));
};

describe('the sound of a film', () => {
  it.each(['draft', 'still'] as const)('is heard when it should be, across all parts, as long as planned (%s)', async (grade) => {
    const at = [150, 1_000, 2_345, 2_990, 3_500, 4_200];
    const parts = [70, 40, 50, 60];
    const { samples, encoded } = await heard(clicks(220 * PACKET_MS, at, parts), { grade });
    expect(samples.length / 2).toBe(220 * 1_024);
    expect(encoded).toBe(4);
    // The middle of a click is a quarter of a millisecond after its beginning.
    for (const ms of at) expect(Math.abs(peakNear(samples, ms) - (ms + 0.25))).toBeLessThan(0.5);
  });

  it.each(['draft', 'still'] as const)('continues from one part to the next without a seam (%s)', async (grade) => {
    const format = { sampleRate: 48_000, channels: 2 } as const;
    const { samples } = await heard(soundOf(tone(120, format), [40, 50, 30]), { grade });
    const furthest = (fromPacket: number, toPacket: number): number => {
      let most = 0;
      for (let frame = fromPacket * 1_024; frame < toPacket * 1_024; frame++) {
        most = Math.max(most, Math.abs(samples[frame * 2]! - 8_000 * Math.sin((2 * Math.PI * 480 * frame) / 48_000)));
      }
      return most;
    };
    // A part encoded without its surroundings is off by more than the level of the tone.
    const within = furthest(15, 35);
    for (const join of [40, 90]) expect(furthest(join - 2, join + 3)).toBeLessThan(within * 2);
  });

  it.each([24_000, 44_100])('turns one channel at %i Hz into two that are together as loud', async (sampleRate) => {
    const format = { sampleRate, channels: 1 } as const;
    const { samples } = await heard(soundOf(tone(100, format), [50, 50], format));
    expect(samples.length / 2).toBe(100 * 1_024);
    for (const channel of [0, 1]) expect(rms(samples, 20_000, 80_000, channel)).toBeCloseTo(8_000 / 2, -2);
  });

  it('has its gain, and no sample above the ceiling', async () => {
    const format = { sampleRate: 48_000, channels: 2 } as const;
    const { samples } = await heard({ ...soundOf(tone(100, format), [60, 40]), gainDb: 6, ceilingDb: -12 });
    const [left, right] = [0, 1].map((channel) => rms(samples, 20_000, 80_000, channel) * Math.SQRT2);
    // Both channels are limited as one, so that the balance between them stays.
    expect(left).toBeLessThan(32_768 * 10 ** (-12 / 20) * 1.03);
    expect(left).toBeGreaterThan(32_768 * 10 ** (-12 / 20) * 0.9);
    expect(right! / left!).toBeCloseTo(0.5, 1);
  });

  it('is encoded again only where it changed', async () => {
    const pieces = await newStore();
    const parts = [60, 50, 50, 40];
    const first = await heard(clicks(200 * PACKET_MS, [500, 1_800, 3_900], parts), { pieces });
    const second = await heard(clicks(200 * PACKET_MS, [500, 1_950, 3_900], parts), { pieces });
    expect([first.encoded, second.encoded]).toEqual([4, 1]);
    expect(second.keys.map((key, part) => key === first.keys[part])).toEqual([true, false, true, true]);
    expect(peakNear(second.samples, 1_950)).toBeCloseTo(1_950.25, 0);
  });

  it('is encoded once for parts that sound alike together with what surrounds them', async () => {
    const { encoded, keys, samples } = await heard(soundOf(new Int16Array(1_000 * 1_024 * 2), [8, 328, 328, 328, 8]));
    // Only three parts are encoded: the first has nothing before it, the last has nothing behind it, and the others sound alike. They share one encoding
    // although two encoders run at once.
    expect([encoded, new Set(keys).size, new Set(keys.slice(1, 4)).size]).toEqual([3, 3, 1]);
    expect(samples.length / 2).toBe(1_000 * 1_024);
  });

  it('is encoded with more care in grades that are kept', async () => {
    const [pieces, sound] = [await newStore(), clicks(100 * PACKET_MS, [500], [60, 40])];
    const draft = await heard(sound, { pieces });
    const [still, cinema] = [await heard(sound, { pieces, grade: 'still' }), await heard(sound, { pieces, grade: 'cinema' })];
    expect([draft.encoded, still.encoded, cinema.encoded]).toEqual([2, 2, 0]);
    expect(cinema.keys).toEqual(still.keys);
  });

  it('has its gain in the keys of its parts', async () => {
    const sound = clicks(100 * PACKET_MS, [500], [100]);
    const [quiet, loud] = [await heard(sound), await heard({ ...sound, gainDb: 3 })];
    expect(loud.keys).not.toEqual(quiet.keys);
  });

  it('is refused unless its parts are whole packets and it has all its samples', async () => {
    const sound = clicks(100 * PACKET_MS, [500], [100]);
    await expect(heard({ ...sound, parts: [50 * 1_024, 50 * 1_024 - 1] })).rejects.toThrow(RangeError);
    await expect(heard({ ...sound, parts: [90 * 1_024] })).rejects.toThrow('the sound has');
  });
});
