import { describe, expect, it } from '@jest/globals';
import { groundOf } from '../../src/domain/artifacts/mix/mix-lane.js';
import { effectsFor } from '../../src/domain/artifacts/sfx/find-effects.js';
import { placeEffects } from '../../src/domain/artifacts/sfx/place-effects.js';
import { sfxKeyOf } from '../../src/domain/artifacts/sfx/sfx-in-mix.js';
import type { SfxCue } from '../../src/domain/artifacts/sfx/sfx-lane.js';
import { bedsFor } from '../../src/domain/artifacts/soundscapes/find-beds.js';
import { placeBeds } from '../../src/domain/artifacts/soundscapes/place-beds.js';
import type { BedCue } from '../../src/domain/artifacts/soundscapes/soundscape-lane.js';
import { testScreenplay } from '../support/ready-read.js';

/** Lines of two seconds with a second between them; entries 0, 2, 4 … are spoken. */
const LINES = [0, 2, 4, 6].map((entryIndex, at) => ({ entryIndex, startMs: 500 + at * 3_000, endMs: 2_500 + at * 3_000 }));
const DURATION_MS = 12_500;

const effect = (entryIndex: number, more: Partial<SfxCue> = {}): SfxCue => ({
  cueId: `entry-${entryIndex}`, scope: 'entry', sceneIndex: null, entryIndex, muted: false, assetId: 'door-slam', anchor: 'after', offsetMs: 0, volume: 1, ducking: 0.5, words: null, take: 1, ...more,
});
const placed = (cues: SfxCue[], seconds = 2) => placeEffects(cues, LINES, DURATION_MS, () => seconds).map(({ startMs, endMs }) => [startMs, endMs]);

describe('effects', () => {
  it('begin in the pause after or before their line, or under its end', () => {
    expect(placed([effect(2)])).toEqual([[5_560, 7_560]]);
    expect(placed([effect(2, { anchor: 'before' })])).toEqual([[2_600, 4_600]]);
    expect(placed([effect(2, { anchor: 'before' })], 0.4)).toEqual([[3_100, 3_500]]);
    expect(placed([effect(2, { anchor: 'under' })])).toEqual([[5_000, 7_000]]);
    expect(placed([effect(0, { anchor: 'before' })])).toEqual([[0, 2_000]]);
  });

  it('follow the line before them where their own entry is not spoken, and move by their offset', () => {
    expect(placed([effect(3, { anchor: 'before' })])).toEqual([[5_560, 7_560]]);
    expect(placed([effect(2), effect(3)])).toEqual([[5_560, 7_560], [6_010, 8_010]]);
    expect(placed([effect(2, { offsetMs: -700 })])).toEqual([[4_860, 6_860]]);
    expect(placed([effect(6, { offsetMs: 9_000 })])).toEqual([[12_499, 12_500]]);
  });

  it('keep clear of all of the lines that are heard together', () => {
    const two = [
      { entryIndex: 0, startMs: 1_000, endMs: 6_000 }, { entryIndex: 1, startMs: 1_240, endMs: 2_000 }, { entryIndex: 2, startMs: 6_400, endMs: 8_000 },
    ];
    const startOf = (entryIndex: number, anchor: SfxCue['anchor']) => placeEffects([effect(entryIndex, { anchor })], two, 10_000, () => 0.5)[0]!.startMs;
    expect([startOf(2, 'before'), startOf(1, 'after'), startOf(0, 'after'), startOf(1, 'before'), startOf(1, 'under')]).toEqual([6_060, 6_060, 6_060, 500, 1_500]);
  });

  it('go on under the next line for two and a half seconds at most, and not at all when they are muted', () => {
    expect(placed([effect(2)], 8)).toEqual([[5_560, 9_000]]);
    expect(placed([effect(2, { muted: true })])).toEqual([]);
  });

  it('have a key that changes only with what is heard', () => {
    const one = sfxKeyOf([effect(2)]);
    expect(sfxKeyOf([effect(2, { words: 'The door slammed', take: 4 }), effect(4, { muted: true })])).toBe(one);
    expect(new Set([one, sfxKeyOf([effect(2, { offsetMs: 1 })]), sfxKeyOf([effect(2, { volume: 0.9 })]), sfxKeyOf([effect(4)])]).size).toBe(4);
    expect(sfxKeyOf([effect(2, { muted: true })])).toBeNull();
  });
});

