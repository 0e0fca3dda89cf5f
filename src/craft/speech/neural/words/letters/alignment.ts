import { unitsOf, withoutStress } from '../sound-units.js';

/** A word with the sound of each of its letters. */
export interface AlignedWord { word: string; sounds: string[] }

const MAX_UNITS_PER_LETTER = 2;
const ROUNDS = 5;
const NO_UNIT = 0;
/** Units are numbered from 1, ignoring stress; all numbers stay below this limit. */
const UNIT_LIMIT = 96;
const PAIRS = UNIT_LIMIT * UNIT_LIMIT;
const LETTERS = 26;
const UNLIKELY = 1e-7;

interface Numbered { word: string; letters: Uint8Array; units: string[]; numbers: Uint8Array }

/** The index in the tables of a letter together with its units from `at` on. */
function place(one: Numbered, letter: number, at: number, length: number): number {
  const first = length > 0 ? one.numbers[at]! : NO_UNIT;
  const second = length > 1 ? one.numbers[at + 1]! : NO_UNIT;
  return one.letters[letter]! * PAIRS + first * UNIT_LIMIT + second;
}

/** Working memory for an alignment. All words share it, because allocating it anew takes as long as the alignment itself. */
interface Board { best: Float64Array; taken: Uint8Array }

function boardFor(words: readonly Numbered[]): Board {
  const cells = words.reduce((most, { letters, numbers }) => Math.max(most, (letters.length + 1) * (numbers.length + 1)), 1);
  return { best: new Float64Array(cells), taken: new Uint8Array(cells) };
}

/** Units of every letter by the cheapest alignment, as lengths; null when the word has too many units for its letters. */
function align({ letters, numbers }: Numbered, costs: Float64Array, { best, taken }: Board): Uint8Array | null {
  const [rows, columns] = [letters.length, numbers.length + 1];
  best.fill(Infinity, 0, (rows + 1) * columns);
  best[0] = 0;
  for (let letter = 0; letter < rows; letter++) {
    const from = letters[letter]! * PAIRS;
    for (let at = 0; at < columns; at++) {
      const before = best[letter * columns + at]!;
      if (before === Infinity) continue;
      const longest = Math.min(MAX_UNITS_PER_LETTER, columns - 1 - at);
      for (let length = 0; length <= longest; length++) {
        const cost = before + costs[from + (length > 0 ? numbers[at]! * UNIT_LIMIT : 0) + (length > 1 ? numbers[at + 1]! : 0)]!;
        const next = (letter + 1) * columns + at + length;
        if (cost < best[next]!) {
          best[next] = cost;
          taken[next] = length;
        }
      }
    }
  }
  if (best[rows * columns + columns - 1] === Infinity) return null;
  const lengths = new Uint8Array(rows);
  for (let letter = rows, at = columns - 1; letter > 0; letter--) {
    const length = taken[letter * columns + at]!;
    lengths[letter - 1] = length;
    at -= length;
  }
  return lengths;
}

/** Turns counts into costs: the negative logarithm of the share that the units have among all units of the letter. */
function costsOf(counts: Float64Array): Float64Array {
  const costs = new Float64Array(counts.length);
  for (let letter = 0; letter < LETTERS; letter++) {
    const from = letter * PAIRS;
    const total = counts.subarray(from, from + PAIRS).reduce((sum, count) => sum + count, 0) || 1;
    for (let index = from; index < from + PAIRS; index++) costs[index] = -Math.log(Math.max(counts[index]! / total, UNLIKELY));
  }
  return costs;
}

/** First guess: a letter stands for the units at about the same share of the word. */
function diagonalCounts(words: readonly Numbered[]): Float64Array {
  const counts = new Float64Array(LETTERS * PAIRS);
  for (const one of words) {
    const slope = one.numbers.length / one.letters.length;
    for (let letter = 0; letter < one.letters.length; letter++) {
      const middle = Math.round(letter * slope);
      for (let at = Math.max(0, middle - 1); at <= Math.min(one.numbers.length - 1, middle + 1); at++) {
        counts[place(one, letter, at, 1)]! += 1;
        if (at + 1 < one.numbers.length) counts[place(one, letter, at, 2)]! += 0.05;
      }
      counts[place(one, letter, 0, 0)]! += 0.5;
    }
  }
  return counts;
}

/** Learns which units each letter stands for, and divides every word's phonemes among its letters. Words that cannot be divided are left out. */
export function alignWords(entries: Iterable<readonly [word: string, phonemes: string]>): AlignedWord[] {
  const numbers = new Map<string, number>();
  const numberOf = (unit: string): number => {
    const plain = withoutStress(unit);
    const known = numbers.get(plain) ?? Math.min(numbers.size + 1, UNIT_LIMIT - 1);
    numbers.set(plain, known);
    return known;
  };
  const words: Numbered[] = [];
  for (const [word, phonemes] of entries) {
    const units = unitsOf(phonemes);
    if (units.length > word.length * MAX_UNITS_PER_LETTER) continue;
    words.push({ word, units, letters: Uint8Array.from(word, (letter) => letter.charCodeAt(0) - 97), numbers: Uint8Array.from(units, numberOf) });
  }
  const board = boardFor(words);
  let costs = costsOf(diagonalCounts(words));
  for (let round = 0; round < ROUNDS; round++) {
    const counts = new Float64Array(LETTERS * PAIRS);
    for (const one of words) {
      const lengths = align(one, costs, board);
      if (!lengths) continue;
      let at = 0;
      lengths.forEach((length, letter) => {
        counts[place(one, letter, at, length)]! += 1;
        at += length;
      });
    }
    costs = costsOf(counts);
  }
  return words.flatMap((one) => {
    const lengths = align(one, costs, board);
    if (!lengths) return [];
    let at = 0;
    return [{ word: one.word, sounds: Array.from(lengths, (length) => one.units.slice(at, at += length).join('')) }];
  });
}
