import { describe, expect, it } from '@jest/globals';
import { servedPrompt, type ServedWish } from '../../../src/craft/audio/served/prompt.js';
import type { MusicCue } from '../../../src/domain/artifacts/music/music-cue.js';
import { musicKeyOf } from '../../../src/domain/artifacts/music/read-music.js';
import { nearestPiece, pieceFor } from '../../../src/domain/artifacts/music/served-music.js';
import { groundOf } from '../../../src/domain/artifacts/mix/mix-lane.js';
import { testScreenplay } from '../../support/ready-read.js';

const ground = groundOf(testScreenplay(), 'prj_one');

const cue = ({ clip, ...more }: { clip?: Partial<MusicCue['clip']> } & Partial<Omit<MusicCue, 'clip'>> = {}): MusicCue => ({
  cueId: 'scene-0', scope: 'scene', sceneIndex: 0, entryIndex: null, muted: false, mix: 0.5, ducking: 0.5, bpm: null, density: null, brightness: null,
  endTransition: 'fadeOut', instruments: { pad: 1, strings: 1, bass: 1 }, mood: 'grave', take: 1, ...more,
  clip: { assetId: 'served', prompt: null, volume: 1, fadeInMs: 800, fadeOutMs: 2_000, playMode: 'loop', anchor: 'start', ...clip },
});
const pieceOf = (more: Parameters<typeof cue>[0] = {}, lengthMs = 40_000, time = 0) =>
  pieceFor({ cue: cue(more), startMs: 1_000, endMs: 1_000 + lengthMs, time }, ground);

describe('the words for a service', () => {
  const plain: ServedWish = { mood: 'tense', words: null, bpm: null, density: null, brightness: null, instruments: { pad: 1, strings: 1, bass: 1 }, ending: 'cadence' };
  const said = (more: Partial<ServedWish>): string => servedPrompt({ ...plain, ...more });

  it('say what the passage is, and mention only settings that were chosen', () => {
    expect(said({})).toBe('Instrumental music that lies under a spoken scene: no singing, no voices, nothing sudden. Tense, with restrained suspense. It comes to an end.');
    expect(said({ words: ' a low drone ', bpm: 72, density: 0.1, brightness: 0.9, instruments: { pad: 1, strings: 0, bass: 0.1 }, ending: 'open' })).toBe(
      'Instrumental music that lies under a spoken scene: no singing, no voices, nothing sudden. a low drone. Tense, with restrained suspense. 72 beats a minute. Few notes, much space. '
      + 'Bright in tone, high. Without melody and without bass and drums. It breaks off without an ending.');
    expect(said({ density: 0.5, brightness: 0.5, words: 'Rain!' })).toContain('nothing sudden. Rain! Tense, with restrained suspense. It comes');
  });
});

describe('a piece of a service', () => {
  it('lasts as many whole seconds as its passage, at least three, or half a minute when it is played once', () => {
    expect([40_999, 3_200, 900].map((lengthMs) => pieceOf({}, lengthMs).durationMs)).toEqual([40_000, 3_000, 3_000]);
    expect(pieceOf({ clip: { playMode: 'once' } }).durationMs).toBe(30_000);
  });

  it('is a new one for other words, another take or another time, and the same at another level', () => {
    const { soundKey } = pieceOf();
    const others = [pieceOf({ clip: { prompt: 'a bell' } }), pieceOf({ take: 2 }), pieceOf({ bpm: 90 }), pieceOf({ mood: 'bright' }), pieceOf({ cueId: 'scene-1' }), pieceOf({}, 40_000, 1)];
    expect(new Set([soundKey, ...others.map((other) => other.soundKey)]).size).toBe(7);
    expect(pieceOf({ mix: 0.9, ducking: 1, clip: { fadeInMs: 0, volume: 0.3, anchor: 'end' } }, 47_000).soundKey).toBe(soundKey);
  });

  it('that is kept serves passages about a tenth longer or shorter, the nearest in length first', () => {
    const kept = [30_000, 42_000, 44_000].map((durationMs) => ({ soundKey: 'one', durationMs }));
    const nearest = (durationMs: number, soundKey = 'one') => nearestPiece(kept, { soundKey, prompt: '', durationMs })?.durationMs ?? null;
    expect([nearest(42_500), nearest(43_500), nearest(48_800), nearest(49_000), nearest(34_000), nearest(35_000), nearest(42_000, 'two')])
      .toEqual([42_000, 44_000, 44_000, null, 30_000, null, null]);
  });

  it('changes the key of the music with its words and its take', () => {
    const keyOf = (more: Parameters<typeof cue>[0] = {}): string => musicKeyOf([cue(more)], ground)!;
    expect(new Set([keyOf(), keyOf({ clip: { prompt: 'a bell' } }), keyOf({ take: 2 }), keyOf({ mix: 0.9 }), keyOf({ clip: { assetId: 'composed' } })]).size).toBe(5);
  });
});
