import { describe, expect, it } from '@jest/globals';
import { dipped, type ChapterShots } from '../../../src/craft/deck/picture/dipped.js';
import { handheldVia } from '../../../src/craft/deck/picture/handheld.js';
import { cardParts, readingMs, textMotions, textPassings } from '../../../src/craft/deck/picture/text-motion.js';
import { wordsIn } from '../../../src/craft/deck/picture/words.js';
import { shownPart } from '../../../src/craft/film/camera.js';
import type { HeldShot, Picture, View } from '../../../src/craft/film/film.js';

const picture = (key: string): Picture => ({ key, draw: () => '' });
const TEXT = 'Nobody came. “Did you wind the weights?” she asked, and he had not! The lamp, at 4.30 in the morning, went out… and the boat was near.';
const passingsOf = (motion: (typeof textMotions)[number], durationMs: number, text = TEXT) => {
  const parts = cardParts(motion, { text }).map(({ words }, at) => ({ words, shown: picture(String(at)) }));
  return { parts, passings: textPassings(motion, parts, durationMs) };
};

describe('words that appear', () => {
  it('show every word once, sentence by sentence, in few parts', () => {
    for (const motion of textMotions) {
      const spans = cardParts(motion, { text: TEXT }).flatMap(({ part: { words } }) => (words ? [words] : []));
      const shown = spans.flatMap(([from, until]) => Array.from({ length: Math.min(until, wordsIn(TEXT).length) - from }, (_, at) => from + at));
      expect([motion, shown]).toEqual([motion, wordsIn(TEXT).map((_, at) => at)]);
    }
    const words = wordsIn(TEXT);
    const sentences = cardParts('by_sentence', { text: TEXT }).flatMap(({ part }) => (part.words ? [words.slice(...part.words as [number, number]).join(' ')] : []));
    expect(sentences.slice(0, 2)).toEqual(['Nobody came.', '“Did you wind the weights?”']);
    expect(cardParts('typed', { text: 'word '.repeat(200) }).length).toBeLessThanOrEqual(25);
  });

  it('appear once the ones before can have been read, and stay until they can be read', () => {
    for (const motion of ['by_sentence', 'typed'] as const) {
      const { parts, passings } = passingsOf(motion, 20_000);
      for (let at = 1; at < passings.length; at++) {
        const [before, one] = [passings[at - 1]!, passings[at]!];
        if (parts[at - 1]!.words > 0) expect(one.fromMs - before.fromMs).toBeGreaterThanOrEqual(readingMs(parts[at - 1]!.words) - 1);
        expect(20_000 - one.fromMs).toBeGreaterThanOrEqual(readingMs(parts[at]!.words));
      }
      expect(passings.every(({ untilMs }) => untilMs === 20_000)).toBe(true);
    }
  });

  it('appear faster in a short shot, whose last part still has the time that it needs', () => {
    const { parts, passings } = passingsOf('by_sentence', 5_000);
    const [last, words] = [passings.at(-1)!, parts.at(-1)!.words];
    expect(5_000 - last.fromMs).toBeGreaterThanOrEqual(readingMs(words) - 1);
    expect(passings.every(({ fromMs, untilMs, fadeInMs }) => fromMs >= 0 && fromMs + fadeInMs < untilMs)).toBe(true);
    expect(passingsOf('typed', 600).passings.every(({ fromMs }) => fromMs <= 50)).toBe(true);
  });

  it('rise into place, or are there at once', () => {
    expect(passingsOf('none', 4_000).passings).toEqual([{ shown: expect.anything(), fromMs: 0, untilMs: 4_000, fadeInMs: 0, fadeOutMs: 0, rise: 0 }]);
    const [ground, words] = passingsOf('rise', 4_000).passings;
    expect([ground!.rise, words!.rise > 0.03, words!.fadeInMs >= 400]).toEqual([0, true, true]);
  });
});

const view = (x: number, y: number, zoom: number): View => ({ x, y, zoom });

