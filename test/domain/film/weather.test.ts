import { describe, expect, it } from '@jest/globals';
import type { HeldShot, Passing, Shot } from '../../../src/craft/film/film.js';
import { planFilm } from '../../../src/craft/film/plan.js';
import { STAGE_EFFECTS, VEILED, type StageEffect } from '../../../src/craft/images/weather/effects.js';
import { motesAt } from '../../../src/craft/images/weather/motes.js';
import { effectVeil } from '../../../src/craft/images/weather/veil.js';
import { filmShots } from '../../../src/domain/artifacts/film/shots.js';
import type { FxCue } from '../../../src/domain/artifacts/overlays/fx-cues.js';
import type { StagedScene } from '../../../src/domain/artifacts/overlays/theater-scene.js';
import { seeded } from '../../../src/craft/images/random.js';
import { staged, TWO_SCENES, type Said } from './staged-read.js';

const NOTHING = { backdropPrompt: null, transition: null, transitionMs: null, summary: null, media: null, textReveal: null, promptBy: null } as const;
const cue = (entryIndex: number, effect: StageEffect, more: Partial<FxCue> = {}): FxCue =>
  ({ entryIndex, effect, intensity: 'standard', untilEntryIndex: null, durationMs: null, because: null, ...more });

function shotsWith(cues: Readonly<Record<number, FxCue[]>>, said: readonly Said[] = TWO_SCENES): Shot[] {
  const scenes = Object.entries(cues).map(([index, fxCues]): [number, StagedScene] => [Number(index), { ...NOTHING, sceneIndex: Number(index), fxCues }]);
  return filmShots({ ...staged(said), staged: new Map(scenes) });
}

const keysOf = (shots: Shot[]): string[] => planFilm({ format: staged(TWO_SCENES).format, shots }, '9').placed.map(({ piece }) => piece.key);
const passingOf = (shot: Shot): readonly Passing[] => (shot as HeldShot).passing ?? [];
const startsOf = (shots: readonly Shot[]): number[] => shots.map((_, at) => shots.slice(0, at).reduce((sum, { durationMs }) => sum + durationMs, 0));

/** The entry of the line that is heard at a time of the film; -1 before the first one. */
function entryAt(ms: number): number {
  const { entries } = staged(TWO_SCENES).timeline;
  return entries.findLast(({ startMs }) => startMs <= ms + 1)?.entryIndex ?? -1;
}

