import type { TimedWord } from '../craft/stage/caption-parts.js';

/**
 * Encodes words for browsers as four small numbers each: characters since the end of the previous word, length in characters, milliseconds since the end of
 * the previous word, length in milliseconds. `timedWords` in `client/` decodes them.
 */
export const wordClock = (words: readonly TimedWord[]): number[] => words.flatMap(({ from, to, startMs, endMs }, at) =>
  [from - (words[at - 1]?.to ?? 0), to - from, startMs - (words[at - 1]?.endMs ?? 0), endMs - startMs]);
