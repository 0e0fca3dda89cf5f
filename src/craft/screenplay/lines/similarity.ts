import { foldedWords } from './spoken.js';

/** How often each group of three characters occurs in a line, without punctuation and case. */
export interface Grams { words: string; counts: ReadonlyMap<string, number>; total: number }

/** Of longer lines, only the first characters are compared. */
const MAX_COMPARED_CHARACTERS = 2_000;

export function gramsOf(text: string): Grams {
  const words = foldedWords(text.slice(0, MAX_COMPARED_CHARACTERS));
  const counts = new Map<string, number>();
  for (let at = 0; at + 3 <= words.length; at += 1) {
    const gram = words.slice(at, at + 3);
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return { words, counts, total: Math.max(0, words.length - 2) };
}

/** Similarity of two lines from 0 to 1: the Dice coefficient of their groups of three characters. */
export function similarityOf(a: Grams, b: Grams): number {
  if (a.words === b.words) return 1;
  const total = a.total + b.total;
  if (total === 0) return 0;
  const [few, many] = a.counts.size < b.counts.size ? [a, b] : [b, a];
  let shared = 0;
  for (const [gram, count] of few.counts) shared += Math.min(count, many.counts.get(gram) ?? 0);
  return (2 * shared) / total;
}

/** The longest subsequence of pairs whose second numbers rise. Expects `pairs` sorted by their first numbers. */
export function longestRising(pairs: readonly [number, number][]): [number, number][] {
  const tails: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  pairs.forEach(([, value], at) => {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tails[middle]!]![1] < value) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before[at] = tails[low - 1]!;
    tails[low] = at;
  });
  const chain: [number, number][] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at]!) chain.push(pairs[at]!);
  return chain.reverse();
}
