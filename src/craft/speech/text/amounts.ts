import { cardinal, digits, numberWords, ordinal, parseRoman } from './numbers.js';
import type { Rule } from './rules.js';
import { wordTable } from '../../patterns/word-table.js';

/** A whole number with separators, within a bound: a row of digits and commas would otherwise be searched to its end from each of its digits. */
const WHOLE = '\\d[\\d,]{0,30}';
const NUMBER = `(${WHOLE}(?:\\.\\d+)?|\\.\\d+)`;
const UNITS: Record<string, string> = wordTable({
  km: 'kilometre', cm: 'centimetre', mm: 'millimetre', m: 'metre', kg: 'kilogram', g: 'gram', mg: 'milligram', ml: 'millilitre', l: 'litre',
  'ft': 'foot', 'lb': 'pound', 'lbs': 'pound', 'oz': 'ounce', 'yd': 'yard', 'yds': 'yard', 'mi': 'mile', 'hr': 'hour', 'hrs': 'hour', 'min': 'minute',
  'mins': 'minute', 'sec': 'second', 'secs': 'second', 'mph': 'mile per hour', 'km/h': 'kilometre per hour', 'kph': 'kilometre per hour',
  'm/s': 'metre per second', Hz: 'hertz', kHz: 'kilohertz', MHz: 'megahertz', GHz: 'gigahertz', kB: 'kilobyte', KB: 'kilobyte', MB: 'megabyte',
  GB: 'gigabyte', TB: 'terabyte', kW: 'kilowatt', kWh: 'kilowatt hour', dB: 'decibel', ha: 'hectare', cwt: 'hundredweight', tsp: 'teaspoon', tbsp: 'tablespoon',
});
const UNIT = Object.keys(UNITS).sort((a, b) => b.length - a.length).map((unit) => unit.replace('/', '\\/')).join('|');
const CURRENCIES: Record<string, [one: string, many: string, part: string]> = {
  $: ['dollar', 'dollars', 'cents'], '£': ['pound', 'pounds', 'pence'], '€': ['euro', 'euros', 'cents'], '¥': ['yen', 'yen', 'sen'],
};
const SCALES = wordTable({ k: 'thousand', K: 'thousand', m: 'million', M: 'million', mn: 'million', B: 'billion', bn: 'billion', tn: 'trillion' });
const DENOMINATORS: Record<number, string> = { 2: 'half', 4: 'quarter' };
const MAX_DENOMINATOR = 100;

function plural(unit: string): string {
  if (/hertz$|weight$/.test(unit)) return unit;
  if (unit.startsWith('foot')) return unit.replace('foot', 'feet');
  return unit.includes(' per ') ? unit.replace(' per', 's per') : `${unit}s`;
}

/** A fraction below one, or null for other pairs of numbers. */
function fraction(above: number, below: number): string | null {
  if (above < 1 || above >= below || below < 2 || below > MAX_DENOMINATOR || (below > 20 && below % 10 !== 0)) return null;
  const part = DENOMINATORS[below] ?? ordinal(below, 'us');
  return `${cardinal(above, 'us')} ${above === 1 ? part : part === 'half' ? 'halves' : `${part}s`}`;
}

const endOf = (match: string): string => (match.endsWith('.') ? '.' : '');

