import { wordTable } from '../../../patterns/word-table.js';
import { MONTH_NAMES } from '../../../patterns/calendar.js';
import { anyOf, DAYS, MONTHS } from '../../analysis/language/abbreviations.js';
import { cardinal, numberWords, ordinal, yearWords } from './number-words.js';

type Rule = readonly [RegExp, (match: string, ...groups: (string | undefined)[]) => string];

const NUMBER = '\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?';

/** Units after a number: one and many. */
const UNITS = wordTable<readonly [one: string, many: string]>({
  'mph': ['mile an hour', 'miles an hour'],
  'km²': ['square kilometre', 'square kilometres'], 'km2': ['square kilometre', 'square kilometres'], 'm²': ['square metre', 'square metres'],
  'm³': ['cubic metre', 'cubic metres'], 'km': ['kilometre', 'kilometres'], 'cm': ['centimetre', 'centimetres'], 'mm': ['millimetre', 'millimetres'],
  'm': ['metre', 'metres'], 'kg': ['kilogram', 'kilograms'], 'mg': ['milligram', 'milligrams'], 'g': ['gram', 'grams'], 'ml': ['millilitre', 'millilitres'],
  'l': ['litre', 'litres'], 'ft': ['foot', 'feet'], 'yd': ['yard', 'yards'], 'yds': ['yard', 'yards'], 'lb': ['pound', 'pounds'], 'lbs': ['pound', 'pounds'],
  'oz': ['ounce', 'ounces'], 'tsp': ['teaspoon', 'teaspoons'], 'tbsp': ['tablespoon', 'tablespoons'], 'ha': ['hectare', 'hectares'],
  'MW': ['megawatt', 'megawatts'], 'GW': ['gigawatt', 'gigawatts'], 'kW': ['kilowatt', 'kilowatts'], 'kWh': ['kilowatt hour', 'kilowatt hours'],
  'GB': ['gigabyte', 'gigabytes'], 'MB': ['megabyte', 'megabytes'], 'TB': ['terabyte', 'terabytes'], 'dB': ['decibel', 'decibels'],
  'Hz': ['hertz', 'hertz'], 'kHz': ['kilohertz', 'kilohertz'], 'MHz': ['megahertz', 'megahertz'], 'GHz': ['gigahertz', 'gigahertz'],
  'ms': ['millisecond', 'milliseconds'], 'sec': ['second', 'seconds'], 'secs': ['second', 'seconds'], 'min': ['minute', 'minutes'],
  'mins': ['minute', 'minutes'], 'h': ['hour', 'hours'], 'hr': ['hour', 'hours'], 'hrs': ['hour', 'hours'],
  '°C': ['degree Celsius', 'degrees Celsius'], '°F': ['degree Fahrenheit', 'degrees Fahrenheit'], '°': ['degree', 'degrees'],
  '%': ['percent', 'percent'], 'percent': ['percent', 'percent'],
});
const UNIT = Object.keys(UNITS).filter((unit) => !/^(?:°.|percent)$/u.test(unit)).sort((a, b) => b.length - a.length).join('|');
const MEASURE = `°\\s?[CF]|per cent|${UNIT}`;
/** A unit before the noun that it describes is singular: `a 2lb tin`. */
const ONE_THING = '(?<!\\p{L})[Aa]n?\\s';
const NO_NOUN = 'million|billion|of|in|at|on|for|and|or|to|from|per|a|an|above|below|under|over|away|apart|up|down|out|off|across|along|around|before|after'
  + '|beyond|by|with|without|than|that|which|who|is|was|are|were|has|had|have|as|if|when|while|until|because|but|so|more|less|later|ago|each|into|onto|through|between'
  + '|the|this';
const THING = `(?=(\\s(?!(?:${NO_NOUN})\\b)\\p{Ll}{3,})?)`;

/** What follows a stroke after an amount: `$400/hr`. */
const RATES = wordTable({
  h: 'an hour', hr: 'an hour', hour: 'an hour', day: 'a day', wk: 'a week', week: 'a week', mo: 'a month', month: 'a month', yr: 'a year',
  year: 'a year', min: 'a minute', minute: 'a minute', s: 'a second', sec: 'a second', second: 'a second', night: 'a night', person: 'a person',
  head: 'a head', kg: 'a kilogram', lb: 'a pound', tonne: 'a tonne', ton: 'a ton', mile: 'a mile', acre: 'an acre', unit: 'a unit',
});

