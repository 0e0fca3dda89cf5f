import { describe, it, expect } from '@jest/globals';
import type { Screenplay, ScreenplayEntry } from '../../../src/craft/screenplay/model.js';
import { analyseDelivery } from '../../../src/craft/narrative/writing/direction/direction.js';
import { joinedPieces, mannerOf } from '../../../src/craft/narrative/writing/material/quoted-lines.js';
import { salienceOf } from '../../../src/craft/narrative/writing/wording/salience.js';
import { splitByWeights } from '../../../src/craft/narrative/writing/plan/split-by-weights.js';
import { isSupportedStock, stockMatches, StockQueue } from '../../../src/craft/narrative/writing/stock/stock.js';
import { STOCK_LINES } from '../../../src/craft/narrative/writing/stock/stock-lines.js';
import { topicOf, subjectOf } from '../../../src/craft/narrative/writing/wording/topics.js';
import {
  countWords, hasOrphanQuote, lettersOf, softenedHead, spokenForm,
} from '../../../src/craft/narrative/writing/wording/wording.js';
import { zonesOf } from '../../../src/craft/narrative/writing/arrangement/zones.js';

describe('stock lines', () => {
  it('have several lines in every family, no line twice, and no question: hosts build those from the answer', () => {
    for (const lines of Object.values(STOCK_LINES)) {
      expect(lines.length).toBeGreaterThanOrEqual(6);
      expect(new Set(lines).size).toBe(lines.length);
      for (const line of lines) expect(line).not.toContain('?');
    }
  });

  it('are drawn without replacement in an order that depends on the seed alone', () => {
    const draw = (seed: string): (string | null)[] => {
      const queue = new StockQueue(seed);
      return STOCK_LINES.teller.map(() => queue.take('teller'));
    };
    expect(draw('a')).toEqual(draw('a'));
    expect(draw('a')).not.toEqual(draw('b'));
    expect(new Set(draw('a')).size).toBe(STOCK_LINES.teller.length);
    const queue = new StockQueue('a');
    STOCK_LINES.teller.forEach(() => queue.take('teller'));
    expect(queue.take('teller')).toBeNull();
  });

  it('are skipped while a slot is not filled', () => {
    const queue = new StockQueue('slots');
    expect(queue.take('topic')).toBeNull();
    expect(queue.take('topic', { topic: 'the lamp', Topic: 'The lamp' })).toContain('the lamp');
  });

  it('are recognised by the lint only with words of the source in their slots', () => {
    expect(stockMatches('Let us move to the glass tower.')[0])
      .toMatchObject({ family: 'topic', slots: { topic: 'the glass tower' } });
    expect(isSupportedStock('Let us move to the glass tower.', [lettersOf('They built the glass tower.')], 'T'))
      .toBe(true);
    expect(isSupportedStock('Let us move to the iron tower.', [lettersOf('They built the glass tower.')], 'T'))
      .toBe(false);
    expect(isSupportedStock('The moon is made of cheese.', [lettersOf('They built the glass tower.')], 'T'))
      .toBe(false);
  });
});

describe('spoken forms', () => {
  it('omit leading dates, bracketed species names and unpaired marks, and map the rest to the source', () => {
    const source = 'September 15th.—the mouse (Mus minor) is “small';
    const form = spokenForm(source, 0, source.length);
    expect(form.text).toBe('The mouse is small.');
    expect(form.edited).toBe(true);
    expect(lettersOf(form.pieces.map((piece) => source.slice(piece.start, piece.end)).join('')))
      .toBe(lettersOf(form.text));
  });

  it('keep a plain sentence as it is', () => {
    const source = 'He said “Yes”, and left.';
    expect(spokenForm(source, 0, source.length))
      .toEqual({ text: source, pieces: [{ start: 0, end: source.length }], edited: false });
  });

  it('soften a leading demonstrative and exclude it from the support', () => {
    const source = 'These towers are tall.';
    const soft = softenedHead(spokenForm(source, 0, source.length), source);
    expect(soft.text).toBe('The towers are tall.');
    expect(source.slice(soft.pieces[0]!.start, soft.pieces[0]!.end).trim()).toBe('towers are tall.');
  });

  it('find unpaired quotation marks', () => {
    expect(hasOrphanQuote('“Well, he said.')).toBe(true);
    expect(hasOrphanQuote('He said ‘no.')).toBe(true);
    expect(hasOrphanQuote('The boys’ end of “it”.')).toBe(false);
    expect(countWords('well-known things, 12 of them')).toBe(5);
    expect(countWords('一二三四')).toBe(2);
  });

  it('join the pieces of one turn without the tag', () => {
    const joined = (source: string): string => {
      const pieces = [...source.matchAll(/“([^”]*)”/gu)].map((match) => ({ start: match.index + 1, end: match.index
        + 1 + match[1]!.length }));
      return joinedPieces(source, pieces).text;
    };
    expect(joined('“But have you,” I asked, “formed a plan?”')).toBe('But have you formed a plan?');
    expect(joined('“Come in,” said she. “The door is open.”')).toBe('Come in. The door is open.');
    expect(joined('“Upon that wheel,” said he, “I mean to go.”')).toBe('Upon that wheel, I mean to go.');
    expect(joined('“I will,” he said.')).toBe('I will.');
  });

  it('take the manner from a tag', () => {
    expect(mannerOf('said Holmes cordially.')).toBe('cordially');
    expect(mannerOf('he said, holding the lamp aloft.')).toBe('holding the lamp aloft');
    expect(mannerOf('said Holmes.')).toBeNull();
  });
});

