import { wordTable } from '../../../patterns/word-table.js';

/** English words for numbers. */

const ONES = ('zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen '
  + 'seventeen eighteen nineteen').split(' ');
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES: readonly [number, string][] = [[1e12, 'trillion'], [1e9, 'billion'], [1e6, 'million'],
  [1_000, 'thousand']];
const ORDINALS: Record<string, string> = wordTable({ one: 'first', two: 'second', three: 'third', five: 'fifth', eight: 'eighth',
  nine: 'ninth', twelve: 'twelfth' });

/** Number words above one. */
export const COUNTING = [...new Set([...ONES, ...TENS])].filter((word) => word !== 'zero' && word !== 'one');

/** A whole number from 0 to 999 trillion: 2300 is `two thousand three hundred`. */
export function cardinal(value: number): string {
  if (value < 20) return ONES[value] ?? String(value);
  if (value < 100) return TENS[Math.floor(value / 10)]! + (value % 10 ? `-${ONES[value % 10]}` : '');
  if (value < 1_000) {
    const rest = value % 100;
    return `${ONES[Math.floor(value / 100)]} hundred${rest ? ` and ${cardinal(rest)}` : ''}`;
  }
  for (const [size, name] of SCALES) {
    if (value < size) continue;
    const rest = value % size;
    return `${cardinal(Math.floor(value / size))} ${name}${rest ? `${rest < 100 ? ' and' : ''} ${cardinal(rest)}` : ''}`;
  }
  return String(value);
}

/** 21 is `twenty-first`. */
export function ordinal(value: number): string {
  return cardinal(value).replace(/[a-z]+$/u, (last) => ORDINALS[last]
    ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`));
}

/** 1987 is `nineteen eighty-seven`, 2003 `two thousand and three`, 1905 `nineteen oh five`. */
export function yearWords(year: number): string {
  const [century, rest] = [Math.floor(year / 100), year % 100];
  if (year % 1_000 === 0 || (year > 2_000 && year < 2_010)) return cardinal(year);
  if (rest === 0) return `${cardinal(century)} hundred`;
  return `${cardinal(century)} ${rest < 10 ? `oh ${cardinal(rest)}` : cardinal(rest)}`;
}

/**
 * Digits with thousands marks and a decimal point: `5,000`, `3.8`. Numbers too long to say are spelled digit by digit.
 */
export function numberWords(digits: string): string {
  const [whole = '0', fraction] = digits.replace(/,/gu, '').split('.');
  const spelled = (text: string): string => [...text].map((digit) => ONES[Number(digit)]).join(' ');
  const said = whole.length > 15 || (whole.length > 1 && whole.startsWith('0')) ? spelled(whole)
    : cardinal(Number(whole));
  return fraction ? `${said} point ${spelled(fraction)}` : said;
}

const ROMAN: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1_000 };

/** The value of a Roman numeral in capitals (`MIX` is 1009); null for other letters (`IC`). */
export function romanValue(letters: string): number | null {
  if (!/^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/u.test(letters) || letters === '') return null;
  let sum = 0;
  for (let at = 0; at < letters.length; at++) {
    const value = ROMAN[letters[at]!]!;
    sum += value < (ROMAN[letters[at + 1] ?? ''] ?? 0) ? -value : value;
  }
  return sum;
}
