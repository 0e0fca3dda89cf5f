import type { Token } from './tokens.js';
import { wordTable } from '../../patterns/word-table.js';

/** A number in a statement: its value, and the stem of what it counts or measures. */
export interface FoundNumber { value: number; words: string; unit: string | null; end: number }

const UNITS: Readonly<Record<string, number>> = wordTable(Object.fromEntries(
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen`
    .split(' ').map((word, value) => [word, value])));
const TENS: Readonly<Record<string, number>> = wordTable(Object.fromEntries(
  'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, index) => [word, 20 + 10 * index])));
const SCALES: Readonly<Record<string, number>> = wordTable({ hundred: 100, thousand: 1_000, million: 1_000_000, billion: 1_000_000_000 });
const ORDINALS: Readonly<Record<string, number>> = wordTable({
  third: 3, fourth: 4, fifth: 5, sixth: 6, seventh: 7, eighth: 8, ninth: 9, tenth: 10, eleventh: 11, twelfth: 12, thirteenth: 13, fourteenth: 14,
  fifteenth: 15, sixteenth: 16, seventeenth: 17, eighteenth: 18, nineteenth: 19, twentieth: 20, thirtieth: 30, hundredth: 100, thousandth: 1_000,
});
const OTHERS: Readonly<Record<string, number>> = wordTable({
  half: 0.5, halves: 0.5, halved: 0.5, quarter: 0.25, quarters: 0.25, dozen: 12, twice: 2, double: 2, doubled: 2, thrice: 3, treble: 3, triple: 3, tripled: 3,
});

/** Value of a numeral; null for any other word. "Second" does not count, because it is as often a unit of time. */
function valueOf(lower: string): number | null {
  if (/^\d/u.test(lower)) return Number(lower.replace(/(?:st|nd|rd|th|s)$/u, '').replaceAll(',', ''));
  const plain = lower.replace(/(?<=th|rd|dozen|hundred|thousand|million)s$/u, '');
  return UNITS[plain] ?? TENS[plain] ?? SCALES[plain] ?? ORDINALS[plain] ?? OTHERS[plain] ?? null;
}

/** A number while it is read word by word: `total` is the value up to the last scale word (such as thousand), `current` the value after it. */
interface Reading { total: number; current: number; last: string }

/** The reading extended by the next word: forty one, three thousand two hundred, nineteen eighty-five. Null when that word begins another number. */
function extended({ total, current, last }: Reading, next: string): Reading | null {
  const value = valueOf(next);
  if (value === null || OTHERS[next] !== undefined) return null;
  const scale = SCALES[next];
  if (scale !== undefined) {
    if (scale === 100) return current > 0 && current < 100 ? { total, current: current * 100, last: next } : null;
    return current > 0 ? { total: total + current * scale, current: 0, last: next } : null;
  }
  const isSmall = value > 0 && value < 10;
  if (TENS[last] !== undefined && isSmall) return { total, current: current + value, last: next };
  if (SCALES[last] !== undefined && value < SCALES[last]) return { total, current: current + value, last: next };
  const isYear = total === 0 && current >= 10 && current < 20 && UNITS[last] === current && TENS[next] !== undefined;
  return isYear ? { total, current: current * 100 + value, last: next } : null;
}

/** The numbers of a statement in order, in words or digits. A lone "one" counts only when it counts something. */
export function numbersIn(tokens: readonly Token[]): FoundNumber[] {
  const found: FoundNumber[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const { lower } = tokens[at]!;
    let value = valueOf(lower);
    if (value === null) continue;
    if (value === 0.5 && addsHalf(tokens, at, found)) continue;
    const begin = at;
    const scale = SCALES[lower] ?? 0;
    let reading: Reading = scale > 100 ? { total: scale, current: 0, last: lower } : { total: 0, current: value, last: lower };
    while (at + 1 < tokens.length) {
      const skipsAnd = tokens[at + 1]!.lower === 'and' && SCALES[reading.last] !== undefined ? 1 : 0;
      const next = tokens[at + 1 + skipsAnd];
      const more = next ? extended(reading, next.lower) : null;
      if (!more) break;
      reading = more;
      at += 1 + skipsAnd;
    }
    value = reading.total + reading.current;
    const unit = unitAfter(tokens, at);
    if (value === 1 && unit === null) continue;
    found.push({ value, words: tokens.slice(begin, at + 1).map(({ word }) => word).join(' '), unit, end: at });
  }
  return found;
}

/** "Two and a half miles", "two miles and a half", "a mile and a half": true when the half belongs to what stands before it. */
function addsHalf(tokens: readonly Token[], at: number, found: FoundNumber[]): boolean {
  if (tokens[at - 1]?.lower !== 'a' || tokens[at - 2]?.lower !== 'and') return false;
  const last = found.at(-1);
  if (last && (last.end === at - 3 || last.end === at - 4)) {
    last.value += 0.5;
    last.words += ' and a half';
    if (last.end === at - 3) [last.end, last.unit] = [at, unitAfter(tokens, at)];
    return true;
  }
  const unit = tokens[at - 3];
  if (!unit?.content || !['a', 'an'].includes(tokens[at - 4]?.lower ?? '')) return false;
  found.push({ value: 1.5, words: `a ${unit.word} and a half`, unit: unit.stem, end: at - 4 });
  return true;
}

/** The stem of the first content word among the two words after a number in its clause; null without one. */
function unitAfter(tokens: readonly Token[], at: number): string | null {
  const next = tokens.slice(at + 1, at + 3).filter(({ clause }) => clause === tokens[at]!.clause);
  const half = ['half', 'quarter'].includes(tokens[at]!.lower);
  if (next[0] && !next[0].content && next[0].lower !== 'of' && !(half && ['a', 'an'].includes(next[0].lower))) return null;
  return next.find(({ content, lower }) => content && valueOf(lower) === null)?.stem ?? null;
}

/** True when two values are equal apart from floating-point error. */
export const isSameValue = (one: number, other: number): boolean => Math.abs(one - other) < 1e-9;
