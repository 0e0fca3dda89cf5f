import { wordTable } from '../../patterns/word-table.js';

const UP_TO_NINETEEN = ('zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
  'seventeen eighteen nineteen').split(' ');
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const SCALES: [number, string][] = [[1e12, 'trillion'], [1e9, 'billion'], [1e6, 'million'], [1e3, 'thousand'], [100, 'hundred']];
const IRREGULAR_ORDINALS: Record<string, string> = wordTable({
  one: 'first', two: 'second', three: 'third', five: 'fifth', eight: 'eighth', nine: 'ninth', twelve: 'twelfth',
});
/** From here on a number is read digit by digit. */
const MAX_CARDINAL = 1e15;

/** How an accent reads numbers: "one hundred and one" in British English, "one hundred one" in American English. */
export type NumberStyle = 'us' | 'gb';

/** `1832` → `one thousand eight hundred thirty-two`. Takes whole numbers from 0; above 10¹⁵ it reads digits. */
export function cardinal(value: number, style: NumberStyle): string {
  if (value >= MAX_CARDINAL) return digits(value.toFixed(0));
  if (value < 20) return UP_TO_NINETEEN[value]!;
  if (value < 100) return TENS[Math.floor(value / 10)]! + (value % 10 ? `-${UP_TO_NINETEEN[value % 10]!}` : '');
  const [size, name] = SCALES.find(([least]) => value >= least)!;
  const rest = value % size;
  const head = `${cardinal(Math.floor(value / size), style)} ${name}`;
  if (rest === 0) return head;
  return `${head} ${style === 'gb' && rest < 100 ? 'and ' : ''}${cardinal(rest, style)}`;
}

/** The words of an ordinal number: 21 is `twenty-first`. */
export function ordinal(value: number, style: NumberStyle): string {
  return cardinal(value, style).replace(/[a-z]+$/, (last) => (
    IRREGULAR_ORDINALS[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`)));
}

/** `1895` → `eighteen ninety-five`, `2007` → `two thousand seven`. Takes 1000 to 2099. */
export function year(value: number, style: NumberStyle): string {
  const [century, rest] = [Math.floor(value / 100), value % 100];
  if (century % 10 === 0 && rest < 10) return cardinal(value, style);
  if (rest === 0) return `${cardinal(century, style)} hundred`;
  return `${cardinal(century, style)} ${rest < 10 ? 'oh ' : ''}${cardinal(rest, style)}`;
}

/** Reads digit by digit: `007` → `zero zero seven`. */
export const digits = (text: string): string => [...text.replace(/\D/g, '')].map((digit) => UP_TO_NINETEEN[Number(digit)]!).join(' ');

/** Reads a number as written: separators of thousands, a decimal point, leading zeros. */
export function numberWords(written: string, style: NumberStyle): string {
  const [whole = '', ...parts] = written.replace(/,/g, '').split('.');
  if (/^0\d/.test(whole) && parts.length === 0) return digits(whole);
  const head = whole === '' ? '' : whole.length > 12 ? digits(whole) : cardinal(Number(whole), style);
  const tail = parts.map((part) => ` point ${parts.length > 1 ? cardinal(Number(part.slice(0, 12)), style) : digits(part)}`);
  return (head + tail.join('')).trim();
}

const ROMAN = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 } as const;

/** Value of a well-formed Roman numeral, or null. */
export function parseRoman(text: string): number | null {
  if (!/^(?=[IVXLCDM])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/.test(text)) return null;
  const values = [...text].map((sign) => ROMAN[sign as keyof typeof ROMAN]);
  return values.reduce((sum: number, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}
