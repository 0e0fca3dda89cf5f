import { describe, expect, it } from '@jest/globals';
import { fadedEnd } from '../../../src/craft/audio/fade-end.js';
import { pcmBytes, pcmSamples } from '../../../src/craft/speech/line-cache.js';

/** PCM of two channels at a sample rate of 1 kHz, constantly 10,000 and −10,000, in chunks of `chunk` frames. */
async function* steady(frames: number, chunk: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < frames; at += chunk) {
    yield pcmBytes(Int16Array.from({ length: Math.min(chunk, frames - at) * 2 }, (_, index) => (index % 2 === 0 ? 10_000 : -10_000)));
  }
}

describe('the end of a part of a programme', () => {
  it.each([7, 250, 5_000])('fades evenly to silence in its last 400 ms, and nothing before it changes, in chunks of %i', async (chunk) => {
    const parts: number[] = [];
    for await (const bytes of fadedEnd(steady(2_000, chunk), { sampleRate: 1_000, channels: 2 }, 2_000)) parts.push(...pcmSamples(bytes));
    expect(parts).toHaveLength(4_000);
    const [left, right] = [0, 1].map((channel) => parts.filter((_, index) => index % 2 === channel)) as [number[], number[]];
    expect(left.slice(0, 1_600).every((sample) => sample === 10_000)).toBe(true);
    expect([left[1_800], left[1_999], right[1_800]]).toEqual([5_000, 25, -5_000]);
    expect(left.slice(1_600).every((sample, at, all) => at === 0 || sample < all[at - 1]!)).toBe(true);
  });
});
