import { describe, expect, it } from '@jest/globals';
import { LevelMeter } from '../../../src/craft/audio/level-meter.js';
import { CLIP_LUFS, clipOf, MIX_RATE, type Clip } from '../../../src/craft/audio/mix/clip.js';
import { DoubledRate } from '../../../src/craft/audio/mix/doubled-rate.js';
import { mixedChunks, mixedPcm, type Mix, type MixSpan } from '../../../src/craft/audio/mix/mix.js';
import { renderBed, type BedWish } from '../../../src/craft/audio/score/bed.js';
import { MUSIC } from '../../../src/craft/audio/sounds/music.js';
import { pcmBytes } from '../../../src/craft/speech/line-cache.js';
import { LINE_SAMPLE_RATE } from '../../../src/craft/speech/port.js';

const AS_COMPOSED = { bpm: null, density: null, brightness: null, instruments: { pad: 1, strings: 1, bass: 1 } };
const wish = (more: Partial<BedWish> = {}): BedWish => ({ soundId: 'calm-strings', playMode: 'loop', ...AS_COMPOSED, ...more });

/** A clip whose samples all have the same size, so that the mix shows the gain. Its right channel has the opposite sign. */
const flat = (seconds: number, loops = true): Clip =>
  ({ frames: Int16Array.from({ length: seconds * MIX_RATE * 2 }, (_, index) => (index % 2 ? -10_000 : 10_000)), loops });
const span = (more: Partial<MixSpan>): MixSpan => ({
  clip: flat(1), startMs: 0, endMs: 10_000, levelDb: 0, ducking: 0.5, fadeInMs: 0, fadeOutMs: 0, anchor: 'start', ...more,
});

async function* cut(samples: Int16Array, chunk: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < samples.length; at += chunk) yield pcmBytes(samples.slice(at, at + chunk));
}

type Wanted = Partial<Omit<Mix, 'spans'>> & Partial<Mix['spans']>;

const mixOf = ({ music = [], effects = [], beds = [], ...more }: Wanted): Mix =>
  ({ speech: [], voicesLufs: CLIP_LUFS, durationMs: 10_000, ...more, spans: { music, effects, beds } });

const silence = (durationMs = 10_000): Int16Array => new Int16Array((durationMs * LINE_SAMPLE_RATE) / 1_000);

/** Mixes a programme, whose voices are silent unless given, in chunks of an odd length. */
async function mixed(wanted: Wanted, { chunk = 1_111, voices = silence(wanted.durationMs) } = {}): Promise<Int16Array> {
  const out: Uint8Array[] = [];
  for await (const bytes of mixedPcm(cut(voices, chunk), mixOf(wanted))) out.push(bytes);
  const all = Buffer.concat(out);
  return new Int16Array(all.buffer.slice(all.byteOffset, all.byteOffset + all.byteLength));
}
const at = (frames: Int16Array, ms: number): number => frames[(ms * MIX_RATE * 2) / 1000]!;
const decibels = (value: number): number => 20 * Math.log10(Math.abs(value) / 10_000);

describe('a clip', () => {
  it('of a mono sound is the clip of two equal channels', () => {
    const mono = Float32Array.from({ length: MIX_RATE }, (_, index) => 0.3 * Math.sin(index / 20));
    const [shared, apart] = [clipOf({ left: mono, right: mono }, false), clipOf({ left: mono, right: mono.slice() }, false)];
    expect(Buffer.compare(pcmBytes(shared.frames), pcmBytes(apart.frames))).toBe(0);
  });
});

