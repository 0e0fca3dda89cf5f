import { LRUCache } from 'lru-cache';
import { MAX_WHOLE_TEXT_CHARACTERS } from './model.js';

/** Default limit for the texts that one function remembers, in characters in total: some hours of speech. */
const MAX_CHARACTERS = 1_000_000;
/** Longer texts are whole sources, which are not asked about again and again. */
const MAX_TEXT = 4_000;

/**
 * Wraps a pure function of about a sentence so that it remembers its latest results: a plan, its variants and its script ask the same about the same
 * sentences. Results are shared, so callers must not change them.
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

/** Whole sources whose results are kept: as many as one production uses at a time. */
const MAX_SOURCES = 4;

/** Like `remembered`, for whole sources. The results for the latest few are kept, except for sources that are too long to be analysed whole. */
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
