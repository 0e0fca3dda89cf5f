import type { Screenplay } from '../../craft/screenplay/model.js';
import { matchesOf } from '../../craft/patterns/matches.js';

/** Words that recur in the spoken lines of a read. `entries` are the indexes of the lines, in order. */
export interface RecurringPhrase { phrase: string; count: number; entries: number[]; reason: string }

const WORDS = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;
const MIN_WORDS = 3;
const MAX_WORDS = 8;
const MIN_TIMES = 3;
const MAX_PHRASES = 50;
/** A phrase of these words alone is too common to count. */
const SMALL = new Set(('a an and are as at be been but by did do does for from had has have he her him his i if in is it its me my no not of on or our out '
  + 'said says she so than that the their them then there they this to up us was we were what when which who will with would you your').split(' '));

interface Found { phrase: string; entries: number[]; words: number }

const isOwn = (words: readonly string[]): boolean => words.filter((word) => !SMALL.has(word)).length >= 2;

/** The words of a line, split at the punctuation that no phrase may cross. */
const sentencesOf = (text: string): string[][] =>
  text.split(/[.!?;:—]+/u).map((part) => matchesOf(part.toLowerCase().replaceAll('’', '\''), WORDS).map(([word]) => word));

/** True when each use of the shorter phrase is a use of the longer one. */
const isPartOf = (shorter: Found, longer: Found): boolean =>
  ` ${longer.phrase} `.includes(` ${shorter.phrase} `) && longer.entries.length === shorter.entries.length;

/**
 * Phrases of three to eight words, at least two of them not small words, that occur in at least three spoken lines; the most frequent first. A phrase that
 * only occurs within a longer one is left out.
 */
export function recurringPhrases({ entries }: Pick<Screenplay, 'entries'>): RecurringPhrase[] {
  const found = new Map<string, Found>();
  for (const { kind, index, text } of entries) {
    if (kind !== 'dialogue') continue;
    const here = new Set<string>();
    for (const words of sentencesOf(text)) {
      for (let from = 0; from < words.length; from += 1) {
        for (let length = MIN_WORDS; length <= MAX_WORDS && from + length <= words.length; length += 1) {
          const part = words.slice(from, from + length);
          if (isOwn(part)) here.add(part.join(' '));
        }
      }
    }
    for (const phrase of here) {
      const known = found.get(phrase) ?? { phrase, entries: [], words: phrase.split(' ').length };
      known.entries.push(index);
      found.set(phrase, known);
    }
  }
  const recurring = [...found.values()].filter(({ entries: lines }) => lines.length >= MIN_TIMES).sort((a, b) => b.words - a.words);
  const kept = recurring.filter((one, at) => !recurring.slice(0, at).some((longer) => isPartOf(one, longer)));
  return kept.sort((a, b) => b.entries.length - a.entries.length || b.words - a.words || (a.phrase < b.phrase ? -1 : 1)).slice(0, MAX_PHRASES)
    .map(({ phrase, entries: lines, words }) => ({
      phrase, count: lines.length, entries: lines, reason: `The same ${words} words are in ${lines.length} lines.`,
    }));
}