const CURRENCIES = wordTable<readonly [one: string, many: string, parts: string]>({
  '$': ['dollar', 'dollars', 'cents'], '£': ['pound', 'pounds', 'pence'], '€': ['euro', 'euros', 'cents'], '¥': ['yen', 'yen', 'sen'],
});
const SCALES = wordTable({
  k: 'thousand', K: 'thousand', m: 'million', M: 'million', mn: 'million', b: 'billion', B: 'billion', bn: 'billion', tn: 'trillion',
});
const SCALE = `(?:${anyOf(SCALES)})(?![\\p{L}\\d])`;
const SCALE_WORD = 'hundred|thousand|million|billion|trillion';

/** Matches what shows that the full stop of an abbreviation also ends the sentence. */
const ENDS = '(?=(\\s+["\'“‘(]*\\p{Lu}|["\'”’)]*$)|)';
const stopIf = (ends: string | undefined): string => (ends === undefined ? '' : '.');

const DETERMINER = '(?<!\\p{L})(?:[Aa]n?|[Tt]his|[Tt]hat|[Hh]is|[Hh]er|[Ii]ts|[Tt]heir|[Mm]y|[Oo]ur|[Yy]our)\\s';
const DAY = '(0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?';
const YEAR = '(?:,? (1[1-9]\\d\\d|20\\d\\d)(?![\\w-]|[.,]\\d))?';
const CLOCK = '\\d{1,2}(?:[:.][0-5]\\d)?\\s?[ap]\\.?\\s?m\\b';
const AFTER_TIME = `\\s+(?:[A-Z]{2,4}\\b|(?:${DAYS}|${MONTHS})\\b)`;

/** What a number without its marks of thousands is worth. */
const asNumber = (digits: string): number => Number(digits.replace(/,/gu, ''));

/** `isPrice`: the sum describes a thing, as in `a $5 bill`. */
function money(sign: string, digits: string, scale: string | undefined, isPrice: boolean): string {
  const [one, many, parts] = CURRENCIES[sign]!;
  if (scale) return `${numberWords(digits)} ${SCALES[scale] ?? scale} ${isPrice ? one : many}`;
  const [whole = '0', cents] = digits.split('.');
  const small = cents?.length === 2 && cents !== '00' ? `${cardinal(Number(cents))} ${cents === '01' && parts === 'cents' ? 'cent' : parts}` : null;
  if (small !== null && asNumber(whole) === 0) return small;
  const said = `${numberWords(whole)} ${asNumber(whole) === 1 || (isPrice && !cents) ? one : many}`;
  if (small !== null) return `${said} and ${small}`;
  return cents && cents !== '00' ? `${numberWords(digits)} ${many}` : said;
}

const MONEY_RULES: readonly Rule[] = [
  // A range with one sign and one scale: `$5–10m`.
  [new RegExp(`([$£€¥])\\s?(${NUMBER})(?:\\s?[–-]\\s?| to )(${NUMBER})\\s?(${SCALE})`, 'gu'), (_all, sign, from, to, scale) => (
    `${numberWords(from!)} to ${numberWords(to!)} ${SCALES[scale!]} ${CURRENCIES[sign!]![1]}`)],
  [new RegExp(`(?<=(${ONE_THING})?)([$£€¥])\\s?(${NUMBER})(?:[\\s-](${SCALE_WORD})\\b|\\s?(${SCALE}))?${THING}`, 'gu'),
    (_all, oneThing, sign, digits, word, scale, noun) => money(sign!, digits!, word ?? scale, oneThing !== undefined && noun !== undefined)],
];

const RATE_RULES: readonly Rule[] = [
  [new RegExp(`(\\d(?:\\s?(?:${MEASURE}|${anyOf(SCALES)}|${SCALE_WORD}))?)\\s?\\/\\s?(${anyOf(RATES)})(?![\\p{L}\\d²³])`, 'gu'),
    (_all, amount, rate) => `${amount} ${RATES[rate!]}`],
  [new RegExp(`(?<=\\d)\\s?p\\.\\s?a\\b(?:\\.${ENDS})?`, 'gu'), (_all, ends) => ` a year${stopIf(ends)}`],
];

