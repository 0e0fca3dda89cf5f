import { genderOfFirstName } from '../analysis/names/first-names.js';
import { genderOfNoun } from '../analysis/names/names.js';
import type { Token } from './tokens.js';

function sexOf({ lower, word, pos }: Token): 'female' | 'male' | null {
  if (['she', 'her'].includes(lower)) return 'female';
  if (['he', 'him'].includes(lower)) return 'male';
  return genderOfNoun(lower) ?? (pos === 'PROPN' ? genderOfFirstName(word) : null);
}

/** True when each group of words has one known sex and the two differ. */
export function haveOtherSex(one: readonly Token[], other: readonly Token[]): boolean {
  const [first, second] = [one, other].map((tokens) => [...new Set(tokens.map((token) => sexOf(token)).filter((sex) => sex !== null))]) as [string[], string[]];
  return first.length === 1 && second.length === 1 && first[0] !== second[0];
}
