import { MONTH_NAMES } from '../../patterns/calendar.js';
import { cardinal, numberWords, ordinal, year, type NumberStyle } from './numbers.js';
import type { Rule } from './rules.js';

const MONTH = `(${MONTH_NAMES.join('|')}|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)\\b\\.?)`;
const DAY = '(0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?';
const YEAR = '(1\\d{3}|20\\d{2})';

const monthOf = (written: string): string => MONTH_NAMES.find((month) => month.startsWith(written.slice(0, 3)))!;
const dayOf = (written: string, style: NumberStyle): string => ordinal(Number(written), style);

function date(day: string, month: string, yearOf: string | undefined, style: NumberStyle): string {
  const said = style === 'gb' ? `the ${dayOf(day, style)} of ${month}` : `${month} ${dayOf(day, style)}`;
  return yearOf === undefined ? said : `${said}, ${year(Number(yearOf), style)}`;
}

/** Hour and minutes: `5:30` → `five thirty`, `5:05` → `five oh five`, `5:00` → `five o'clock`. */
function time(hour: string, minutes: string, half: string | undefined, style: NumberStyle): string {
  const [hours, rest] = [cardinal(Number(hour), style), Number(minutes)];
  const even = half !== undefined ? '' : Number(hour) > 12 || hour === '00' ? ' hundred' : " o'clock";
  const said = rest === 0 ? hours + even : `${hours} ${rest < 10 ? 'oh ' : ''}${cardinal(rest, style)}`;
  return half === undefined ? said : `${said} ${half.charAt(0).toUpperCase()}·M`;
}

const HALF = '([apAP])(?:\\.\\s?[mM]\\b\\.?|[mM]\\b)';
/** Captures what shows that a full stop ends the sentence. */
const ENDS = '(?=(\\s+["\'(]*[A-Z]|["\')]*$)?)';

function decade(century: string, ten: string, style: NumberStyle): string {
  const tens = cardinal(Number(ten) * 10, style);
  if (ten === '0') return `${cardinal(Number(century), style)} hundreds`;
  return `${century ? `${cardinal(Number(century), style)} ` : ''}${ten === '1' ? 'tens' : tens.replace(/y$/, 'ies')}`;
}

/** Times, dates, decades and years. */
export const DATE_RULES: readonly Rule[] = [
  [new RegExp(`\\b([01]?\\d|2[0-3])[:.]([0-5]\\d)\\s?${HALF}${ENDS}`, 'g'),
    (style, match, hour, minutes, half, ends) => time(hour!, minutes!, half, style) + (ends === undefined || !match.endsWith('.') ? '' : '.')],
  [new RegExp(`\\b(\\d{1,2})\\s?${HALF}${ENDS}`, 'g'),
    (style, match, hour, half, ends) => time(hour!, '0', half, style) + (ends === undefined || !match.endsWith('.') ? '' : '.')],
  [/\b([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?(?![\d:])/g, (style, _, hour, minutes) => time(hour!, minutes!, undefined, style)],
  [/\b(1\d{3}|20\d{2})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])\b/g, (style, _, y, m, d) => date(d!, MONTH_NAMES[Number(m) - 1]!, y, style)],
  [/\b(0?[1-9]|[12]\d|3[01])\/(0?[1-9]|[12]\d|3[01])\/(1\d{3}|20\d{2})\b/g, (style, whole, first, second, y) => {
    const [day, month] = (style === 'gb' && Number(second) <= 12) || Number(first) > 12 ? [first!, second!] : [second!, first!];
    return Number(month) > 12 ? whole : date(day, MONTH_NAMES[Number(month) - 1]!, y, style);
  }],
  [new RegExp(`\\b${MONTH}\\s(?:the\\s)?${DAY}(?!\\d|[.,:/]\\d|-\\d)(?:,?\\s${YEAR}\\b)?`, 'g'), (style, whole, m, d, y) => {
    const the = style === 'gb' || / the /.test(whole) ? 'the ' : '';
    return `${monthOf(m!)} ${the}${dayOf(d!, style)}${y === undefined ? '' : `, ${year(Number(y), style)}`}`;
  }],
  [new RegExp(`\\b((?:[Tt]he\\s)?)${DAY}\\s(of\\s)?${MONTH}(?=[\\s,;:.!?)"'—…]|$)(?:,?\\s${YEAR}\\b)?`, 'g'), (style, _, the, d, _of, m, y) => (
    `${the || 'the '}${dayOf(d!, style)} of ${monthOf(m!)}${y === undefined ? '' : `, ${year(Number(y), style)}`}`)],
  [new RegExp(`\\b${MONTH},?\\s${YEAR}\\b`, 'g'), (style, _, m, y) => `${monthOf(m!)} ${year(Number(y), style)}`],
  [/\b(1\d|20)(\d)0'?s\b/g, (style, _, century, ten) => decade(century!, ten!, style)],
  [/(?<!\w)'?([2-9])0'?s\b/g, (style, _, ten) => decade('', ten!, style)],
  [/\b(1\d{3}|20\d{2})-(?:(1\d{3}|20\d{2})|(\d{2}))\b(?!-)/g, (style, _, from, to, short) => (
    `${year(Number(from), style)} to ${to === undefined ? numberWords(short!, style) : year(Number(to), style)}`)],
  [/(?<=\b(?:in|since|by|until|from|year) )(10\d{2})\b(?![,.]\d)/gi, (style, _, y) => year(Number(y), style)],
  // A number before a plural noun, as in "1832 miles", is not a year.
  [/(?<![\d.,/$£€#-]|No\. )\b(1[1-9]\d{2}|20\d{2})(?=('s)?)\b(?![\d%°]|[.,:/-]\d)(?!\s(?!(?:was|is|has|his|this|as|its|us)\b)[a-z]{2,}s\b)/g,
    (style, _, y) => year(Number(y), style)],
];
