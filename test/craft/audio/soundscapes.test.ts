import { describe, expect, it } from '@jest/globals';
import { findSound, renderSound } from '../../../src/craft/audio/sounds/catalogue.js';
import { renderClip } from '../../../src/craft/audio/sounds/clip.js';
import { MIX_RATE } from '../../../src/craft/audio/mix/clip.js';
import { SAMPLE_RATE } from '../../../src/craft/audio/sounds/dsp.js';
import { resample } from '../../../src/craft/speech/resample.js';

/** The 99.9th percentile of the steps between two samples, measured at every seventh sample; none is at the seam. */
function usualStep(pcm: Int16Array): number {
  const steps = new Int32Array(Math.floor(pcm.length / 7) - 1);
  for (let at = 0; at < steps.length; at++) steps[at] = Math.abs(pcm[at * 7 + 1]! - pcm[at * 7]!);
  return steps.sort()[Math.floor(steps.length * 0.999)]!;
}

/** Half the zero crossings of a second: rises with the pitch of what is heard. */
function pitchOf(pcm: Int16Array): number {
  let turns = 0;
  for (let at = 1; at < pcm.length; at++) if ((pcm[at]! < 0) !== (pcm[at - 1]! < 0)) turns += 1;
  return (turns * SAMPLE_RATE) / pcm.length / 2;
}

/** 1 for two channels that are the same, 0 for two that have nothing in common. */
function likeness(left: Int16Array, right: Int16Array): number {
  let [product, ours, theirs] = [0, 0, 0];
  for (let at = 0; at < left.length; at++) {
    product += left[at]! * right[at]!;
    ours += left[at]! ** 2;
    theirs += right[at]! ** 2;
  }
  return product / Math.sqrt(ours * theirs);
}

describe('a soundscape', () => {
  // One soundscape of each sort, since making all of them takes a minute.
  it.each([
    ['spaceship', 0, 250], ['rain-on-roof', 200, 1_500], ['rain-falling', 3_000, 9_000], ['forest-night', 1_000, 6_000], ['tavern', 200, 1_800],
  ])('%s loops without a jump, differs between the ears, and has the pitch of what it is called', (soundId, lowest, highest) => {
    const [left, right] = renderSound(findSound(soundId)!) as [Int16Array, Int16Array];
    expect([left.length, right.length]).toEqual([24 * SAMPLE_RATE, 24 * SAMPLE_RATE]);
    expect(Math.abs(left[0]! - left.at(-1)!)).toBeLessThanOrEqual(usualStep(left));
    expect(likeness(left, right)).toBeLessThan(0.9);
    expect(pitchOf(left)).toBeGreaterThan(lowest);
    expect(pitchOf(left)).toBeLessThan(highest);
  });

  it('still loops without a seam at the sample rate of the mix', () => {
    const { frames, loops } = renderClip('office')!;
    expect([loops, frames.length]).toEqual([true, 24 * MIX_RATE * 2]);
    const left = Float64Array.from(frames.filter((_, at) => at % 2 === 0));
    // The same loop cut at another place has this seam in its middle, where nothing can go wrong.
    const [pcm] = renderSound(findSound('office')!);
    const half = pcm!.length / 2;
    const turned = resample([...pcm!.subarray(half), ...pcm!.subarray(0, half)], SAMPLE_RATE, MIX_RATE);
    const wanted = (at: number): number => turned[(at + turned.length / 2) % turned.length]!;
    const around = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => (from + at + left.length) % left.length);
    const power = (places: number[], value: (at: number) => number): number => Math.sqrt(places.reduce((sum, at) => sum + value(at) ** 2, 0));
    const elsewhere = around(5_000, 9_000);
    const gain = power(elsewhere, (at) => left[at]!) / power(elsewhere, wanted);
    const seam = around(-10, 10);
    expect(power(seam, (at) => left[at]! - gain * wanted(at)) / power(seam, (at) => left[at]!)).toBeLessThan(0.01);
  });
});
