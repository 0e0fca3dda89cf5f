import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { quotablesOf } from '../../../src/craft/text/material.js';
import { passagesOf } from '../../../src/craft/text/passages.js';
import { findJson } from '../../../src/craft/text/model/answer-text.js';
import { characterShares } from '../../../src/craft/narrative/character-shares.js';
import type { Digest } from '../../../src/craft/narrative/model.js';

const BUDGET = 240_000;
const SHORT = 'The lamp went out at nine. Nobody answered.';

describe('sources that are too long for one question', () => {
  const novel = (name: string, characters: number): string => {
    const paragraphs = Math.ceil(characters / 60);
    return Array.from({ length: paragraphs }, (_, index) => `${name} paragraph ${index} of ${paragraphs} tells what happened then. It ends.`).join('\n\n');
  };
  const isWhole = (passage: string): boolean => passage.split('\n\n').every((paragraph) => /^\w+ paragraph \d+ of \d+ .* It ends\.$/u.test(paragraph));

  it('are sent as their digest and whole passages from all over them, and short ones whole', () => {
    const digest: Digest = { summary: 'Much happens.', thesis: 'Things end.', claims: [], evidence: [], gaps: [], rightsNotes: [] };
    const sources = [
      { sourceId: 'src_1', label: null, text: SHORT, digest: null },
      { sourceId: 'src_2', label: null, text: novel('Second', 500_000), digest },
      { sourceId: 'src_3', label: null, text: novel('Third', 200_000), digest: null },
    ];
    const [short, second, third] = quotablesOf(sources, BUDGET).map(({ words }) => words);
    expect(short!.length + second!.length + third!.length).toBeLessThanOrEqual(BUDGET);
    expect(short).toBe(SHORT);
    expect(second!.startsWith('Things end.\nMuch happens.\n\nSecond paragraph 0 of')).toBe(true);
    expect(third!.startsWith('Third paragraph 0 of')).toBe(true);
    for (const [words, last] of [[second!.slice(second!.indexOf('Second')), sources[1]!.text], [third!, sources[2]!.text]] as const) {
      expect(words.split('\n\n[…]\n\n')).toHaveLength(8);
      expect(words.split('\n\n[…]\n\n').filter((passage) => !isWhole(passage))).toEqual([]);
      expect(words.endsWith(last.slice(-60))).toBe(true);
    }
  });

  it('are cut to passages that fit, whatever they consist of', () => {
    fc.assert(fc.property(
      fc.stringMatching(/^(?:[a-z]{1,9}[ .\n]{0,3}|😀){1,60}$/u), fc.integer({ min: 20, max: 400 }), fc.integer({ min: 50, max: 40_000 }),
      (piece, times, budget) => {
        const passages = passagesOf(piece.repeat(times), budget);
        expect(passages.length).toBeLessThanOrEqual(Math.max(budget, 0));
        expect(passages.isWellFormed()).toBe(true);
      }), { numRuns: 200, examples: [['😀😀😀aaaaaaa😀', 231, 3_451]] });
  });

  it('are sent whole as long as they fit together', () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: 300_000 }), { minLength: 1, maxLength: 20 }), (lengths) => {
      const shares = characterShares(lengths.map((length, index) => ({ sourceId: `src_${index}`, label: null, text: 'x'.repeat(length), digest: null })), BUDGET);
      const [total, shared] = [lengths, shares].map((list) => list.reduce((sum, each) => sum + each, 0)) as [number, number];
      expect(shared).toBeLessThanOrEqual(BUDGET);
      if (total <= BUDGET) expect(shares).toEqual(lengths);
      else expect(shared).toBeGreaterThan(BUDGET - lengths.length);
    }), { numRuns: 100 });
  });
});

it('any JSON is found in whatever a model puts around it, and none is found in prose', () => {
  fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom('', 'Here you are: ', '<think>Well {then}.</think>', '```json\n'), (value, before) => {
    expect(findJson(before + JSON.stringify(value))?.value).toEqual(JSON.parse(JSON.stringify(value)));
  }), { numRuns: 200 });
  fc.assert(fc.property(fc.string(), (text) => { findJson(text); }), { numRuns: 500 });
  expect(findJson('Nothing here.')).toBeNull();
});
