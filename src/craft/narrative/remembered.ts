import { LRUCache } from 'lru-cache';
import { MAX_WHOLE_TEXT_CHARACTERS } from './model.js';

/** Characters of all texts that one function remembers, if nothing else is said: some hours of speech. */
const MAX_CHARACTERS = 1_000_000;
/** Longer texts are whole sources, which are not asked about again and again. */
const MAX_TEXT = 4_000;

/**
 * A pure function of a sentence or so that remembers its latest answers: a plan, the variants that it is chosen from and its script ask the same
 * of the same sentences. Answers are shared, so nobody may change them.
 */
export function remembered<T extends NonNullable<unknown>>(answer: (text: string) => T, maxCharacters = MAX_CHARACTERS): (text: string) => T {
  const answers = new LRUCache<string, T>({ maxSize: maxCharacters, sizeCalculation: (_answer, text) => text.length + 1 });
  return (text) => {
    if (text.length > MAX_TEXT) return answer(text);
    const known = answers.get(text);
    if (known !== undefined) return known;
    const fresh = answer(text);
    answers.set(text, fresh);
    return fresh;
  };
}

/** Whole sources whose answers are kept: as many as one production has at hand. */
const MAX_SOURCES = 4;

/** The same for whole sources: of those that are not too long to be analysed whole, the latest few are kept. */
export function rememberedSource<T extends NonNullable<unknown>>(answer: (text: string) => T): (text: string) => T {
  const answers = new LRUCache<string, T>({ max: MAX_SOURCES });
  return (text) => {
    if (text.length > MAX_WHOLE_TEXT_CHARACTERS) return answer(text);
    const known = answers.get(text);
    if (known !== undefined) return known;
    const fresh = answer(text);
    answers.set(text, fresh);
    return fresh;
  };
}
