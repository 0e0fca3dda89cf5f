import { matchesOf } from '../patterns/matches.js';

/** Replaces omitted words. */
const GAP = '\n\n[…]\n\n';
const MAX_PASSAGES = 8;
/** A small budget gives fewer passages, not shorter ones. */
const MIN_PASSAGE_CHARACTERS = 1_500;

/** Places for a cut, the best first: after a paragraph, a sentence, a word. */
const BREAKS = [/\n\s*\n\s*/gu, /[.!?…。]["”’)\]]*\s+/gu, /\s+/gu];

/** The position, moved by one when it splits a surrogate pair. It moves inwards, so that no passage grows. */
const betweenCharacters = (text: string, at: number, inwards: 1 | -1): number => {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + inwards : at;
};

/** End positions of the breaks between two positions; only breaks of the best kind that occurs there. */
function breaksIn(text: string, from: number, to: number): number[] {
  const part = text.slice(from, to);
  for (const pattern of BREAKS) {
    const found = matchesOf(part, pattern).map(({ index, 0: words }) => from + index + words.length);
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * Shortens a text to at most `budget` characters. The result has up to eight passages, spread evenly from the beginning of
 * the text to its end. A passage consists of whole paragraphs; where none fits, of whole sentences, else of whole words.
 */
export function passagesOf(text: string, budget: number): string {
  if (text.length <= budget) return text;
  const count = Math.max(1, Math.min(MAX_PASSAGES, Math.floor(budget / MIN_PASSAGE_CHARACTERS)));
  const size = Math.floor((budget - (count - 1) * GAP.length) / count);
  const passages = Array.from({ length: count }, (_, index) => {
    const first = count === 1 ? 0 : Math.floor((text.length - size) * (index / (count - 1)));
    const [middle, last] = [first + Math.floor(size / 2), first + size];
    const from = index === 0 ? 0 : breaksIn(text, first, middle)[0] ?? betweenCharacters(text, first, 1);
    const to = last >= text.length ? text.length : breaksIn(text, middle, last).at(-1) ?? betweenCharacters(text, last, -1);
    return text.slice(from, to).trim();
  });
  return passages.join(GAP);
}
