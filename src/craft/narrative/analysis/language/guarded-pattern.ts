import { matchesOf } from '../../../patterns/matches.js';

/** A pattern that is searched only in texts that contain the words it needs. */
export interface GuardedPattern {
  exec(text: string): RegExpExecArray | null;
  /** All matches, for a pattern with the flag `g`. */
  all(text: string): RegExpExecArray[];
}

/**
 * Guards a long pattern with a short pattern that matches wherever the long one does. A pattern with some hundred nouns takes up to a fifth of a second to
 * compile on its first search, and most texts need few such patterns.
 */
export const where = (needed: RegExp, pattern: RegExp): GuardedPattern => ({
  exec: (text) => needed.test(text) ? pattern.exec(text) : null,
  all: (text) => needed.test(text) ? matchesOf(text, pattern) : [],
});