describe('beds', () => {
  const ground = { scenes: [{ index: 0, firstEntry: 0, lastEntry: 3 }, { index: 1, firstEntry: 4, lastEntry: 7 }] };
  const bed = (cueId: string, assetId: string, more: Partial<BedCue> = {}): BedCue => ({
    cueId, scope: 'scene', sceneIndex: 0, entryIndex: null, muted: false, layer: 'place', assetId, toEntry: null, volume: 0.5, ducking: 0.3, fadeMs: 1_000, reason: null, take: 1, ...more,
  });
  const spans = (cues: BedCue[]) => placeBeds(cues, ground, LINES, DURATION_MS).map(({ cue: { assetId }, startMs, endMs }) => [assetId, startMs, endMs]);

  it('change in the middle of a pause, and fade into each other', () => {
    expect(spans([bed('scene-0', 'river'), bed('scene-1', 'cave', { sceneIndex: 1 })])).toEqual([['river', 0, 6_500], ['cave', 5_500, 12_500]]);
  });

  it('of one layer give way to the bed of the smallest region, which is silent when muted', () => {
    const all = bed('screenplay', 'river', { scope: 'screenplay', sceneIndex: null });
    const region = bed('entry-2', 'tavern', { scope: 'entry', sceneIndex: null, entryIndex: 2, toEntry: 4 });
    expect(spans([all, region])).toEqual([['river', 0, 3_500], ['tavern', 2_500, 9_500], ['river', 8_500, 12_500]]);
    expect(spans([region, all])).toEqual(spans([all, region]));
    expect(spans([all, { ...region, muted: true }])).toEqual([['river', 0, 3_500], ['river', 8_500, 12_500]]);
    expect(spans([region, bed('scene-0', 'rain-falling', { layer: 'weather' })])).toEqual([['rain-falling', 0, 6_500], ['tavern', 2_500, 9_500]]);
  });

  it('that sound the same continue from one scene to the next', () => {
    expect(spans([bed('scene-0', 'river'), bed('scene-1', 'river', { sceneIndex: 1, reason: 'beside a river' })])).toEqual([['river', 0, 12_500]]);
  });
});

describe('what a script calls for', () => {
  const WHOLE = { scope: 'screenplay', sceneIndex: null, entryIndex: null } as const;

  /** The test's screenplay with other words. By entry: 1 and 6 are the narrator's, 3 is action, 2 is Mara's. */
  const worded = (words: Record<number, string>, heading = 'SOMEWHERE') => {
    const screenplay = testScreenplay();
    return groundOf({
      ...screenplay, scenes: screenplay.scenes.map((scene) => ({ ...scene, heading })),
      entries: screenplay.entries.map((entry) => ({
        ...entry, kind: entry.index === 3 ? 'action' : entry.kind, text: entry.kind === 'scene_heading' ? heading : words[entry.index] ?? 'So it was, then.',
      })),
    }, 'prj_test');
  };
  const found = (words: Record<number, string>) =>
    effectsFor(worded(words), WHOLE).map(({ entryIndex, assetId, anchor, volume }) => [entryIndex, assetId, anchor, volume]);

  it('comes from narration only: two sounds per entry at most, each at its sentence and at its usual level', () => {
    expect(found({ 1: 'The door slammed.', 2: 'A dog barked.' })).toEqual([[1, 'door-slam', 'after', 1]]);
    expect(found({ 1: 'A shot rang out. Nobody moved for a while. Then he struck a match, and the dog began to bark.' }))
      .toEqual([[1, 'gunshot', 'before', 1], [1, 'match-struck', 'after', 0.4]]);
    expect(found({ 1: 'Thunder rolled.', 3: 'Thunder rolled.', 6: 'Thunder rolled.' })).toEqual([[1, 'thunder', 'after', 1], [6, 'thunder', 'after', 1]]);
  });

  it('hears a bell as that of the ship by a harbour or where the words name one, and as that of the door elsewhere', () => {
    const heardAt = (heading: string, words: string) => effectsFor(worded({ 1: words }, heading), WHOLE).map(({ assetId }) => assetId);
    expect(heardAt('EXT. HARBOUR - NIGHT', 'The bell rang a third time.')).toEqual(['ship-bell']);
    expect(heardAt('SOMEWHERE', 'Nobody had touched the ship’s bell for years. The bell rang a third time.')).toEqual(['ship-bell']);
    expect(heardAt('EXT. HARBOUR - NIGHT', 'The door bell rang.')).toEqual(['door-bell']);
    expect(heardAt('INT. HOUSE BY THE HARBOUR - NIGHT', 'The bell rang a third time.')).toEqual(['door-bell']);
  });

  it('takes a bed from the place of a scene, else the episode, else the Series Bible; none for a silent episode', () => {
    const ids = (heading: string, override: string | null, usual: string | null) =>
      bedsFor({ ...worded({}, heading), override, usual }, 0).map(({ soundId }) => soundId);
    expect(ids('EXT. RIVER - DAY', 'rain on tin', null)).toEqual(['river']);
    expect(ids('SOMEWHERE', 'rain on tin', 'Sea and wind')).toEqual(['rain-on-roof']);
    expect(ids('SOMEWHERE', null, 'Sea and wind')).toEqual(['sea-shore', 'wind-blowing']);
    expect(ids('SOMEWHERE', 'warm and close', 'Sea')).toEqual(['sea-shore']);
    expect(ids('EXT. RIVER - DAY', 'No ambience', null)).toEqual([]);
    expect(ids('SOMEWHERE', null, null)).toEqual([]);
  });
});