/** Money, measures, fractions and degrees. */
export const AMOUNT_RULES: readonly Rule[] = [
  [/£(\d[\d,]*)\s(\d{1,2})s\.?(?:\s(\d{1,2})d\b\.?)?/g, (style, _, pounds, shillings, pence) => (
    `${numberWords(pounds!, style)} ${pounds === '1' ? 'pound' : 'pounds'} ${numberWords(shillings!, style)} ${shillings === '1' ? 'shilling' : 'shillings'}` +
    (pence === undefined ? '' : ` and ${numberWords(pence, style)} pence`))],
  [/(?<![\w.])-(?=(?:US)?[$£€¥]\s?\.?\d)/g, () => 'minus '],
  [new RegExp(`(?:US)?([$£€¥])\\s?${NUMBER}(?:\\s?(hundred|thousand|million|billion|trillion|[mkMKB]|[bmt]n)\\b)?`
    + '(?=([- ](?:bill|note|coin)\\b)?)', 'g'),
    (style, _, sign, written, scale, thing) => {
      const [one, many, part] = CURRENCIES[sign!]!;
      const scaled = scale === undefined ? '' : ` ${SCALES[scale] ?? scale}`;
      const [whole = '0', rest] = written!.split('.');
      const unit = thing !== undefined || (scaled === '' && Number(whole.replace(/,/g, '')) === 1 && rest === undefined) ? one : many;
      if (scaled !== '' || rest === undefined || rest.length !== 2) return `${numberWords(written!, style)}${scaled} ${unit}`;
      const [main, parts] = [Number(whole.replace(/,/g, '')), Number(rest)];
      const small = `${cardinal(parts, style)} ${parts === 1 && part === 'cents' ? 'cent' : part}`;
      if (main === 0) return small;
      const big = `${numberWords(whole, style)} ${main === 1 ? one : many}`;
      return parts === 0 ? big : `${big} and ${small}`;
    }],
  [/\b(\d{1,2})s\.\s?(\d{1,2})d\b\.?/g, (style, _, shillings, pence) => (
    `${numberWords(shillings!, style)} ${shillings === '1' ? 'shilling' : 'shillings'} and ${numberWords(pence!, style)} pence`)],
  [/\b(\d{1,3})(?:p\b|d\.)/g, (style, _, pence) => `${numberWords(pence!, style)} ${pence === '1' ? 'penny' : 'pence'}`],
  [/\b(\d+)\s?¢/g, (style, _, count) => `${numberWords(count!, style)} ${count === '1' ? 'cent' : 'cents'}`],
  [new RegExp(`(?<![\\w.])(-?)${NUMBER}\\s?%`, 'g'), (style, _, minus, count) => `${minus ? 'minus ' : ''}${numberWords(count!, style)} percent`],
  [new RegExp(`(?<![\\w.])(-?)${NUMBER}\\s?°(?:\\s?([CF])\\b)?(?:\\s?(\\d{1,2})'(?:\\s?(\\d{1,2})")?)?`, 'g'), (style, _, minus, count, scale, minutes, seconds) => [
    `${minus ? 'minus ' : ''}${numberWords(count!, style)} ${count === '1' ? 'degree' : 'degrees'}`,
    scale === 'C' ? ' Celsius' : scale === 'F' ? ' Fahrenheit' : '',
    minutes === undefined ? '' : ` ${numberWords(minutes, style)} minutes`, seconds === undefined ? '' : ` ${numberWords(seconds, style)} seconds`,
  ].join('')],
  [/\b(\d{1,2})'\s?(1[01]|\d)(?:"|\b)(?![\d'])/g, (style, _, feet, inches) => `${numberWords(feet!, style)} feet ${numberWords(inches!, style)}`],
  [/\b(\d+)\s(\d{1,2})\/(\d{1,3})\b/g, (style, whole, count, above, below) => {
    const part = fraction(Number(above), Number(below));
    return part === null ? whole : `${numberWords(count!, style)} and ${part.replace(/^one (half|quarter)/, 'a $1')}`;
  }],
  [/(?<![\d/.])(\d{1,2})\/(\d{1,3})(?![\d/])/g, (style, _, above, below) => (
    above === '9' && below === '11' ? 'nine eleven' : fraction(Number(above), Number(below)) ?? `${numberWords(above!, style)} ${numberWords(below!, style)}`)],
  [new RegExp(`(?<=\\d)-(?=\\d[\\d,.]*\\s?(?:${UNIT})(?![\\w'/]))`, 'g'), () => ' to '],
  [new RegExp(`(?<![\\w.-])${NUMBER}(\\s?)(${UNIT})(?:(?<=ft|lb|lbs|oz|yds?|mi|hrs?|mins?|secs?|cwt|tsp|tbsp)\\.(?=(\\s+["'(]*[A-Z]|["')]*$)?)|(?![\\w'/]))`, 'g'),
    (style, match, count, _gap, unit, ends) => {
      const name = UNITS[unit!]!;
      return `${numberWords(count!, style)} ${count === '1' ? name : plural(name)}${ends === undefined ? '' : endOf(match)}`;
    }],
];