describe('zones and topics', () => {
  it('are cut where the vocabulary changes and cover everything once', () => {
    const texts = [...Array.from({ length: 12 },
      (_v, i) => `The ship ${i} sailed over the ocean wave with the sailors.`),
      ...Array.from({ length: 12 }, (_v, i) => `The garden ${i} grew roses under the gardener and his spade.`)];
    const { vectors } = salienceOf(texts);
    const zones = zonesOf(texts.map((text, i) => ({ words: countWords(text), vector: vectors[i]!, group: i })), 2);
    expect(zones).toEqual([{ from: 0, to: 12 }, { from: 12, to: 24 }]);
    expect(zonesOf([], 5)).toEqual([]);
    expect(zonesOf([{ words: 3, vector: vectors[0]!, group: 0 }], 5)).toEqual([{ from: 0, to: 1 }]);
  });

  it('name a subject and reject words that name nothing', () => {
    const salience = salienceOf(['The copper bridges carried trains over the river.', 'Nobody slept.']);
    expect(topicOf('The copper bridges carried trains over the river.', salience, () => false)?.spoken)
      .toBe('the copper bridges');
    expect(topicOf('It was the same thing every day.', salience, () => false)).toBeNull();
    expect(subjectOf('The copper bridges carried trains over the river.'))
      .toMatchObject({ spoken: 'the copper bridges', plural: true });
    expect(subjectOf('He carried it away.')).toBeNull();
  });

  it('split a number exactly', () => {
    expect(splitByWeights(100, [1, 1, 1]).reduce((a, b) => a + b, 0)).toBe(100);
    expect(splitByWeights(7, [0, 0])).toEqual([4, 3]);
    expect(splitByWeights(5, [])).toEqual([]);
  });
});

describe('creative analysis', () => {
  const entry = (index: number, extra: Partial<ScreenplayEntry>): ScreenplayEntry => ({
    index, sceneIndex: 0, kind: 'dialogue', character: 'A', text: 'Come here.', origin: 'source', spans: [], ...extra,
  });
  const script = (entries: ScreenplayEntry[]): Screenplay => ({
    title: 'T', mode: 'drama', narrationPolicy: 'suppress', entries, cast: [], reviewNotes: [],
    scenes: [{ index: 0, heading: 'INT. A', title: 'A', firstEntry: 0, lastEntry: entries.length - 1 }],
  });

  it('directs every spoken entry and nothing else', () => {
    const directed = analyseDelivery(script([
      entry(0, { kind: 'scene_heading', character: undefined, text: 'INT. A' }),
        entry(1, { parenthetical: 'in a whisper' }),
      entry(2, { kind: 'action', character: undefined, text: 'She leaves.' }),
        entry(3, { text: 'HELP me, STOP him!' }),
      entry(4, { character: 'B', text: 'Why?' }), entry(5, { text: 'Because I—' }), entry(6, { character: 'B' }),
    ]));
    expect(directed.entries.map((one) => one.delivery?.emotion)).toEqual(
      [undefined, 'whisper', undefined, 'shout', 'neutral', 'neutral', 'neutral']);
    expect(directed.entries[1]!.delivery).toMatchObject({ actingDirection: 'in a whisper', volume: 0.75 });
    const pauses = directed.entries.map((one) => one.delivery?.pauseAfterMs);
    expect(pauses[4]).toBeGreaterThan(pauses[5]!);
    expect(pauses[6]).toBeGreaterThan(1_000);
  });

  it('gives narration a delivery when it is spoken, and does not change its input', () => {
    const before = { ...script([entry(0, { kind: 'action', character: undefined, text: 'Rain falls.' })]),
      narrationPolicy: 'include' as const };
    const copy = structuredClone(before);
    expect(analyseDelivery(before).entries[0]!.delivery?.emotion).toBe('neutral');
    expect(before).toEqual(copy);
  });
});
