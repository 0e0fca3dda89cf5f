import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compositionFor, themeOf } from '../../../src/domain/artifacts/music/composed-music.js';
import { musicFor } from '../../../src/domain/artifacts/music/beds.js';
import type { MusicCue } from '../../../src/domain/artifacts/music/music-cue.js';
import { placeMusic } from '../../../src/domain/artifacts/music/place-music.js';
import { musicKeyOf } from '../../../src/domain/artifacts/music/read-music.js';
import { groundOf } from '../../../src/domain/artifacts/mix/mix-lane.js';
import { testScreenplay } from '../../support/ready-read.js';

const PROJECT = 'prj_one';
const ground = groundOf(testScreenplay(), PROJECT);

function cueAt(sceneIndex: number | null, { clip, ...more }: { clip?: Partial<MusicCue['clip']> } & Partial<Omit<MusicCue, 'clip'>> = {}): MusicCue {
  return {
    cueId: sceneIndex === null ? 'screenplay' : `scene-${sceneIndex}`, scope: sceneIndex === null ? 'screenplay' : 'scene', sceneIndex, entryIndex: null,
    muted: false, mix: 0.5, ducking: 0.5, bpm: null, density: null, brightness: null, endTransition: 'fadeOut', instruments: { pad: 1, strings: 1, bass: 1 },
    clip: { assetId: 'composed', prompt: null, volume: 1, fadeInMs: 800, fadeOutMs: 2_000, playMode: 'loop', anchor: 'start', ...clip },
    mood: 'even', take: 1, ...more,
  };
}

/** The cue as it is heard from 0 to `endMs`, for the first time. */
const heard = (cue: MusicCue, endMs: number) => ({ cue, startMs: 0, endMs, time: 0 });

/** The times of a screenplay's spoken lines, one after the other, with a pause after each. */
function linesOf(played: readonly (readonly [speechMs: number, pauseMs: number])[], screenplay = ground.screenplay) {
  let at = 2_200;
  const spoken = screenplay.entries.filter(({ kind }) => kind === 'dialogue');
  return played.slice(0, spoken.length).map(([speechMs, pauseMs], index) => {
    const startMs = at;
    at += speechMs + pauseMs;
    return { entryIndex: spoken[index]!.index, startMs, endMs: startMs + speechMs };
  });
}

describe('where music begins and ends', () => {
  it('is in a pause, whatever the lines are: never on a word', () => {
    const times = fc.array(fc.tuple(fc.integer({ min: 300, max: 9_000 }), fc.integer({ min: 60, max: 2_000 })), { minLength: 56, maxLength: 56 });
    const screenplay = testScreenplay(8);
    const long = groundOf(screenplay, PROJECT);
    fc.assert(fc.property(times, fc.boolean(), (played, whole) => {
      const lines = linesOf(played, screenplay);
      const durationMs = lines.at(-1)!.endMs + 2_000;
      const cues = whole ? [cueAt(null)] : [cueAt(1), cueAt(4), cueAt(5), cueAt(9)];
      const spans = placeMusic(cues, long, lines, durationMs);
      const isInPause = (at: number): boolean => lines.every(({ startMs, endMs }) => at < startMs || at >= endMs);
      let before = 0;
      for (const { startMs, endMs } of spans) {
        expect(startMs).toBeGreaterThanOrEqual(before);
        expect(endMs).toBeGreaterThan(startMs);
        expect(endMs).toBeLessThanOrEqual(durationMs);
        expect([isInPause(startMs), isInPause(endMs)]).toEqual([true, true]);
        before = endMs;
      }
      if (whole) expect([spans[0]!.startMs, spans.at(-1)!.endMs]).toEqual([0, durationMs]);
    }), { numRuns: 60 });
  });

  it('leaves a rest in a long composed passage, and none in a piece of the catalogue', () => {
    const screenplay = testScreenplay(8);
    const long = groundOf(screenplay, PROJECT);
    const lines = linesOf(Array.from({ length: 56 }, () => [6_000, 900] as const), screenplay);
    const durationMs = lines.at(-1)!.endMs + 2_000;
    const spans = placeMusic([cueAt(null)], long, lines, durationMs);
    expect(spans).toHaveLength(3);
    for (const [index, { startMs, endMs }] of spans.entries()) {
      expect(endMs - startMs).toBeLessThan(150_000);
      const rest = startMs - (spans[index - 1]?.endMs ?? startMs - 5_000);
      expect([index, rest >= 4_000 && rest <= 9_000]).toEqual([index, true]);
    }
    const wishes = spans.map((span) => compositionFor(span, long));
    expect([new Set(wishes.map(({ seed }) => seed)).size, new Set(wishes.map(({ themeSeed }) => themeSeed)).size]).toEqual([3, 1]);
    expect(placeMusic([cueAt(null, { clip: { assetId: 'lullaby' } })], long, lines, durationMs)).toHaveLength(1);
  });
});