const MEASURE_RULES: readonly Rule[] = [
  [new RegExp(`(?<![\\d.-])(${NUMBER})\\s?[–-]\\s?(?!0\\d)(?=(?:${NUMBER})(?:(?![\\w/-]|\\.\\d)|\\s?(?:${MEASURE})(?![\\p{L}\\d])))`, 'gu'),
    (_all, digits) => `${digits} to `],
  [new RegExp(`(?<=(${ONE_THING})?)(?<=((?<!\\d\\s?)1\\/)?)(?<![\\w.])(${NUMBER})([\\s-]?)(${MEASURE})(?![\\p{L}\\d/²³])`
    + `(?:(?<=(?:ft|yds?|lbs?|oz|tb?sp|secs?|mins?|hrs?))\\.${ENDS})?${THING}`, 'gu'),
  (_all, oneThing, oneOf, digits, gap, unit, ends, noun) => {
    const [one, many] = UNITS[unit!.replace(/\s/gu, '')]!;
    if (one !== many && (gap === '-' || (oneThing !== undefined && noun !== undefined))) return `${digits}-${one}${stopIf(ends)}`;
    return `${digits} ${oneOf !== undefined || asNumber(digits!) === 1 ? one : many}${stopIf(ends)}`;
  }],
];

function clock(hour: string, minute: string | undefined): string {
  const said = cardinal(Number(hour));
  if (minute === undefined || minute === '00') return said;
  return `${said} ${minute.startsWith('0') ? `oh ${cardinal(Number(minute))}` : cardinal(Number(minute))}`;
}

