import type { TimedWord } from '../craft/stage/caption-parts.js';

/**
 * Words as browsers get them, four small numbers each: characters since the word before, its characters, milliseconds since the word before, its
 * milliseconds. `timedWords` in `client/` reads them.
 */
export const wordClock = (words: readonly TimedWord[]): number[] => words.flatMap(({ from, to, startMs, endMs }, at) =>
  [from - (words[at - 1]?.to ?? 0), to - from, startMs - (words[at - 1]?.endMs ?? 0), endMs - startMs]);