describe('what is composed', () => {
  it('has the theme of the person who leads the passage, in every read of the project, and none for a narrator', () => {
    expect(themeOf(cueAt(0), ground)).toBe('MARA');
    expect(themeOf(cueAt(0, { clip: { assetId: 'lullaby' } }), ground)).toBeNull();
    const told = testScreenplay();
    for (const entry of told.entries) if (entry.character) entry.character = 'NARRATOR';
    expect(themeOf(cueAt(0), groundOf(told, PROJECT))).toBeNull();
    const scene = compositionFor(heard(cueAt(0), 9_000), ground);
    const other = compositionFor(heard(cueAt(0, { take: 2 }), 9_000), groundOf(testScreenplay(2), PROJECT));
    expect(scene.themeSeed).toBe(other.themeSeed);
    expect(scene.seed).not.toBe(other.seed);
    expect(compositionFor(heard(cueAt(0), 9_000), groundOf(testScreenplay(), 'prj_two')).themeSeed).not.toBe(scene.themeSeed);
  });

  it('lasts as long as it is heard, or half a minute at most when it is played once', () => {
    expect(compositionFor(heard(cueAt(0), 71_234), ground).durationMs).toBe(71_234);
    expect(compositionFor(heard(cueAt(0, { clip: { playMode: 'once' } }), 71_234), ground).durationMs).toBe(30_000);
    expect(compositionFor(heard(cueAt(0, { clip: { playMode: 'once' } }), 12_000), ground).durationMs).toBe(12_000);
  });

  it('takes mood and instruments from the words of a prompt, else the mood of the passage', () => {
    expect(compositionFor(heard(cueAt(0, { mood: 'grave' }), 9_000), ground)).toMatchObject({ mood: 'grave', colour: null, ending: 'cadence' });
    expect(compositionFor(heard(cueAt(0, { mood: 'grave', endTransition: 'cut', clip: { prompt: 'a joyful organ' } }), 9_000), ground))
      .toMatchObject({ mood: 'bright', colour: 'organ', ending: 'open' });
  });

  it('fails with an explanation where the instruments are not installed', () => {
    const composer = { bank: null, composes: false, reason: 'the instruments are not installed' };
    expect(() => musicFor(heard(cueAt(0), 1_000), ground, { composer, workDir: 'none', signal: new AbortController().signal, servedFile: () => Promise.reject(new Error('no service')) }))
      .toThrow(expect.objectContaining({ name: 'MakingFailed', message: expect.stringContaining('not installed') }));
  });
});

describe('the key of the music', () => {
  const keyOf = (more: Parameters<typeof cueAt>[1] = {}, where = ground): string => musicKeyOf([cueAt(0, more)], where)!;
  const base = keyOf();

  it.each<[string, Parameters<typeof cueAt>[1]]>([
    ['another take', { take: 2 }], ['another mood', { mood: 'tense' }], ['a tempo', { bpm: 90 }], ['a density', { density: 0.2 }],
    ['a brightness', { brightness: 0.9 }], ['weights', { instruments: { pad: 1, strings: 0.5, bass: 1 } }], ['another end', { endTransition: 'cut' }],
    ['words that name instruments', { clip: { prompt: 'an organ' } }], ['words that name a mood', { clip: { prompt: 'danger' } }],
    ['played once', { clip: { playMode: 'once' } }], ['a level', { mix: 0.7 }],
  ])('changes with %s', (_what, more) => {
    expect(keyOf(more)).not.toBe(base);
  });

  it('changes with the project and with the leading person, but not with anything that is not heard', () => {
    expect(keyOf({}, groundOf(testScreenplay(), 'prj_two'))).not.toBe(base);
    const led = testScreenplay();
    for (const entry of led.entries) if (entry.character === 'MARA') entry.character = 'TOBIAS';
    expect(keyOf({}, groundOf(led, PROJECT))).not.toBe(base);
    expect(keyOf({ clip: { prompt: 'whatever you like' } })).toBe(base);
    expect(musicKeyOf([cueAt(0), cueAt(1, { muted: true })], ground)).toBe(base);
    // The reasons for choosing a piece of the catalogue cannot be heard, so they do not change the key.
    const named = { clip: { assetId: 'lullaby' } };
    expect(keyOf({ ...named, take: 3, mood: 'grave' })).toBe(keyOf(named));
  });
});
