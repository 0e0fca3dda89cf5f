import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { matchesOf } from '../../../src/craft/patterns/matches.js';

const PATTERNS = [/a+/g, /(?:)/g, /(?:)/gu, /\p{L}*/gu, /x*/gy, /(?<first>.)(b)?/gu, /[^\r\n]*(?:\r\n|[\r\n]|$)/g, /$/gm, /\b/gu];
const plain = (matches: Iterable<RegExpExecArray>) => [...matches].map((match) => [match.index, [...match], { ...match.groups }]);

it.each(PATTERNS)('%s finds what matchAll finds', (pattern) => {
  const piece = fc.constantFrom('a', 'b', 'x', ' ', '\r', '\n', '😀', '\ud83d', 'é');
  fc.assert(fc.property(fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')), (text) => {
    expect(plain(matchesOf(text, pattern))).toEqual(plain(text.matchAll(pattern)));
  }), { numRuns: 200 });
});

it('matchesOf begins at the start of the text, wherever an earlier search with the pattern ended', () => {
  const pattern = /a/g;
  pattern.exec('aa');
  expect(matchesOf('aa', pattern).map(({ index }) => index)).toEqual([0, 1]);
  expect(pattern.test('a')).toBe(true);
});

it('matchesOf refuses a pattern without the global flag, which would find its first match for ever', () => {
  expect(() => matchesOf('a', /a/)).toThrow(TypeError);
});
