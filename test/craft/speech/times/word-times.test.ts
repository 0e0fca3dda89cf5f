import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { inOrder, spread, type SaidWord, type WordTime } from '../../../../src/craft/speech/times/line-times.js';
import { matchWords } from '../../../../src/craft/speech/times/match-words.js';
import { likelyWords, shownTimes, timesFromVoice } from '../../../../src/craft/speech/times/said-times.js';
import { lettersOf, shownWords } from '../../../../src/craft/speech/times/shown-words.js';

const wordsIn = (text: string): string[] => shownWords(text).map(({ from, to }) => text.slice(from, to));
/** Words of 100 ms each, one after the other, from 100 ms on. */
const said = (text: string): SaidWord[] => text.split(' ').map((word, at) => ({ text: word, startMs: 100 + at * 100, endMs: 200 + at * 100 }));
const timesOf = (text: string, spoken: string): WordTime[] => {
  const words = said(spoken);
  return timesFromVoice(text, { words, sounds: [], alphabet: 'misaki' }, words.at(-1)!.endMs + 100)!.words;
};
/** The words that are said during the time of each shown word. */
const saidFor = (text: string, spoken: string): [shown: string, said: string][] => timesOf(text, spoken).map(({ from, to, startMs, endMs }) => [
  text.slice(from, to),
  said(spoken).filter((word) => word.startMs >= startMs - 1 && word.endMs <= endMs + 1).map((word) => word.text).join(' '),
]);

describe('the words of a text as they are shown', () => {
  it.each([
    ['', []], ['   ', []], ['…', []], ['🎉 🎉', []], ['Come in.', ['Come', 'in.']], ['“Come,” he said — “now!”', ['“Come,”', 'he', 'said —', '“now!”']],
    ['well—no', ['well—', 'no']], ['well--no… yes', ['well--', 'no…', 'yes']], ['twenty-one', ['twenty-one']], ["'Tis the dog's o'clock", ["'Tis", 'the', "dog's", "o'clock"]],
    ['Ready? 🎉 Go', ['Ready? 🎉', 'Go']], ['🎉 Go', ['🎉 Go']], ['and/or $1,250.75', ['and/or', '$1,250.75']], ['B.B.C.', ['B.B.C.']],
    ['«Ça va?» — ¿Qué?', ['«Ça', 'va?» —', '¿Qué?']], ['Привет, мир!', ['Привет,', 'мир!']], ['我喜欢茶。', ['我', '喜欢', '茶。']], ['a\n b\t c', ['a', 'b', 'c']],
  ])('%j', (text, words) => { expect(wordsIn(text)).toEqual(words); });

  it('covers every letter once, in order', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const words = shownWords(text);
      words.forEach(({ from, to }, at) => expect(from >= (words[at - 1]?.to ?? 0) && to > from).toBe(true));
      expect(words.map(({ from, to }) => lettersOf(text.slice(from, to))).join('')).toBe(lettersOf(text));
      expect(words.every(({ from, to }) => lettersOf(text.slice(from, to)) !== '')).toBe(true);
    }));
  });
});

