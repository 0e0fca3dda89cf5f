import { describe, expect, it } from '@jest/globals';
import { spokenPcm } from '../../../src/craft/trailer/sound/spoken.js';
import { lineOf, samplesOf, tone, voice } from './lines.js';

/** The greatest step from one sample to the next. */
const steepest = (samples: Int16Array): number => samples.reduce((most, value, at) => Math.max(most, at === 0 ? 0 : Math.abs(value - samples[at - 1]!)), 0);

describe('the voices of a trailer', () => {
  it('are as long as the trailer, and silent where no line is', async () => {
    const out = await samplesOf(spokenPcm([lineOf(tone(400), { fromMs: 100, toMs: 300, atMs: 1_000 })], 2_500));
    expect(out).toHaveLength(2_500 * 24);
    expect([out.subarray(0, 990 * 24).every((value) => value === 0), out.subarray(1_210 * 24).every((value) => value === 0)]).toEqual([true, true]);
    expect(await samplesOf(spokenPcm([], 1_234.5))).toHaveLength(1_234.5 * 24);
  });

  it('play the wanted stretch of a line as it was spoken, at its gain, without clicks at its edges', async () => {
    const line = tone(1_000);
    const out = await samplesOf(spokenPcm([lineOf(line, { fromMs: 311, toMs: 677, atMs: 500, gainDb: -6 })], 2_000));
    const gain = 10 ** (-6 / 20);
    const wanted = line.subarray(311 * 24, 677 * 24).map((value) => Math.round(value * gain));
    expect(Buffer.compare(Buffer.from(out.slice(500 * 24, 866 * 24).buffer), Buffer.from(wanted.slice().buffer))).toBe(0);
    expect(steepest(out)).toBeLessThan(steepest(line) * gain * 1.05);
  });

  it('keep a line that begins and ends with sound, except for 5 ms at either edge', async () => {
    const line = tone(300);
    const out = await samplesOf(spokenPcm([lineOf(line, { atMs: 100 })], 600));
    expect(Buffer.compare(Buffer.from(out.slice(105 * 24 + 1, 395 * 24 - 1).buffer), Buffer.from(line.slice(5 * 24 + 1, 295 * 24 - 1).buffer))).toBe(0);
    expect(steepest(out)).toBeLessThan(steepest(line) * 1.1);
  });

  it('add up where lines overlap, whatever their order, and are cut at both ends of the trailer', async () => {
    const [one, other, early, late] = [
      lineOf(tone(500, 5_000), { atMs: 300 }), lineOf(voice(1, 1), { atMs: 700 }), lineOf(tone(400), { atMs: -200 }), lineOf(tone(400), { atMs: 1_800 })];
    const apart = await Promise.all([one, other, early, late].map((line) => samplesOf(spokenPcm([line], 2_000))));
    const together = await samplesOf(spokenPcm([late, other, early, one], 2_000));
    expect(together.every((value, at) => Math.abs(value - apart.reduce((sum, each) => sum + each[at]!, 0)) <= 1)).toBe(true);
    expect([together[0] !== undefined, Math.abs(together[50 * 24 + 3]!) > 1_000, Math.abs(together.at(-3)!) > 1_000]).toEqual([true, true, true]);
    expect(together).toEqual(await samplesOf(spokenPcm([one, early, late, other], 2_000)));
  });

  it('load one line at a time, when it is heard', async () => {
    const opened: number[] = [];
    let open = 0;
    let most = 0;
    const lines = [2_500, 100, 5_000].map((atMs) => {
      const line = lineOf(tone(200), { atMs });
      return { ...line, open: async () => {
        opened.push(atMs);
        most = Math.max(most, ++open);
        const bytes = await line.open();
        open -= 1;
        return bytes;
      } };
    });
    const before: number[][] = [];
    for await (const _ of spokenPcm(lines, 6_000)) before.push([...opened]);
    expect([before[0], before.at(-1), most]).toEqual([[], [100, 2_500, 5_000], 1]);
    expect(before.some((known) => known.length === 1)).toBe(true);
  });

  it('fail when a line is shorter than the part that is wanted of it, when it cannot be loaded, and when aborted', async () => {
    await expect(samplesOf(spokenPcm([lineOf(tone(200), { toMs: 300 })], 1_000))).rejects.toThrow(RangeError);
    const failing = { ...lineOf(tone(200)), open: () => Promise.reject(new Error('no such line')) };
    await expect(samplesOf(spokenPcm([failing], 1_000))).rejects.toThrow('no such line');
    await expect(samplesOf(spokenPcm([lineOf(tone(200))], 1_000, AbortSignal.abort(new Error('stopped'))))).rejects.toThrow('stopped');
  });
});
