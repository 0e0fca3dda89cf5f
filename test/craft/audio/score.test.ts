import { describe, expect, it } from '@jest/globals';
import { BED_LUFS, renderBed, type Bed, type BedWish } from '../../../src/craft/audio/score/bed.js';
import { scoredPcm, type Score, type ScoreSpan } from '../../../src/craft/audio/score/score.js';
import { LevelMeter } from '../../../src/craft/audio/level-meter.js';
import { MUSIC } from '../../../src/craft/audio/sounds/music.js';

const RATE = 24_000;
const AS_COMPOSED = { bpm: null, density: null, brightness: null, instruments: { pad: 1, strings: 1, bass: 1 } };
const wish = (more: Partial<BedWish> = {}): BedWish => ({ soundId: 'calm-strings', playMode: 'loop', ...AS_COMPOSED, ...more });

/** A bed with the same sample everywhere, so that what comes out is the gain. */
const flat = (seconds: number, loops = true): Bed => ({ samples: new Int16Array(seconds * RATE).fill(10_000), loops });
const span = (more: Partial<ScoreSpan>): ScoreSpan => ({
  bed: flat(1), startMs: 0, endMs: 10_000, mix: 1, ducking: 0.5, fadeInMs: 0, fadeOutMs: 0, anchor: 'start', ...more,
});

/** A programme without voices, mixed in chunks of odd lengths. */
async function mixed(score: Partial<Score>, chunk = 1_111): Promise<Int16Array> {
  const { durationMs = 10_000 } = score;
  const silent = new Uint8Array((durationMs * RATE) / 500);
  const voices = (async function* () {
    for (let at = 0; at < silent.length; at += chunk * 2) yield silent.subarray(at, at + chunk * 2);
  })();
  const out: Uint8Array[] = [];
  for await (const bytes of scoredPcm(voices, { spans: [], speech: [], voicesLufs: BED_LUFS + 4, durationMs, ...score })) out.push(bytes);
  const all = Buffer.concat(out);
  return new Int16Array(all.buffer.slice(all.byteOffset, all.byteOffset + all.byteLength));
}
const at = (samples: Int16Array, ms: number): number => samples[(ms * RATE) / 1000]!;
const decibels = (value: number): number => 20 * Math.log10(value / 10_000);

describe('a score', () => {
  it('is as far below the voices as its mix says, and goes down under every line before it begins', async () => {
    const out = await mixed({ spans: [span({ mix: 0.5 })], speech: [{ startMs: 4_000, endMs: 5_000 }, { startMs: 5_300, endMs: 6_000 }] });
    expect(decibels(at(out, 2_000))).toBeCloseTo(-6, 0);
    for (const ms of [4_000, 4_500, 5_150, 5_999]) expect(decibels(at(out, ms))).toBeCloseTo(-16, 0);
    expect(decibels(at(out, 3_800))).toBeCloseTo(-6, 0);
    expect(decibels(at(out, 7_200))).toBeCloseTo(-6, 0);
  });

  it('does not depend on the chunks of the voices', async () => {
    const score = { spans: [span({ startMs: 333, endMs: 7_777, fadeInMs: 400, fadeOutMs: 900 })], speech: [{ startMs: 1_000, endMs: 2_000 }] };
    expect(await mixed(score, 1_111)).toEqual(await mixed(score, 24_000));
  });

  it('begins and ends where its spans do, fades or cuts, and is silent between them', async () => {
    const out = await mixed({ spans: [span({ startMs: 1_000, endMs: 3_000, fadeInMs: 500, fadeOutMs: 500 }), span({ startMs: 5_000, endMs: 6_000 })] });
    expect([at(out, 999), at(out, 3_001), at(out, 4_000), at(out, 6_001)]).toEqual([0, 0, 0, 0]);
    expect(decibels(at(out, 1_250))).toBeCloseTo(-6, 0);
    expect(decibels(at(out, 2_000))).toBeCloseTo(0, 0);
    expect(decibels(at(out, 2_750))).toBeCloseTo(-6, 0);
    expect(decibels(at(out, 5_950))).toBeCloseTo(0, 0);
  });

  it('plays once from the start or up to the end of its span', async () => {
    const once = { bed: flat(2, false), startMs: 1_000, endMs: 8_000 };
    const [first, last] = [await mixed({ spans: [span(once)] }), await mixed({ spans: [span({ ...once, anchor: 'end' })] })];
    expect([at(first, 2_000) > 0, at(first, 3_500), at(last, 2_000), at(last, 7_000) > 0]).toEqual([true, 0, 0, true]);
  });

  it('keeps voices that are at full scale', async () => {
    const loud = Buffer.alloc(RATE * 2);
    for (let index = 0; index < RATE; index++) loud.writeInt16LE(index % 2 ? 32_767 : -32_768, index * 2);
    for await (const bytes of scoredPcm((async function* () { yield new Uint8Array(loud); })(), {
      spans: [span({ endMs: 1_000 })], speech: [], voicesLufs: 0, durationMs: 1_000,
    })) {
      const samples = new Int16Array(bytes.buffer);
      expect([Math.max(...samples), Math.min(...samples)]).toEqual([32_767, expect.any(Number)]);
    }
  });
});

describe('a bed', () => {
  it.each(MUSIC.map(({ soundId }) => soundId))('%s is level, long enough, and ends where it begins', (soundId) => {
    const { samples, loops } = renderBed(wish({ soundId }))!;
    const meter = new LevelMeter(RATE);
    meter.add(samples);
    expect([loops, Math.abs(meter.integrated() - BED_LUFS) < 0.3, samples.length >= 39 * RATE]).toEqual([true, true, true]);
    // The step over the seam is like any other step.
    const steps = samples.subarray(1).map((value, index) => Math.abs(value - samples[index]!)).sort();
    expect(Math.abs(samples[0]! - samples.at(-1)!)).toBeLessThanOrEqual(steps.at(-1)!);
  });

  it('is played as wished: every wish is heard, and the same wish gives the same samples', () => {
    const composed = renderBed(wish())!.samples;
    const isSame = (other: Int16Array): boolean => Buffer.from(other.buffer).equals(Buffer.from(composed.buffer));
    expect(isSame(renderBed(wish())!.samples)).toBe(true);
    const others = [{ bpm: 120 }, { density: 0.2 }, { density: 0.9 }, { brightness: 1 }, { instruments: { pad: 0, strings: 1, bass: 1 } }, { playMode: 'once' as const }];
    expect(others.map((other) => isSame(renderBed(wish(other))!.samples))).toEqual(others.map(() => false));
    expect(renderBed(wish({ bpm: 100 }))!.samples.length).not.toBe(composed.length);
    expect(renderBed(wish({ soundId: 'rain' }))).toBeNull();
  });
});
