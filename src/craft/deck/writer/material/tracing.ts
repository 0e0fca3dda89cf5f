import type { DeckSentence, Origin } from '../../deck.js';
import type { DeckSource } from '../deck-source.js';
import { shownName } from './naming.js';

/** Words that may join traced words, because they say nothing about the story themselves. */
const FRAME = new Set('is a an in the words narrator author s says asks it ends like this and with of who'.split(' '));

const tokensOf = (text: string): string[] => text.toLowerCase().normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** The text at a path such as `journey.beats.0.title`; null where there is none. */
function fieldOf(of: unknown, path: string): string | null {
  let at: unknown = of;
  for (const key of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return null;
    at = (at as Record<string, unknown>)[key];
  }
  return typeof at === 'string' ? at : null;
}

/** The words that an origin points to; null when there are none. Words of people are always null, because a `DeckSource` does not keep them. */
export function wordsAt(source: DeckSource, origin: Origin): string | null {
  switch (origin.kind) {
    case 'source': {
      const text = source.texts.find(({ sourceId }) => sourceId === origin.sourceId)?.text;
      return text === undefined || origin.to > text.length ? null : text.slice(origin.from, origin.to);
    }
    case 'entry': {
      const text = source.screenplay.entries.find(({ index }) => index === origin.entryIndex)?.text;
      return text === undefined || origin.to > text.length ? null : text.slice(origin.from, origin.to);
    }
    case 'plan': return origin.field === 'title' ? source.title : fieldOf(source.plan, origin.field);
    case 'canon': return fieldOf(source.canon, origin.field);
    case 'person': return null;
  }
}

const isRun = (all: readonly string[], at: number, run: readonly string[]): boolean => run.every((token, index) => all[at + index] === token);

/** The length of the longest run of tokens from `at` on that also occurs in a field. */
function longestRun(sentence: readonly string[], at: number, field: readonly string[]): number {
  let longest = 0;
  field.forEach((_, from) => {
    let length = 0;
    while (at + length < sentence.length && sentence[at + length] === field[from + length]) length += 1;
    longest = Math.max(longest, length);
  });
  return longest;
}

/** How many tokens of a sentence from `at` on an origin accounts for: its whole range, or a run of a field; 0 for none. */
function coveredBy(source: DeckSource, origin: Origin, sentence: readonly string[], at: number): number {
  const tokens = tokensOf(wordsAt(source, origin) ?? '');
  if (origin.kind === 'plan' || origin.kind === 'canon') return longestRun(sentence, at, tokens);
  return tokens.length > 0 && isRun(sentence, at, tokens) ? tokens.length : 0;
}

/**
 * The words of a sentence that none of its origins contains. A sentence consists of its origins one after the other, each whole (of a field: a stretch of
 * it), joined by a few words such as `says` and by names of people who speak in the read. The result is empty for a sentence of a person, who is its only
 * source, and for one that a model retold, which was checked against its origins when it was written.
 */
export function untracedWords(source: DeckSource, { text, origins }: DeckSentence): string[] {
  if (origins.some((origin) => origin.kind === 'person' || (origin.kind === 'source' && origin.retold))) return [];
  const names = new Set(source.screenplay.cast.flatMap(({ character }) => [...tokensOf(character), ...tokensOf(shownName(source, character))]));
  const isFrame = (token: string): boolean => FRAME.has(token) || names.has(token);
  const sentence = tokensOf(text);
  const untraced: string[] = [];
  let at = 0;
  for (const origin of origins) {
    const covers = (from: number): number => (from < sentence.length ? coveredBy(source, origin, sentence, from) : 0);
    let begin = at;
    // An article may also occur in the field, after the words that begin there.
    while (begin < sentence.length && (covers(begin) === 0 || (isFrame(sentence[begin]!) && covers(begin + 1) > covers(begin)))) begin += 1;
    if (begin === sentence.length) return sentence.slice(at);
    untraced.push(...sentence.slice(at, begin).filter((token) => !isFrame(token)));
    at = begin + coveredBy(source, origin, sentence, begin);
  }
  return [...untraced, ...sentence.slice(at).filter((token) => !isFrame(token))];
}

/** True for a sentence with origins that hold everything it says. */
export const isTraced = (source: DeckSource, sentence: DeckSentence): boolean =>
  sentence.origins.length > 0 && untracedWords(source, sentence).length === 0;
