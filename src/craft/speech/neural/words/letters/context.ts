import { isVowel, PRIMARY, SECONDARY } from '../sound-units.js';

/** The number of features that decide the sound of a letter: its neighbours, the end of the word, the sounds before it, and the stress so far. */
export const FEATURES = 15;
const EDGE = 0;
const NEIGHBOURS = [1, -1, 2, -2, 3, -3, 4, -4];
const ENDS = [1, 2, 3];

const letterAt = (word: string, at: number): number => (at >= 0 && at < word.length ? word.charCodeAt(at) - 96 : EDGE);

/** Writes the features of the letter at `at` to `features`. `before` holds the sounds of the letters before it. */
export function readContext(word: string, at: number, before: readonly string[], features: Uint8Array): void {
  let index = 0;
  for (const offset of NEIGHBOURS) features[index++] = letterAt(word, at + offset);
  for (const offset of ENDS) features[index++] = letterAt(word, word.length - offset);
  const said = before.slice(0, at).join('');
  features[index++] = said.includes(PRIMARY) ? 2 : said.includes(SECONDARY) ? 1 : 0;
  const last = said.replace(/ː$/, '').at(-1) ?? '';
  features[index++] = last === '' ? EDGE : 1 + (last.codePointAt(0)! % 251);
  features[index++] = [...said].filter(isVowel).length;
  features[index] = word.slice(at + 1).match(/[aeiouy]+/g)?.length ?? 0;
}