describe('a mix', () => {
  it('plays a clip at its level below the voices, keeps its channels, and lowers it before each line begins', async () => {
    const out = await mixed({ music: [span({ levelDb: -6 })], speech: [{ startMs: 4_000, endMs: 5_000 }, { startMs: 5_300, endMs: 6_000 }] });
    expect(decibels(at(out, 2_000))).toBeCloseTo(-6, 0);
    expect(out[2_000 * 96 + 1]).toBe(-at(out, 2_000));
    for (const ms of [4_000, 4_500, 5_150, 5_999]) expect(decibels(at(out, ms))).toBeCloseTo(-16, 0);
    expect(decibels(at(out, 3_800))).toBeCloseTo(-6, 0);
    expect(decibels(at(out, 7_200))).toBeCloseTo(-6, 0);
  });

  it('does not depend on the chunks of the voices, and has their exact length', async () => {
    const voices = Int16Array.from({ length: 10_000 * 24 }, (_, index) => Math.round(9_000 * Math.sin(index / 7)));
    const wanted: Wanted = {
      music: [span({ startMs: 333, endMs: 7_777, fadeInMs: 400, fadeOutMs: 900 })], effects: [span({ startMs: 900, endMs: 950 })],
      speech: [{ startMs: 1_000, endMs: 2_000 }],
    };
    const [one, other] = [await mixed(wanted, { voices }), await mixed(wanted, { chunk: 24_000, voices })];
    expect(one).toHaveLength(10_000 * 96);
    expect(Buffer.compare(pcmBytes(one), pcmBytes(other))).toBe(0);
  });

  it('begins and ends where its spans do, fades or cuts, and is silent between them', async () => {
    const out = await mixed({ music: [span({ startMs: 1_000, endMs: 3_000, fadeInMs: 500, fadeOutMs: 500 }), span({ startMs: 5_000, endMs: 6_000 })] });
    expect([at(out, 999), at(out, 3_001), at(out, 4_000), at(out, 6_001)]).toEqual([0, 0, 0, 0]);
    expect(decibels(at(out, 1_250))).toBeCloseTo(-6, 0);
    expect(decibels(at(out, 2_000))).toBeCloseTo(0, 0);
    expect(decibels(at(out, 2_750))).toBeCloseTo(-6, 0);
    expect(decibels(at(out, 5_950))).toBeCloseTo(0, 0);
  });

  it('plays a clip that does not loop once, at the start or at the end of its span', async () => {
    const once = { clip: flat(2, false), startMs: 1_000, endMs: 8_000 };
    const [first, last] = [await mixed({ music: [span(once)] }), await mixed({ music: [span({ ...once, anchor: 'end' })] })];
    expect([at(first, 2_000) > 0, at(first, 3_500), at(last, 2_000), at(last, 7_000) > 0]).toEqual([true, 0, 0, true]);
  });

  it('loads a long clip only when its span begins, and sounds the same', async () => {
    const loaded: number[] = [];
    const later = [1_000, 4_000].map((startMs) => span({ clip: async () => { loaded.push(startMs); return flat(1); }, startMs, endMs: startMs + 2_000 }));
    const wanted = { music: later };
    const chunks = mixedChunks(cut(new Int16Array(7 * 24_000), 12_000), mixOf({ ...wanted, durationMs: 7_000 }));
    const before: number[][] = [];
    for await (const { voices } of chunks) if (voices.length > 0) before.push([...loaded]);
    expect([before[0], before[4], before.at(-1)]).toEqual([[], [1_000], [1_000, 4_000]]);
    const known = [1_000, 4_000].map((startMs) => span({ startMs, endMs: startMs + 2_000 }));
    expect(Buffer.compare(pcmBytes(await mixed(wanted)), pcmBytes(await mixed({ music: known })))).toBe(0);
  });

  it('adds up overlapping spans and simultaneous stems, and keeps the stems apart', async () => {
    const wanted: Wanted = {
      durationMs: 2_000, beds: [span({ endMs: 2_000, levelDb: -20 })],
      effects: [span({ endMs: 1_000, levelDb: -6 }), span({ startMs: 500, endMs: 1_000, levelDb: -6 })],
    };
    const out = await mixed(wanted);
    expect([250, 750, 1_500].map((ms) => Math.round(at(out, ms) / 100))).toEqual([60, 110, 10]);
    const silent: (keyof Mix['spans'])[] = [];
    for await (const { stems } of mixedChunks(cut(new Int16Array(48_000), 48_000), mixOf(wanted))) {
      for (const stem of ['music', 'effects', 'beds'] as const) if (stems[stem] === null) silent.push(stem);
    }
    expect([...new Set(silent)]).toEqual(['music', 'effects']);
  });

  it('keeps voices at full scale, without overflow', async () => {
    const voices = Int16Array.from({ length: 24_000 }, (_, index) => (index % 48 < 24 ? 32_767 : -32_768));
    const out = await mixed({ music: [span({ endMs: 1_000 })], voicesLufs: 0, durationMs: 1_000 }, { voices });
    expect([out.reduce((most, value) => Math.max(most, value), 0), out.reduce((least, value) => Math.min(least, value), 0)]).toEqual([32_767, -32_768]);
  });
});