const RULERS = ('Henry|Edward|George|William|Charles|James|Richard|Louis|Philip|Elizabeth|Mary|Catherine|Napoleon|Frederick|Wilhelm|' +
  'Nicholas|Alexander|Ivan|Peter|Paul|John|Pius|Leo|Gregory|Benedict|Innocent|Clement|Urban|Francis|Ferdinand|Leopold|Otto|Alfonso|' +
  'Carlos|Pedro|Gustav|Christian|Robert|David|Malcolm|Kenneth|Ptolemy|Ramses|Rameses|Darius|Xerxes|Umberto|Victor|Maximilian|Margaret');

/** Numerals, ordinals and all other numbers. Runs after the rules for dates and amounts. */
export const NUMBER_RULES: readonly Rule[] = [
  [new RegExp(`\\b(?!Malcolm\\sX\\b)(${RULERS})\\s([IVX]{1,6})\\b`
    + "(?=[^A-Za-z]*(?:$|[.,;:!?)]|'s\\b|\\s(?:of|was|is|had|and|in|the|on|at|to|has|by|who|with|ruled|reigned|died|became|came)\\b))", 'g'),
    (style, whole, name, roman) => {
      const value = parseRoman(roman!);
      return value === null ? whole : `${name} the ${ordinal(value, style)}`;
    }],
  [/\b(Chapter|Act|Scene|Part|Book|Volume|Vol\.?|Section|Canto|Stave|Letter|Number|Episode|Level|Phase|Class|Type|Mark|War|CHAPTER|ACT|SCENE|PART|BOOK|VOLUME|SECTION|LETTER|EPISODE)\s([IVXLC]+|[ivxlc]+)\b(?!')/g,
    (style, whole, what, roman) => {
      const value = parseRoman(roman!.toUpperCase());
      return value === null ? whole : `${what!.replace(/^Vol\.?$/, 'Volume')} ${cardinal(value, style)}`;
    }],
  [/\b(chapter|act|scene|part|book|volume|section|canto)\s(?=[IVXLCivxlc]{2}|[VX])([IVXLC]+|[ivxlc]+)\b/g, (style, whole, what, roman) => {
    const value = parseRoman(roman!.toUpperCase());
    return value === null ? whole : `${what} ${cardinal(value, style)}`;
  }],
  [/^([IVXL]+)\.(?=\s|$)/g, (style, whole, roman) => {
    const value = parseRoman(roman!);
    return value === null || roman === 'I' ? whole : `${cardinal(value, style)}.`;
  }],
  [/\b([IVX]{2,})\b/g, (style, whole, roman) => {
    const value = parseRoman(roman!);
    return value === null ? whole : cardinal(value, style);
  }],
  [new RegExp(`\\b(${WHOLE})(?:st|nd|rd|th)\\b`, 'gi'), (style, _, written) => ordinal(Number(written!.replace(/,/g, '')), style)],
  [/(?:\+\d{1,3}[ -])?(?:\(\d{2,5}\)\s?)?\b\d{3}[ -](?:\d{3}[ -])?\d{4}\b|\(?\b0\d{2,4}\)?\s\d{3,4}\s\d{3,4}\b/g, (_, whole) => (
    whole.split(/\D+/).filter(Boolean).map(digits).join(', '))],
  [/\b(\d)(\d\d)([A-Z])\b/g, (style, _, first, rest, letter) => (
    `${cardinal(Number(first), style)} ${rest!.startsWith('0') ? digits(rest!) : cardinal(Number(rest), style)} ${letter}`)],
  [/(?<=\d)-(?=\d)/g, () => ' to '],
  // Plain text turns a hyphen between blanks into a dash: this one was a minus sign.
  [/(?<=\d) - (?=\d)/g, () => ' minus '],
  [/(?<=\d)\s?[x×]\s?(?=\d)/g, () => ' by '],
  [/(?<![\w.])-(?=\.?\d)/g, () => 'minus '],
  [/(?<![A-Za-z])(?:\d[\d,]*\d|\d)(?:\.\d+)*('?s\b)?|(?<![\w.])\.\d+/g, (style, whole, owns) => (
    `${numberWords(whole.replace(/'?s$/, ''), style)}${owns ?? ''} `.replace(/ $/, ''))],
];