describe('a camera that is held by hand', () => {
  /** How far each view is from the straight way between the two views of `mean`, in shares of the film's width. */
  function away({ from, to, via }: ReturnType<typeof handheldVia>, durationMs: number, mean: readonly [View, View]) {
    const path = [{ atMs: 0, view: from }, ...via!, { atMs: durationMs, view: to }];
    return path.map(({ atMs, view: { x, zoom } }) => ({ across: (x - (mean[0].x + ((mean[1].x - mean[0].x) * atMs) / durationMs)) * zoom }));
  }
  const rms = (values: readonly number[]): number => Math.sqrt(values.reduce((sum, value) => sum + value ** 2, 0) / values.length);

  it('strays as far as its strength says, without jumps, and never shows an edge', () => {
    for (const [strength, share] of [['subtle', 0.0015], ['medium', 0.005]] as const) {
      const found: number[] = [];
      for (let seed = 0; seed < 12; seed++) {
        const way = handheldVia(strength, view(0.5, 0.5, 1.1), view(0.5, 0.5, 1.1), 24_000, `shot ${seed}`);
        const places = away(way, 24_000, [view(0.5, 0.5, 1.1), view(0.5, 0.5, 1.1)]);
        found.push(rms(places.map(({ across }) => across)));
        // Each step is smaller than the usual distance from the straight way: no jumps.
        const steps = places.slice(1).map(({ across }, at) => Math.abs(across - places[at]!.across));
        expect(Math.max(...steps)).toBeLessThan(share * 0.9);
      }
      const usual = found.reduce((sum, value) => sum + value, 0) / found.length;
      expect({ strength, usual, isRight: Math.abs(usual / share - 1) < 0.12 }).toMatchObject({ isRight: true });
    }
    for (const from of [view(0.5, 0.5, 1), view(0.1, 0.9, 1.3), view(0, 0, 1), view(0.95, 0.5, 3)]) {
      const { from: first, to, via } = handheldVia('medium', from, view(0.5, 0.5, 1), 8_000, 'edge');
      for (const one of [first, to, ...via!.map((step) => step.view)]) {
        const { left, right, top, bottom } = shownPart(one);
        // No view had to be held back at an edge, where the camera would stand still.
        expect(Math.max(Math.abs((left + right) / 2 - one.x), Math.abs((top + bottom) / 2 - one.y))).toBeLessThan(1e-9);
        expect(one.zoom).toBeLessThan(3.2);
      }
    }
  });

  it('moves the same way for the same shot only, in few steps, and not at all when it is off', () => {
    const way = (seed: string) => handheldVia('subtle', view(0.5, 0.5, 1), view(0.6, 0.5, 1.2), 30_000, seed);
    expect(way('a')).toEqual(way('a'));
    expect(way('a')).not.toEqual(way('b'));
    expect(way('a').via!.length).toBeLessThanOrEqual(200);
    expect(handheldVia('off', view(0.5, 0.5, 1), view(0.5, 0.5, 1.2), 4_000, 'a')).toEqual({ from: view(0.5, 0.5, 1), to: view(0.5, 0.5, 1.2) });
  });
});

describe('a dip', () => {
  const shot = (key: string, durationMs: number): HeldShot =>
    ({ kind: 'held', durationMs, picture: picture(key), from: view(0.5, 0.5, 1), to: view(0.5, 0.5, 1), fadeInMs: 0, fadeOutMs: 0, over: null });
  const chapters: ChapterShots[] = [
    { shots: [shot('a', 3_000), shot('b', 3_000)], cutIntoNext: 'dip' }, { shots: [shot('c', 500)], cutIntoNext: 'dip' },
    { shots: [shot('d', 4_000)], cutIntoNext: 'cut' }, { shots: [shot('e', 4_000)], cutIntoNext: 'dip' },
  ];

  it('goes into black at the end of its chapter and out of it in the next, and nowhere else', () => {
    const fades = dipped(chapters).map((shots) => shots.map((one) => (one.kind === 'held' ? [one.fadeInMs, one.fadeOutMs] : [])));
    expect(fades).toEqual([[[0, 0], [0, 400]], [[200, 200]], [[400, 0]], [[0, 0]]]);
  });
});
