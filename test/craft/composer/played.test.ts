import { beforeAll, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { BasicSoundBank } from 'spessasynth_core';
import { compose } from '../../../src/craft/audio/composer/compose.js';
import { play, readSoundBank } from '../../../src/craft/audio/composer/player.js';
import { findSoundBank } from '../../../src/craft/audio/composer/sound-bank.js';
import type { CompositionWish } from '../../../src/craft/audio/composer/wish.js';
import type { Stereo } from '../../../src/craft/audio/mix/clip.js';
import { playingTests, soundBankCache } from '../../support/voices/sound-bank.js';
import { wish } from './wishes.js';

let bank: BasicSoundBank;
const played = (more: Partial<CompositionWish>): Promise<Stereo> => play(compose(wish({ durationMs: 7_000, ...more })), bank);
const hashOf = ({ left, right }: Stereo): string => createHash('sha256').update(new Uint8Array(left.buffer)).update(new Uint8Array(right.buffer)).digest('hex');
const energy = (samples: Float32Array): number => samples.reduce((sum, value) => sum + value * value, 0);

/** Roughly where the middle of a sound's spectrum lies, in Hz: from the energy of the steps between samples, relative to that of the samples. */
function middleHertz({ left }: Stereo): number {
  const steps = left.map((value, index) => value - (left[index - 1] ?? 0));
  return (Math.sqrt(energy(steps) / energy(left)) * 48_000) / (2 * Math.PI);
}

playingTests('composed music, played', () => {
  beforeAll(async () => {
    bank = readSoundBank(await readFile((await findSoundBank(soundBankCache))!));
  });

  it('is as long as wished to the sample, in two channels, and the same bytes whatever was played before', async () => {
    const first = await played({ durationMs: 6_543 });
    expect([first.left.length, first.right.length]).toEqual([314_064, 314_064]);
    const product = first.left.reduce((sum, value, index) => sum + value * first.right[index]!, 0);
    const correlation = product / Math.sqrt(energy(first.left) * energy(first.right));
    expect(correlation).toBeGreaterThan(0.2);
    expect(correlation).toBeLessThan(0.97);
    const other = await played({ mood: 'tense', durationMs: 3_000 });
    expect(hashOf(await played({ durationMs: 6_543 }))).toBe(hashOf(first));
    expect(hashOf(other)).not.toBe(hashOf(await played({ mood: 'tense', durationMs: 3_000, seed: 'another' })));
  });

  it('fades to silence after a cadence, and sounds up to an open ending', async () => {
    const [closed, open] = [await played({ ending: 'cadence' }), await played({ ending: 'open' })];
    const lastOf = ({ left }: Stereo): number => energy(left.subarray(-4_800)) / energy(left.subarray(-96_000, -48_000));
    expect([closed.left.at(-1)! ** 2, open.left.at(-1)! ** 2]).toEqual([0, 0]);
    expect(lastOf(closed)).toBeLessThan(0.002);
    expect(lastOf(open)).toBeGreaterThan(0.01);
  });

  it('is brighter where that is wished', async () => {
    const [dark, bright] = [await played({ brightness: 0, colour: 'strings' }), await played({ brightness: 1, colour: 'strings' })];
    expect(middleHertz(bright) / middleHertz(dark)).toBeGreaterThan(1.5);
  });

  it('is silent without any part, and softer when a part has less weight', async () => {
    const none = await played({ durationMs: 2_000, instruments: { pad: 0, strings: 0, bass: 0 } });
    expect(energy(none.left)).toBe(0);
    const [whole, half] = [await played({ instruments: { pad: 1, strings: 0, bass: 0 } }), await played({ instruments: { pad: 0.25, strings: 0, bass: 0 } })];
    expect(energy(half.left) / energy(whole.left)).toBeLessThan(0.5);
  });
});
