import { beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { BasicSoundBank } from 'spessasynth_core';
import { compose } from '../../../../src/craft/audio/composer/compose.js';
import { bedToCut } from '../../../../src/craft/audio/composer/cut/bed-to-cut.js';
import { cutFormOf, type CutForm } from '../../../../src/craft/audio/composer/cut/form.js';
import { cutScoreClip } from '../../../../src/craft/audio/composer/cut/play-cut.js';
import type { CutScoreWish, SectionRole } from '../../../../src/craft/audio/composer/cut-wish.js';
import { play, readSoundBank } from '../../../../src/craft/audio/composer/player.js';
import { findSoundBank } from '../../../../src/craft/audio/composer/sound-bank.js';
import type { Clip, Stereo } from '../../../../src/craft/audio/mix/clip.js';
import { playingTests, soundBankCache } from '../../../support/voices/sound-bank.js';
import { wish } from '../wishes.js';
import { countsFor, cutWish } from './cuts.js';
import { channelsOf, flatnessOf, fluxOf, loudnessOf, onsetNear, powerDb, standsOutDb } from './measures.js';

const hashOf = ({ frames }: Clip): string => createHash('sha256').update(new Uint8Array(frames.buffer, frames.byteOffset, frames.byteLength)).digest('hex');
const timesOf = ({ hits, secondsPerCount }: CutForm): number[] => hits.map((count) => count * secondsPerCount);

/** Loudness of the last section of a role; for `pulse`, which grows, of its last quarter. */
function loudnessIn(sound: Stereo, { sections }: CutForm, role: SectionRole): number {
  const { at, lasts } = sections.findLast((section) => section.role === role)!;
  return loudnessOf(sound, at + (role === 'pulse' ? lasts * 0.75 : 0), at + lasts);
}

/** Expects what must be true of music for a cut, with instruments or without. */
function expectCut(clip: Clip, wished: CutScoreWish): void {
  const [sound, form] = [channelsOf(clip), cutFormOf(wished)];
  const flux = fluxOf(sound);
  for (const at of timesOf(form)) {
    const place = `${wished.mood}, ${wished.seed}, ${at} s`;
    expect([place, Math.abs(onsetNear(flux, at) - at) <= 0.03]).toEqual([place, true]);
    expect([place, standsOutDb(sound, at) >= 6]).toEqual([place, true]);
  }
  const [held, theme, pulse, full, fall, bare] = (['held', 'theme', 'pulse', 'full', 'fall', 'bare'] as const).map((role) => loudnessIn(sound, form, role));
  const order = [held! + 2 < theme!, theme! + 2 < pulse!, pulse! + 2 < full!, fall! + 1 < pulse!, bare! + 6 < full!];
  expect([wished.mood, wished.seed, ...order]).toEqual([wished.mood, wished.seed, true, true, true, true, true]);
  const peak = clip.frames.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  expect(peak).toBeLessThan(0.93 * 32_767);
  expect(clip.frames.subarray(-2 * 0.05 * 48_000).every((value) => value === 0)).toBe(true);
  expect(powerDb(sound, form.durationMs / 1_000 - 1.5, form.durationMs / 1_000 - 1)).toBeGreaterThan(-70);
}

playingTests('music for a cut, played with instruments', () => {
  let bank: BasicSoundBank;
  beforeAll(async () => { bank = readSoundBank(await readFile((await findSoundBank(soundBankCache))!)); });

  it('strikes on its counts, is as loud as its sections are, never clips, and ends in silence', async () => {
    for (const [turn, mood] of (['tense', 'hushed', 'bright'] as const).entries()) {
      const wished = cutWish({ mood, seed: `trailer ${turn}`, themeSeed: `person ${turn}` });
      expectCut(await cutScoreClip(wished, bank), wished);
    }
  });

  it('is as long as its counts to the sample, and the same bytes whatever was played before', async () => {
    const short = { sections: [{ counts: 5, role: 'pulse', level: [0.4, 0.9] }, { counts: 6, role: 'hit', level: [1, 0] }], hits: [0] } as const;
    const first = await cutScoreClip(cutWish({ ...short, countsPerMinute: 97 }), bank);
    expect(first.frames).toHaveLength(2 * Math.round((11 * 60 * 48_000) / 97));
    const other = await cutScoreClip(cutWish({ ...short, countsPerMinute: 97, seed: 'another' }), bank);
    expect(hashOf(await cutScoreClip(cutWish({ ...short, countsPerMinute: 97 }), bank))).toBe(hashOf(first));
    expect(hashOf(other)).not.toBe(hashOf(first));
    // 13 counts of 538 or 692 ms, neither of which is a whole number of samples.
    for (const seconds of [7, 9]) {
      const sections = [{ counts: 13, role: 'held', level: [0.2, 0.3] }] as const;
      expect((await cutScoreClip(cutWish({ sections, hits: [], countsPerMinute: countsFor(13, seconds) }), bank)).frames).toHaveLength(seconds * 96_000);
    }
  });

  it('has tones as clear as those of other pieces', async () => {
    const sections = [{ counts: 8, role: 'held', level: [0.2, 0.3] }, { counts: 16, role: 'theme', level: [0.3, 0.5] }] as const;
    const ofCut = flatnessOf(channelsOf(await cutScoreClip(cutWish({ mood: 'grave', colour: 'strings', sections, hits: [] }), bank)));
    const usual = flatnessOf(await play(compose(wish({ mood: 'grave', colour: 'strings', durationMs: 15_000 })), bank));
    expect(ofCut).toBeLessThan(Math.max(3 * usual, 1e-4));
  });
});

describe('music for a cut without instruments', () => {
  it('strikes on its counts, is as loud as its sections are, never clips, ends in silence, and is the same each time', () => {
    const wished = cutWish({ countsPerMinute: countsFor(100, 61) });
    const clip = bedToCut(wished);
    expect(clip.frames).toHaveLength(61 * 96_000);
    expectCut(clip, wished);
    const short = cutWish({ sections: [{ counts: 6, role: 'full', level: [1, 1] }], hits: [0, 4] });
    expect(hashOf(bedToCut(short))).toBe(hashOf(bedToCut(short)));
  });
});
