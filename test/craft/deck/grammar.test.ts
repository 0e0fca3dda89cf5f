import { describe, expect, it } from '@jest/globals';
import { chapterOverSvg } from '../../../src/craft/deck/picture/cards.js';
import { framedBy, movedBy, openingBy, PLAIN_GRAMMAR, type VisualGrammar } from '../../../src/craft/deck/picture/grammar.js';
import type { HeldShot, View } from '../../../src/craft/film/film.js';
import type { BeatPicture } from '../../../src/craft/trailer/cut.js';

const picture = (size: BeatPicture['size'], ...people: string[]): BeatPicture => ({ sceneIndex: 2, entryIndex: 9, size, people });
const rule = (changes: Partial<VisualGrammar>): VisualGrammar => ({ ...PLAIN_GRAMMAR, ...changes });
const shot = (from: View, to: View): HeldShot =>
  ({ kind: 'held', durationMs: 4_000, picture: { key: 'p', draw: () => '' }, from, to, fadeInMs: 0, fadeOutMs: 0, over: null });
const whole: View = { x: 0.5, y: 0.5, zoom: 1 };
const seen = ({ x, y, zoom }: View): boolean => [x, y].every((middle) => middle - 0.5 / zoom >= -1e-9 && middle + 0.5 / zoom <= 1 + 1e-9);

describe('the framing of a grammar', () => {
  it.each([
    ['close', picture('medium', 'MARA'), picture('close', 'MARA')], ['close', picture('two', 'MARA', 'JON'), picture('medium', 'MARA')],
    ['close', picture('wide', 'MARA', 'JON', 'ADA'), picture('two', 'MARA', 'JON')], ['close', picture('wide', 'MARA'), picture('medium', 'MARA')],
    ['close', picture('wide'), picture('wide')], ['close', picture('place'), picture('place')],
    ['wide', picture('close', 'MARA'), picture('medium', 'MARA')], ['wide', picture('two', 'MARA', 'JON'), picture('wide', 'MARA', 'JON')],
    ['balanced', picture('close', 'MARA'), picture('close', 'MARA')],
  ] as const)('%s shows %j as %j', (framing, before, after) => expect(framedBy(rule({ framing }), before)).toEqual(after));
});

describe('the order of a grammar', () => {
  it('shows the place before its people, for a moment', () => {
    expect(openingBy(rule({ order: 'place_first' }), picture('medium', 'MARA'), 6_000, null)).toEqual({ picture: picture('place'), durationMs: 2_400 });
    expect(openingBy(rule({ order: 'place_first' }), picture('place'), 6_000, 'MARA')).toBeNull();
  });
  it('shows who is there, or who speaks, before the place', () => {
    expect(openingBy(rule({ order: 'person_first' }), picture('place'), 10_000, 'JON')).toEqual({ picture: picture('medium', 'JON'), durationMs: 2_500 });
    expect(openingBy(rule({ order: 'person_first' }), picture('wide', 'ADA', 'JON'), 10_000, null)?.picture).toEqual(picture('medium', 'ADA'));
    expect(openingBy(rule({ order: 'person_first' }), picture('close', 'ADA'), 10_000, 'JON')).toBeNull();
  });
  it('splits no shot that is too short for two pictures, and none in the plain grammar', () => {
    expect(openingBy(rule({ order: 'place_first' }), picture('medium', 'MARA'), 2_000, null)).toBeNull();
    expect(openingBy(PLAIN_GRAMMAR, picture('medium', 'MARA'), 8_000, 'JON')).toBeNull();
  });
});

describe('the moves of a grammar', () => {
  const pan = [{ x: 0.48, y: 0.5, zoom: 1.06 }, { x: 0.52, y: 0.5, zoom: 1.06 }] as const;
  const push = [whole, { x: 0.52, y: 0.48, zoom: 1.06 }] as const;
  it('are left out when still, go further when lively, and never leave the picture', () => {
    const still = movedBy(rule({ moves: 'still' }), shot(...push));
    expect([still.from, still.to]).toEqual([whole, whole]);
    for (const [from, to] of [pan, push, [push[1], push[0]], [whole, whole]] as const) {
      const lively = movedBy(rule({ moves: 'lively' }), shot(from, to));
      const way = (one: View, other: View): number => Math.hypot(one.x - other.x, one.y - other.y) + Math.abs(one.zoom - other.zoom);
      expect(way(lively.from, lively.to)).toBeGreaterThan(way(from, to) * 1.3);
      expect([seen(lively.from), seen(lively.to)]).toEqual([true, true]);
    }
    const plain = movedBy(PLAIN_GRAMMAR, shot(...pan));
    expect([plain.from, plain.to]).toEqual(pan);
  });
});

describe('the place of words', () => {
  it('is low or at a side, with the shade on that side', async () => {
    const words = { kicker: '', title: 'The lamp', text: 'Nobody on the mainland has noticed that it is out, and nobody will for three more days.' };
    const canvas = { width: 1_600, height: 900 };
    const [low, left, right] = await Promise.all((['low', 'left', 'right'] as const).map((place) => chapterOverSvg(words, canvas, undefined, place)));
    expect(low).toBe(await chapterOverSvg(words, canvas));
    expect([low, left, right].map((svg) => /id="shade" ([^>]+)>/.exec(svg!)![1])).toEqual(['x1="0" y1="0" x2="0" y2="1"', 'x1="1" y1="0" x2="0" y2="0"', 'x1="0" y1="0" x2="1" y2="0"']);
    expect(new Set([low, left, right]).size).toBe(3);
  });
});
