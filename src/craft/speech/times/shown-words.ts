import { matchesOf } from '../../patterns/matches.js';

/** A word of a displayed text, including adjacent marks: the range `[from, to)` in UTF-16 units. */
export interface ShownWord { from: number; to: number }

/** A dash or an ellipsis between two words joins no word: "well—no" are two. */
const JOINT = /(?<=[\p{L}\p{N}\p{M}][^\s\p{L}\p{N}]{0,3}(?:[—―–…]|--|\.{3})["'”’)\]]{0,9})(?=["'“‘([]{0,9}[\p{L}\p{N}])/u;
/** Scripts that put no space between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** What is cut into words at once, up to a mark: the time of the segmenter grows with the square of a run's length. */
const STRETCH = /[^。、，！？；：]{1,400}[。、，！？；：]?|[。、，！？；：]/gu;

let segmenter: Intl.Segmenter | null = null;

/** The words of a run of characters without white space. */
function partsOf(run: string): string[] {
  if (!UNSPACED.test(run)) return run.split(JOINT);
  const words = segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  return matchesOf(run, STRETCH).flatMap(([stretch]) => [...words.segment(stretch)].map(({ segment }) => segment));
}

/** The letters and digits of a word in lower case and without accents, so that different spellings of a word can be compared. */
export const lettersOf = (word: string): string => word.normalize('NFKD').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * The words of a text in order. Marks without a letter or digit (a dash, an emoji) belong to the word before them, or to the first word.
 * Empty for a text without words.
 */
export function shownWords(text: string): ShownWord[] {
  const words: ShownWord[] = [];
  let opened: number | null = null;
  for (const { index, 0: run } of matchesOf(text, /\S+/gu)) {
    let from = index;
    for (const part of partsOf(run)) {
      const to = from + part.length;
      const last = words.at(-1);
      if (lettersOf(part) !== '') words.push({ from: last ? from : opened ?? from, to });
      else if (last) last.to = to;
      else opened ??= from;
      from = to;
    }
  }
  return words;
}
