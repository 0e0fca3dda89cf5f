import { describe, expect, it } from '@jest/globals';
import type { BeatLine } from '../../../src/craft/trailer/cut.js';
import { withKept } from '../../../src/domain/trailers/kept-beats.js';
import type { BeatItem } from '../../../src/domain/trailers/trailer-model.js';

const TITLE = 'The Salt Ledger';
const STEADY = { countsPerMinute: 100 };

const line = (entryIndex: number, more: Partial<BeatLine> = {}): BeatLine =>
  ({ entryIndex, sentence: 0, speaker: 'INES', text: `Line ${entryIndex}`, fromMs: 0, toMs: 1_500, offsetMs: 120, gainDb: 0, ...more });
const beat = (id: string, more: Partial<BeatItem>): BeatItem => ({
  id, slot: 'setup', counts: 4, line: null, picture: { sceneIndex: 0, entryIndex: 1, size: 'place', people: [] }, card: null, cuts: 1, marks: [], image: null, effects: [],
  takeId: null, variation: 0, ...more,
});
const close = (entryIndex: number): BeatItem['picture'] => ({ sceneIndex: 0, entryIndex, size: 'close', people: ['INES'] });
const card = (id: string, words: string, more: Partial<BeatItem> = {}): BeatItem => beat(id, { slot: 'title', picture: null, card: words, ...more });
const old = (id: string, more: Partial<BeatItem>): BeatItem => beat(id, { takeId: `take-${id}`, variation: 2, ...more });

describe('a beat that is in the new cut too', () => {
  it('keeps its take at another tempo, with the level of its line, and takes the new time', () => {
    const before = [old('a', { line: line(7, { offsetMs: 90, gainDb: 4 }), picture: close(7) }), old('b', { line: line(9) })];
    const after = [beat('x', { line: line(11) }), beat('y', { slot: 'climax', counts: 5, line: line(7, { offsetMs: 200 }), picture: close(7) })];
    const [fresh, kept] = withKept({ items: before, ...STEADY }, { items: after, countsPerMinute: 110 }, TITLE);
    expect(fresh).toEqual(after[0]);
    expect(kept).toMatchObject({ id: 'a', takeId: 'take-a', variation: 2, slot: 'climax', counts: 5, line: { entryIndex: 7, offsetMs: 200, gainDb: 4 } });
  });

  it('keeps where a person moved its line when it is as long as before', () => {
    const before = [old('a', { line: line(7) }), old('b', { line: line(9, { offsetMs: -400 }) })];
    const after = [beat('x', { line: line(11) }), beat('y', { line: line(9) })];
    expect(withKept({ items: before, ...STEADY }, { items: after, ...STEADY }, TITLE)[1]).toMatchObject({ id: 'b', line: { offsetMs: -400 } });
    // A line cannot begin before the trailer.
    expect(withKept({ items: before, ...STEADY }, { items: [after[1]!, after[0]!], ...STEADY }, TITLE)[0]).toMatchObject({ id: 'b', line: { offsetMs: 120 } });
  });

  it('is used once: two equal beats have takes of their own', () => {
    const items = withKept({ items: [old('a', {}), old('b', {})], ...STEADY }, { items: [beat('x', {}), beat('y', {}), beat('z', {})], ...STEADY }, TITLE);
    expect(items.map(({ id }) => id)).toEqual(['a', 'b', 'z']);
  });
});

describe('what a person put into a beat', () => {
  it('stays: words on the card of the title and over a line, and an image', () => {
    const image = { imageId: 'img_a', path: 'images/a' };
    const before = [
      old('a', { line: line(7), picture: null, card: 'Who wrote it?' }), old('b', { slot: 'climax', image }), card('c', 'This winter', { takeId: 'take-c' }),
    ];
    const after = [beat('x', { line: line(7), picture: close(7) }), beat('y', { slot: 'climax', picture: close(9) }), card('z', TITLE, { counts: 6 })];
    expect(withKept({ items: before, ...STEADY }, { items: after, ...STEADY }, TITLE)).toMatchObject([
      { id: 'a', card: 'Who wrote it?', picture: null, takeId: 'take-a' }, { id: 'b', image, takeId: 'take-b' }, { id: 'c', card: 'This winter', counts: 6, takeId: 'take-c' },
    ]);
  });

  it('moves to another beat of the same part when its line is not heard any more', () => {
    const before = [old('a', { line: line(7), picture: null, card: 'Who wrote it?' })];
    const after = [beat('x', { slot: 'hook' }), beat('y', { line: line(9), picture: close(9) })];
    expect(withKept({ items: before, ...STEADY }, { items: after, ...STEADY }, TITLE)).toMatchObject([{ id: 'x', card: null }, { id: 'y', card: 'Who wrote it?', picture: null }]);
  });

  it('is not the title that the cutter wrote', () => {
    const items = withKept({ items: [card('a', TITLE, { takeId: 'take-a' })], ...STEADY }, { items: [card('x', TITLE)], ...STEADY }, TITLE);
    expect(items).toMatchObject([{ id: 'a', card: TITLE, takeId: 'take-a' }]);
  });
});