describe('matching said words to shown words', () => {
  it.each<[string, string, [string, string][]]>([
    ['Come in.', 'come in', [['Come', 'come'], ['in.', 'in']]],
    ['Dr. Watson', 'Doctor Watson', [['Dr.', 'Doctor'], ['Watson', 'Watson']]],
    ['In 1894 he left', 'in eighteen ninety-four he left', [['In', 'in'], ['1894', 'eighteen ninety-four'], ['he', 'he'], ['left', 'left']]],
    ['Dr. 1894 said', 'doctor eighteen ninety-four said', [['Dr.', 'doctor'], ['1894', 'eighteen ninety-four'], ['said', 'said']]],
    ['paid $1,250.75 at 5:30pm.', 'paid one thousand two hundred fifty dollars and seventy-five cents at five thirty P·M',
      [['paid', 'paid'], ['$1,250.75', 'one thousand two hundred fifty dollars and seventy-five cents'], ['at', 'at'], ['5:30pm.', 'five thirty P·M']]],
    ['On May 5th, 1894, he', 'on the fifth of May eighteen ninety-four he', [['On', 'on'], ['May', 'the'], ['5th,', 'fifth of May'], ['1894,', 'eighteen ninety-four'], ['he', 'he']]],
    ['the B.B.C. of', 'the B·B·C of', [['the', 'the'], ['B.B.C.', 'B·B·C'], ['of', 'of']]],
    ['“well—no,” she', 'well no she', [['“well—', 'well'], ['no,”', 'no'], ['she', 'she']]],
    ["'Tis the dog's", "'tis the dog's", [["'Tis", "'tis"], ['the', 'the'], ["dog's", "dog's"]]],
    ['*never* again & again', 'never again and again', [['*never*', 'never'], ['again &', 'again and'], ['again', 'again']]],
    ['Chapter IV begins', 'Chapter four begins', [['Chapter', 'Chapter'], ['IV', 'four'], ['begins', 'begins']]],
  ])('%j as %j', (text, spoken, expected) => { expect(saidFor(text, spoken)).toEqual(expected); });

  it('shares one said word among the shown ones that it stands for, by their letters', () => {
    const [dun, laoghaire, at] = timesOf('Dun Laoghaire at', 'Dun·Laoghaire at');
    expect([dun!.startMs, dun!.endMs, laoghaire!.startMs, laoghaire!.endMs, at!.startMs]).toEqual([100, 125, 125, 200, 200]);
  });

  it('ends a word before the pause that follows it, and begins the next one after it', () => {
    const words: SaidWord[] = [{ text: 'Go', startMs: 10, endMs: 200 }, { text: 'home', startMs: 900, endMs: 1_300 }];
    expect(timesFromVoice('Go. Home.', { words, sounds: [], alphabet: 'misaki' }, 1_400)!.words.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([[10, 200], [900, 1_300]]);
  });

  it('gives no times for a line without spoken words', () => {
    expect(timesFromVoice('…', { words: [], sounds: [], alphabet: 'misaki' }, 400)).toBeNull();
  });

  it('guesses how a word is likely to be said', () => {
    expect(likelyWords('1894,')).toEqual(['eighteen', 'ninety-four,']);
    expect(likelyWords('🎉')).toEqual([]);
  });

  it('finds the times of the words of a text in another spelling', () => {
    const text = 'Doctor Watson left.';
    const times = { text, words: spread(text, 1_800), estimated: false };
    const shown = shownTimes('Dr. Watson left.', times, 1_800);
    expect(shown.map(({ startMs, endMs }) => [startMs, endMs])).toEqual(times.words.map(({ startMs, endMs }) => [startMs, endMs]));
    expect(shownTimes(text, times, 1_800)).toBe(times.words);
  });
});

const WORD = fc.constantFrom('the', 'a', 'lamp', 'Dr.', '1894', '$5', 'twenty-one', "o'clock", '“no”', 'well—yes', '5th', 'B.B.C.', '🎉', '—', 'and', 'и');

describe('for any line', () => {
  it('every shown word has a time, in order and within the line', () => {
    const spokenWord = fc.tuple(WORD, fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 300 }));
    fc.assert(fc.property(fc.array(WORD, { maxLength: 30 }), fc.array(spokenWord, { minLength: 1, maxLength: 40 }), fc.integer({ min: 0, max: 300 }),
      (shown, spoken, tail) => {
        const text = shown.join(' ');
        let at = 0;
        const words = spoken.map(([word, length, pause]): SaidWord => {
          const startMs = at;
          at += length + pause;
          return { text: word, startMs, endMs: startMs + length };
        });
        const durationMs = at + tail;
        const times = timesFromVoice(text, { words, sounds: [], alphabet: 'misaki' }, durationMs);
        if (!times) return;
        expect(times.words.map(({ from, to }) => ({ from, to }))).toEqual(shownWords(text));
        times.words.forEach(({ startMs, endMs }, index) => {
          expect(Number.isInteger(startMs) && Number.isInteger(endMs)).toBe(true);
          expect(startMs).toBeGreaterThanOrEqual(times.words[index - 1]?.endMs ?? 0);
          expect(endMs).toBeGreaterThanOrEqual(startMs);
          expect(endMs).toBeLessThanOrEqual(durationMs);
          if (durationMs > 2 * times.words.length) expect(endMs).toBeGreaterThan(startMs);
        });
      }), { numRuns: 300 });
  });

  it('every said word belongs to a shown one', () => {
    fc.assert(fc.property(fc.array(WORD, { minLength: 1, maxLength: 20 }), fc.array(WORD, { minLength: 1, maxLength: 20 }), (left, right) => {
      const spans = matchWords(left.map(lettersOf), right.map(lettersOf));
      expect(spans).toHaveLength(left.length);
      expect([spans[0]!.from, spans.at(-1)!.to]).toEqual([0, right.length]);
      spans.slice(1).forEach(({ from }, at) => expect(from).toBeCloseTo(spans[at]!.to, 6));
      spans.forEach(({ from, to }) => expect(to).toBeGreaterThan(from));
    }), { numRuns: 300 });
  });

  it('times are whole milliseconds and leave some time to every word', () => {
    expect(inOrder([{ startMs: -20, endMs: 40.4 }, { startMs: 30, endMs: 30 }, { startMs: 99.6, endMs: 140 }], 100))
      .toEqual([{ startMs: 0, endMs: 30 }, { startMs: 30, endMs: 31 }, { startMs: 99, endMs: 100 }]);
    expect(spread('one two', 100.9).map(({ startMs, endMs }) => [startMs, endMs])).toEqual([[0, 50], [50, 100]]);
    expect(spread('', 400)).toEqual([]);
  });
});