describe('the weather of a film', () => {
  it('changes the shots of its lines, and no other piece', () => {
    const before = keysOf(shotsWith({}));
    const shots = shotsWith({ 0: [cue(2, 'rain', { untilEntryIndex: 3 })] });
    const starts = startsOf(shots);
    const changed = keysOf(shots).flatMap((key, at) => (key === before[at] ? [] : [entryAt(starts[at]!)]));
    expect([...new Set(changed)]).toEqual([2, 3]);
    expect(changed).toHaveLength(shots.filter((shot) => passingOf(shot).length > 0).length);
  });

  it('comes with its first line, goes with its last one, and is there when a scene opens with it', () => {
    const told: Said[] = [[0, 'MARA', 'One.'], [1, 'MARA', 'Two of it.'], [1, 'TOBIAS', 'Three of it.'], [1, 'MARA', 'Four of it.']];
    const fades = (cues: FxCue[]): number[][] => shotsWith({ 1: cues }, told).flatMap((shot) =>
      passingOf(shot).slice(-1).map(({ fadeInMs, fadeOutMs }) => [fadeInMs, fadeOutMs].map(Math.sign)));
    expect(fades([cue(1, 'snow')])).toEqual([[1, 0], [0, 0], [0, 1]]);
    expect(fades([cue(2, 'snow', { untilEntryIndex: 2 })])).toEqual([[1, 1]]);
    const [timed] = shotsWith({ 1: [cue(2, 'dust', { durationMs: 500 })] }, told).flatMap(passingOf);
    expect([timed!.fromMs, timed!.untilMs]).toEqual([0, 500]);
    // A cue for an entry of another revision is ignored: the scene has no such entry now.
    expect(shotsWith({ 1: [cue(9, 'snow')] }, told).flatMap(passingOf)).toEqual([]);
  });

  it('never flashes more than three times in a second', () => {
    const random = seeded('flashes');
    for (let round = 0; round < 40; round++) {
      const said = Array.from({ length: 12 }, (_, at): Said => [0, at % 2 ? 'MARA' : 'TOBIAS', 'A'.repeat(random.integer(1, 60))]);
      const cues = said.flatMap((_, at) => (['lightning', 'flicker'] as const).filter(() => random.chance(0.7)).map((effect) => cue(at, effect, effect === 'flicker' ? { untilEntryIndex: random.integer(at, 11) } : {})));
      const shots = shotsWith({ 0: cues }, said);
      const starts = startsOf(shots);
      const flashes = shots.flatMap((shot, at) => [...new Set(passingOf(shot).map(({ fromMs }) => starts[at]! + fromMs))]).sort((one, other) => one - other);
      // Flashes are so far apart that no second holds four of them.
      for (const [at, ms] of flashes.slice(1).entries()) expect(ms - flashes[at]!).toBeGreaterThanOrEqual(399);
    }
  });

  it('shakes the camera for a moment, and lets it go on', () => {
    const [shot] = shotsWith({ 0: [cue(2, 'shake', { intensity: 'strong' })] }).flatMap((one) => ('via' in one && one.via ? [one] : [])) as HeldShot[];
    const [plain] = shotsWith({}).filter((one, at, all) => one.kind === 'held' && startsOf(all)[at] === startsOf(shotsWith({ 0: [cue(2, 'shake')] }))[at] && one.durationMs === shot!.durationMs) as HeldShot[];
    expect([shot!.from, shot!.to, plain!.picture.key]).toEqual([plain!.from, plain!.to, plain!.picture.key]);
    const last = shot!.via!.at(-1)!;
    expect(last.atMs).toBeLessThanOrEqual(700);
    const reach = Math.max(...shot!.via!.map(({ view }) => Math.abs(view.x - 0.5)));
    expect(reach).toBeGreaterThan(0.005);
    for (const { view: { x, y, zoom } } of shot!.via!) for (const middle of [x, y]) expect(Math.abs(middle - 0.5)).toBeLessThanOrEqual(0.5 - 0.5 / zoom + 1e-4);
  });
});

describe('a veil', () => {
  it.each(VEILED)('of %s loops without a jump, and covers more when it is stronger', (effect) => {
    const size = { widthPx: 1_280, heightPx: 720 };
    const veil = effectVeil(effect, 'standard', true, size);
    const difference = (one: number, other: number): number => {
      const [a, b] = [veil.drawFrame(one), veil.drawFrame(other)];
      return a.reduce((sum, value, at) => sum + Math.abs(value - b[at]!), 0) / a.length;
    };
    const steps = [0, 1, 2, 3, 4].map((frame) => difference(frame, frame + 1));
    expect(Math.min(...steps)).toBeGreaterThan(0.05);
    expect(difference(veil.frameCount - 1, 0)).toBeLessThan(Math.max(...steps) * 1.5);
    const placesAt = (share: number): number[] =>
      motesAt(effect, 1, share, 16 / 9).flatMap(({ x, y, light }) => [x, y, light].map((value) => Math.round(value * 1e6)));
    // At the end of a loop, each mote is where an equal one was at the beginning.
    expect(placesAt(1).sort((one, other) => one - other)).toEqual(placesAt(0).sort((one, other) => one - other));
    const cover = (intensity: 'light' | 'strong'): number => effectVeil(effect, intensity, true, size).drawFrame(5).reduce((sum, value) => sum + value, 0);
    expect(cover('strong')).toBeGreaterThan(cover('light') * 1.3);
    expect(veil.drawFrame(7)).toEqual(effectVeil(effect, 'standard', true, size).drawFrame(7));
  });

  it('exists for every effect except those of light and camera', () => {
    expect(STAGE_EFFECTS.filter((effect) => !(VEILED as readonly string[]).includes(effect))).toEqual(['darken', 'glow', 'flicker', 'lightning', 'shake']);
  });
});
