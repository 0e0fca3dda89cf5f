import { soundOf } from './homophones.js';
import { spokenForm } from './spoken-form.js';

export interface WordErrors {
  /** The number of words to change, add or remove to turn the written line into the heard one. */
  errors: number;
  /** The number of words of the written line. */
  words: number;
  /** Written words that were not heard, in order. */
  missing: string[];
  /** Heard words that are not written, in order. */
  extra: string[];
}

/** The most words that may be divided differently on the two sides: `north-east`, `northeast`. */
const MAX_JOINED = 3;

type Step = [written: number, heard: number, errors: number];

/** Removes what a recogniser writes for sounds other than speech. */
const withoutNoises = (heard: string): string => heard.replace(/\[[^\]]*\]|\([^)]*\)|[♪♫]/g, ' ');

/** The step over two runs of words that end here and have the same letters but other word boundaries; null without such runs. */
function joinAt(written: readonly string[], heard: readonly string[], at: number, to: number): Step | null {
  for (let left = 1; left <= Math.min(MAX_JOINED, at); left++) {
    const letters = written.slice(at - left, at).join('');
    for (let right = 1; right <= Math.min(MAX_JOINED, to); right++) {
      if ((left > 1 || right > 1) && letters === heard.slice(to - right, to).join('')) return [left, right, 0];
    }
  }
  return null;
}

/** The lowest cost of every pair of positions, and the last step to it (edit distance). */
function stepsBetween(written: readonly string[], heard: readonly string[]): { cost: Uint32Array; steps: Step[] } {
  const [sounds, heardSounds] = [written.map(soundOf), heard.map(soundOf)];
  const width = heard.length + 1;
  const cost = new Uint32Array((written.length + 1) * width);
  const steps: Step[] = new Array<Step>(cost.length);
  for (let at = 0; at <= written.length; at++) {
    for (let to = 0; to <= heard.length; to++) {
      if (at + to === 0) continue;
      const ways: Step[] = [];
      if (at > 0 && to > 0) {
        ways.push([1, 1, sounds[at - 1] === heardSounds[to - 1] ? 0 : 1]);
        const join = joinAt(written, heard, at, to);
        if (join) ways.push(join);
      }
      if (at > 0) ways.push([1, 0, 1]);
      if (to > 0) ways.push([0, 1, 1]);
      let [best, least] = [ways[0]!, Infinity];
      for (const way of ways) {
        const total = cost[(at - way[0]) * width + to - way[1]]! + way[2];
        if (total < least) [best, least] = [way, total];
      }
      cost[at * width + to] = least;
      steps[at * width + to] = best;
    }
  }
  return { cost, steps };
}

/**
 * Compares a written line with what a recogniser heard, word by word. Spelling, numbers, abbreviations, contractions, common
 * homophones and the division of words do not count as errors; names that are spelled otherwise do.
 */
export function wordErrors(written: string, heard: string): WordErrors {
  const [left, right] = [spokenForm(written), spokenForm(withoutNoises(heard))];
  const { cost, steps } = stepsBetween(left, right);
  const [missing, extra]: [string[], string[]] = [[], []];
  let [at, to] = [left.length, right.length];
  while (at + to > 0) {
    const [back, backHeard, errors] = steps[at * (right.length + 1) + to]!;
    if (errors > 0 && back > 0) missing.unshift(left[at - 1]!);
    if (errors > 0 && backHeard > 0) extra.unshift(right[to - 1]!);
    at -= back;
    to -= backHeard;
  }
  return { errors: cost.at(-1)!, words: left.length, missing, extra };
}

/** Errors per written word over several lines: 0 when all is heard or nothing is written, and above 1 when there are more errors than words. */
export function wordErrorRate(lines: readonly Pick<WordErrors, 'errors' | 'words'>[]): number {
  const words = lines.reduce((sum, line) => sum + line.words, 0);
  return words === 0 ? 0 : lines.reduce((sum, line) => sum + line.errors, 0) / words;
}

/**
 * True when a listener misses the line: more than a third of its words and at least two, or every word of a line of one or
 * two.
 */
export function isMissed({ words, missing }: Pick<WordErrors, 'words' | 'missing'>): boolean {
  if (words === 0) return false;
  return words <= 2 ? missing.length === words : missing.length >= 2 && missing.length * 3 > words;
}