const TIME_RULES: readonly Rule[] = [
  // The first time of `7.30–9.30pm`.
  [new RegExp(`(?<![\\d.:/-])([01]?\\d|2[0-3])(?:[:.]([0-5]\\d))?(?:\\s?[–-]\\s?|(\\s(?:to|and|until)\\s))(?=${CLOCK})`, 'giu'),
    (_all, hour, minute, word) => `${clock(hour!, minute)}${word ?? ' to '}`],
  [new RegExp(`(?<=\\d\\s?(?:[ap]m|[ap]\\.\\s?m\\.?))\\s?[–-]\\s?(?=${CLOCK})`, 'giu'), () => ' to '],
  [new RegExp(`(?<![\\d.:/$£€-])([01]?\\d|2[0-3])(?:[:.]([0-5]\\d))?\\s?([apAP])(?:[mM]\\b|\\.\\s?[mM]\\b(?:\\.(?!${AFTER_TIME})${ENDS}|\\.)?)`, 'gu'),
    (_all, hour, minute, half, ends) => `${clock(hour!, minute)} ${half!.toUpperCase()} M${stopIf(ends)}`],
  [/\b([01]?\d|2[0-3])[:.]([0-5]\d)(?=\s?o[’']clock\b)/gu, (_all, hour, minute) => clock(hour!, minute)],
];

/** A date in figures. Where the first two may each be the month, they are read as figures. */
function figuresOfDate(first: number, second: number, year: number): string {
  if (first > 12 && second > 12) return `${cardinal(first)} ${cardinal(second)} ${yearWords(year)}`;
  if (first > 12) return `the ${ordinal(first)} of ${MONTH_NAMES[second - 1]}, ${yearWords(year)}`;
  return second > 12 ? `${MONTH_NAMES[first - 1]} ${ordinal(second)}, ${yearWords(year)}` : `${cardinal(first)} ${cardinal(second)} ${yearWords(year)}`;
}

const DATE_RULES: readonly Rule[] = [
  [/(?<![\w./-])(0?[1-9]|[12]\d|3[01])([/.])(0?[1-9]|[12]\d|3[01])\2(1[1-9]\d\d|20\d\d)(?![\w/]|[.,]\d)/gu, (_all, first, _mark, second, year) => (
    figuresOfDate(Number(first), Number(second), Number(year)))],
  [new RegExp(`(?<=((?<!\\p{L})[Tt]he\\s)?)(?<![\\w.,/:-])${DAY} ?(to|and|or|[–-]) ?(?=${DAY} (?:of )?(?:${MONTHS})\\b)`, 'gu'), (_all, the, day, word) => (
    `${the === undefined ? 'the ' : ''}${ordinal(Number(day))} ${/[–-]/u.test(word!) ? 'to' : word} `)],
  [new RegExp(`(?<=((?<!\\p{L})[Tt]he\\s|${DETERMINER})?)(?<![\\w.,/:-])${DAY} (?:of )?(${MONTHS})\\b${YEAR}`, 'gu'), (_all, before, day, month, year) => {
    const when = before !== undefined && !/^the/iu.test(before) ? `${month} ${ordinal(Number(day))}`
      : `${before === undefined ? 'the ' : ''}${ordinal(Number(day))} of ${month}`;
    return year === undefined ? when : `${when}, ${yearWords(Number(year))}`;
  }],
];

const MONTH_RULES: readonly Rule[] = [
  [new RegExp(`\\b(${MONTHS}) (\\d{1,2})(?:st|nd|rd|th)?\\b(?![\\d,]*\\d{3}|[:/])`
    + `(?:\\s?(?:to|[–-])\\s?${DAY}(?![\\w%°/:-]|[.,]\\d|\\s(?:${MONTHS})\\b))?`, 'gu'),
    (_all, month, day, last) => `${month} ${ordinal(Number(day))}${last === undefined ? '' : ` to ${ordinal(Number(last))}`}`],
];

const decades = (decade: number): string => decade === 0 ? 'hundreds'
  : decade === 1 ? 'tens' : `${cardinal(decade * 10).replace(/y$/u, 'ie')}s`;

/** Some nouns after a number that show that it is no year. */
const COUNTED = ' (?:percent|degrees|feet|miles|metres|people|men|women|words)';
const YEAR_RULES: readonly Rule[] = [
  [/\b(1[1-9]|20)(\d)0s\b/gu, (_all, century, decade) => `${cardinal(Number(century))} ${decades(Number(decade))}`],
  [/\b(\d{1,4})(?:st|nd|rd|th)\b/gu, (_all, digits) => ordinal(Number(digits))],
  [/\b([01]?\d|2[0-3]):([0-5]\d)\b(?!:)/gu, (_all, hour, minute) => clock(hour!, minute)],
  [new RegExp(`(?<!\\d/)(?<![\\w$£€.,’'-])(1[1-9]\\d\\d|20\\d\\d)(?![\\w%’'-]|/\\d\\d?/|[.,]\\d|${COUNTED})`, 'gu'), (year) => yearWords(Number(year))],
  [new RegExp(`(?<=\\b(?:[Ii]n|[Ss]ince|[Bb]y|[Uu]ntil|[Ff]rom|[Yy]ear|AD) )(10\\d\\d)(?![\\w%/’'-]|[.,]\\d|${COUNTED}|\\s\\p{Ll}{3,}s\\b)`, 'gu'),
    (year) => yearWords(Number(year))],
  [/(?<![\w])[’‘'](\d\d)\b/gu, (_all, year) => cardinal(Number(year))],
];

const DENOMINATORS = [2, 3, 4, 5, 6, 8, 10, 12, 16];
const FACTORS = [2, 3, 5];

/** A fraction below one in its lowest terms: `a half`, `two thirds`; null for other pairs of numbers, such as `24/7` and `6/8`. */
function fraction(above: number, below: number): string | null {
  if (above < 1 || above >= below || !DENOMINATORS.includes(below)) return null;
  if (FACTORS.some((factor) => above % factor === 0 && below % factor === 0)) return null;
  const part = below === 2 ? 'half' : below === 4 ? 'quarter' : ordinal(below);
  return above === 1 ? `${/^e/u.test(part) ? 'an' : 'a'} ${part}` : `${cardinal(above)} ${part}s`;
}

const ARTICLE = /^(?:an?|the|this|that|his|her|its|their|my|our|your|each|every|one|another)$/iu;

/** A whole number and a fraction after the word before them. `a 1/2 cup` and `the 1/3 part` have one article. */
function withFraction(word: string | undefined, whole: string | undefined, part: string): string {
  const before = word === undefined ? '' : `${word} `;
  if (whole !== undefined) return `${before}${whole} and ${part}`;
  if (word === undefined || !ARTICLE.test(word) || !/^an? /u.test(part)) return `${before}${part}`;
  return /^an?$/iu.test(word) ? `${word.charAt(0)}${part.slice(1)}` : `${before}${part.replace(/^an? /u, '')}`;
}

/** The number of a thing, such as `Part 1/3`, is no fraction. */
const NUMBERED = new RegExp('^(?:part|page|episode|number|route|room|flat|lot|season|chapter|figure|slide|section|unit|apartment|apt|platform|sheet|step'
  + '|volume|vol|issue|act|scene|track)$', 'iu');
/** Words before a date or a mark in figures: `on 1/3`, `she gave it 3/5`. */
const BEFORE_FIGURES = /^(?:on|by|until|since|dated|before|after|due|it|out|scored?|scores|rated|got)$/iu;
const WORD_BEFORE = '(?:(?<!\\p{L})(\\p{L}{1,12})\\s)?';

const FRACTION_RULES: readonly Rule[] = [
  [new RegExp(`${WORD_BEFORE}(\\d)?([½⅓⅔¼¾⅕-⅞])`, 'gu'), (all, word, whole, sign) => {
    const [above, below] = sign!.normalize('NFKD').split('⁄').map(Number) as [number, number];
    const part = fraction(above, below);
    return part === null || (whole === undefined && NUMBERED.test(word ?? '')) ? all : withFraction(word, whole, part);
  }],
  [new RegExp(`${WORD_BEFORE}(?<![\\w./,:-])(?:(\\d{1,3})[ -])?(\\d{1,2})\\/(\\d{1,2})(?![\\p{L}\\d/]|-\\d|[.,]\\d|\\stime\\b)(?=(\\sof\\b)?)`, 'gu'),
    (all, word, whole, above, below, of) => {
      const part = fraction(Number(above), Number(below));
      if (part === null) return all;
      if (whole !== undefined) return withFraction(word, whole, part);
      // Most tenths are the marks that a person gives.
      const isFigures = NUMBERED.test(word ?? '') || (of === undefined && (below === '10' || BEFORE_FIGURES.test(word ?? '')));
      return isFigures ? all : withFraction(word, undefined, part);
    }],
];

/** The bores of guns, which are said without their point: `a .38`. */
const BORE = new RegExp(`(?<![\\w.,$£€¥])\\.(?=(?:22|25|32|38|357|44|45|50)\\b(?!\\s?(?:${MEASURE})(?!\\p{L})))`, 'gu');
/** Signs before and between numbers. A hyphen or a dash before a number and after a blank is a minus sign. */
const AMOUNT = '(?=[$£€¥]?\\.?\\d)';
const SIGN_RULES: readonly Rule[] = [
  [/\s*±\s*(?=[$£€¥]?\.?\d)/gu, () => ' plus or minus '],
  [/(?<=\d)−(?=\d)/gu, () => ' to '], [/(?<=\d)\s−\s(?=\d)/gu, () => ' minus '],
  [new RegExp(`(?<!\\d)−\\s?${AMOUNT}`, 'gu'), () => 'minus '],
  [new RegExp(`(?<=^|[^\\d\\s]\\s|[("“‘'])[–-]${AMOUNT}`, 'gu'), () => 'minus '],
  [/(?<=\d)\s?\+\s?(?=\d)/gu, () => ' plus '], [/(?<=\d)\+(?![\d+])/gu, () => ' plus'],
  [new RegExp(`(?<=^|[\\s("“‘'])\\+${AMOUNT}`, 'gu'), () => 'plus '],
  [BORE, () => ''], [/(?<=^|[\s("“‘'–$£€¥-])\.(?=\d)/gu, () => '0.'],
];

const RULES: readonly Rule[] = [
  ...SIGN_RULES, ...RATE_RULES, ...MONEY_RULES, ...TIME_RULES, ...DATE_RULES, ...MEASURE_RULES, ...MONTH_RULES, ...YEAR_RULES, ...FRACTION_RULES,
  [new RegExp(`(?<![\\p{L}\\d.,/:#-])(${NUMBER})(?![\\p{L}\\d/:#]|-\\d|[.,]\\d)`, 'gu'), (digits) => numberWords(digits)],
];

/**
 * The numbers of a printed English line in words: money, measures, rates, times, dates, years, fractions and signs before numbers. Numbers in groups, such as
 * those of a telephone, stay for the voice.
 */
export const numbersInWords = (text: string): string => RULES.reduce((said, [pattern, words]) => said.replace(pattern, (match: string, ...found: unknown[]) => {
  const groups = found.slice(0, found.findIndex((part) => typeof part === 'number')) as (string | undefined)[];
  return words(match, ...groups);
}), text);