describe('a doubled rate', () => {
  it('keeps every sample, and interpolates tones up to 10 kHz between them', () => {
    for (const hertz of [220, 3_000, 10_000]) {
      const tone = (rate: number, index: number): number => 12_000 * Math.sin((2 * Math.PI * hertz * index) / rate);
      const known = Int16Array.from({ length: 4_800 }, (_, index) => Math.round(tone(LINE_SAMPLE_RATE, index)));
      const doubled = new DoubledRate();
      const parts = [[0, 5], [5, 900], [900, 4_800]].map(([from, to]) => doubled.add(known.subarray(from, to)));
      const out = [...parts, doubled.end()].flatMap((part) => [...part]);
      expect(out).toHaveLength(9_600);
      expect(out.filter((_, index) => index % 2 === 0)).toEqual([...known]);
      const wrong = out.slice(200, -200).map((value, index) => Math.abs(value - tone(MIX_RATE, index + 200)));
      expect(Math.max(...wrong)).toBeLessThan(60);
    }
  });
});

describe('a clip', () => {
  it('has the common loudness, whether it sounds in one channel or in both', () => {
    const noise = Float32Array.from({ length: 2 * MIX_RATE }, (_, index) => Math.sin(index * index * 0.01));
    for (const right of [noise, new Float32Array(noise.length)]) {
      const meter = new LevelMeter(MIX_RATE, 2);
      meter.add(clipOf({ left: noise, right }, false).frames);
      expect(Math.abs(meter.integrated() - CLIP_LUFS)).toBeLessThan(1);
    }
  });
});

describe('a bed', () => {
  const beds = new Map<string, Clip>();
  /** A bed as it was composed, rendered once for all tests. */
  const composedBed = (soundId: string): Clip => {
    const bed = beds.get(soundId) ?? renderBed(wish({ soundId }))!;
    beds.set(soundId, bed);
    return bed;
  };

  it.each(MUSIC.map(({ soundId }) => soundId))('%s has the common loudness, is long enough, and loops without a jump', (soundId) => {
    const { frames, loops } = composedBed(soundId);
    const samples = frames.filter((_, index) => index % 2 === 0);
    const meter = new LevelMeter(MIX_RATE, 2);
    meter.add(frames);
    expect([loops, Math.abs(meter.integrated() - CLIP_LUFS) < 0.3, samples.length >= 39 * MIX_RATE]).toEqual([true, true, true]);
    // The step over the seam is no larger than the largest step elsewhere.
    let largest = 0;
    for (let index = 1; index < samples.length; index++) {
      const step = samples[index]! - samples[index - 1]!;
      if (step > largest || -step > largest) largest = step < 0 ? -step : step;
    }
    expect(Math.abs(samples[0]! - samples.at(-1)!)).toBeLessThanOrEqual(largest);
  });

  it('changes with every wish, and has the same samples for the same wish', () => {
    const composed = composedBed(wish().soundId).frames;
    const isSame = (other: Int16Array): boolean => Buffer.from(other.buffer).equals(Buffer.from(composed.buffer));
    expect(isSame(renderBed(wish())!.frames)).toBe(true);
    const faster = renderBed(wish({ bpm: 120 }))!.frames;
    expect(isSame(faster)).toBe(false);
    expect(faster.length).not.toBe(composed.length);
    const others = [{ density: 0.2 }, { density: 0.9 }, { brightness: 1 }, { instruments: { pad: 0, strings: 1, bass: 1 } }, { playMode: 'once' as const }];
    expect(others.map((other) => isSame(renderBed(wish(other))!.frames))).toEqual(others.map(() => false));
    expect(renderBed(wish({ soundId: 'rain' }))).toBeNull();
  });
});
