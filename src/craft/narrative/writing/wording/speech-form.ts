import { cardinal, numberWords, ordinal, romanValue, yearWords } from './number-words.js';
import { wordTable } from '../../../patterns/word-table.js';

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';
const NUMBER = '\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?';

/** Abbreviations and their words. A title counts only before a name, `p.` and the like only before a number. */
const ABBREVIATIONS: readonly [RegExp, string][] = [
  [/\bMr\.?(?= \p{Lu})/gu, 'Mister'], [/\bMrs\.?(?= \p{Lu})/gu, 'Missis'], [/\bDr\.?(?= \p{Lu})/gu, 'Doctor'],
  [/\bProf\.(?= \p{Lu})/gu, 'Professor'], [/\bCapt\.(?= \p{Lu})/gu, 'Captain'], [/\bCol\.(?= \p{Lu})/gu, 'Colonel'],
  [/\bGen\.(?= \p{Lu})/gu, 'General'], [/\bLieut?\.(?= \p{Lu})/gu, 'Lieutenant'], [/\bSgt\.(?= \p{Lu})/gu, 'Sergeant'],
  [/\bRev\.(?= \p{Lu})/gu, 'Reverend'], [/\bHon\.(?= \p{Lu})/gu, 'Honourable'], [/\bSt\.?(?= \p{Lu}\p{Ll})/gu, 'Saint'],
  [/\bMt\.(?= \p{Lu})/gu, 'Mount'], [/\bMM\.(?= \p{Lu})/gu, 'Messieurs'], [/\bMessrs\.(?= \p{Lu})/gu, 'Messieurs'],
  [/\bM\.(?= \p{Lu}\p{Ll})/gu, 'Monsieur'], [/(?<=\p{Ll} )St\.(?=[ ,]|$)/gu, 'Street'],
  [/(?<=\p{Ll} )Ave\.(?=[ ,]|$)/gu, 'Avenue'],
  [/\bNos?\.(?= ?\d)/gu, 'number'], [/\bVol\.(?= ?[\dIVXLC])/giu, 'volume'], [/\bFig\.(?= ?\d)/giu, 'figure'],
  [/\bpp?\.(?= ?\d)/gu, 'page'],
  [/\bch\.(?= ?\d)/giu, 'chapter'], [/\b(?:ca?|circa)\.(?= ?\d)/gu, 'about'], [/\bapprox\.(?= )/giu, 'approximately'],
  [/\be\. ?g\.,?/giu, 'for example'], [/\bi\. ?e\.,?/giu, 'that is'], [/\bviz\.,?/giu, 'namely'],
  [/\bcf\./giu, 'compare'],
  [/\bvs\.?(?= )/giu, 'versus'], [/\betc\.(?=$|\s+\p{Lu})/giu, 'and so on.'], [/\betc\./giu, 'and so on'],
  [/\bet al\./gu, 'and others'],
  [/\bJr\.(?=[ ,]|$)/gu, 'Junior'], [/\bSr\.(?=[ ,]|$)/gu, 'Senior'], [/\bEsq\./gu, 'Esquire'],
  [/\bLtd\.?/gu, 'Limited'], [/\bInc\./gu, 'Incorporated'],
  [/\bCo\.(?=[ ,])/gu, 'Company'], [/\bBros\./gu, 'Brothers'], [/\bdept\./giu, 'department'],
  [/\bgovt\./giu, 'government'],
  [/\bU\. ?S\. ?A\./gu, 'U S A'], [/\bU\. ?S\.(?= )/gu, 'U S'], [/\bU\. ?K\.(?= )/gu, 'U K'],
  [/\b(Jan|Feb|Aug|Sept|Oct|Nov|Dec)\.(?= ?\d)/gu, '$1'],
];
const SHORT_MONTHS: Record<string, string> = wordTable({ Jan: 'January', Feb: 'February', Aug: 'August', Sept: 'September',
  Oct: 'October', Nov: 'November', Dec: 'December' });

/** Units after a number, singular; `s` is added unless the number is one. */
const UNITS: readonly [string, string, string][] = [
  ['km/h', 'kilometre an hour', 'kilometres an hour'], ['mph', 'mile an hour', 'miles an hour'],
  ['m/s', 'metre a second', 'metres a second'],
  ['km²', 'square kilometre', 'square kilometres'], ['km2', 'square kilometre', 'square kilometres'],
  ['m²', 'square metre', 'square metres'],
  ['m³', 'cubic metre', 'cubic metres'], ['km', 'kilometre', 'kilometres'], ['cm', 'centimetre', 'centimetres'],
  ['mm', 'millimetre', 'millimetres'],
  ['kg', 'kilogram', 'kilograms'], ['mg', 'milligram', 'milligrams'], ['ft', 'foot', 'feet'],
  ['lbs?', 'pound', 'pounds'], ['ha', 'hectare', 'hectares'],
  ['MW', 'megawatt', 'megawatts'], ['GW', 'gigawatt', 'gigawatts'], ['kW', 'kilowatt', 'kilowatts'],
  ['GB', 'gigabyte', 'gigabytes'],
  ['MB', 'megabyte', 'megabytes'], ['ms', 'millisecond', 'milliseconds'], ['Hz', 'hertz', 'hertz'],
  ['m', 'metre', 'metres'], ['g', 'gram', 'grams'],
  ['°\\s?C', 'degree Celsius', 'degrees Celsius'], ['°\\s?F', 'degree Fahrenheit', 'degrees Fahrenheit'],
  ['°', 'degree', 'degrees'],
  ['%', 'percent', 'percent'], ['per cent', 'percent', 'percent'],
];
const CURRENCIES: Record<string, [string, string, string]> = {
  $: ['dollar', 'dollars', 'cents'], '£': ['pound', 'pounds', 'pence'], '€': ['euro', 'euros', 'cents'],
  '¥': ['yen', 'yen', 'sen'],
};
const FRACTIONS: Record<string, string> = { '½': 'a half', '¼': 'a quarter', '¾': 'three quarters', '⅓': 'a third',
  '⅔': 'two thirds' };
const HEADED = 'Chapter|Book|Part|Act|Scene|Volume|Section|War|Canto|Letter|Appendix|Article|Phase|Type|Class';

/**
 * The spoken form of a printed English line: numbers, years, dates, money, units, abbreviations and Roman numerals in
 * words; URLs, note marks and dashes in a form that a voice can say. Other text is unchanged.
 */
export function speechForm(text: string): string {
  let said = plainMarks(text);
  for (const [pattern, words] of ABBREVIATIONS) said = said.replace(pattern, words);
  said = said.replace(/\b(Jan|Feb|Aug|Sept|Oct|Nov|Dec)(?= \d)/gu, (month) => SHORT_MONTHS[month] ?? month);
  said = romanNumeralsInWords(said);
  if (/\d/u.test(said)) said = numbers(said);
  return said.replace(/ {2,}/gu, ' ').trim();
}

function plainMarks(text: string): string {
  return text
    .replace(/\bhttps?:\/\/(?:www\.)?([^\s/)\]]+)\S*?(?=[.,;:!?)\]]*(?:\s|$))/giu,
    (_all, host: string) => host.replace(/\./gu, ' dot '))
    .replace(/\bwww\.([\w-]+(?:\.[\w-]+)+)(?:\/\S*)?/giu, (_all, host: string) => host.replace(/\./gu, ' dot '))
    .replace(/\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu, (mail) => mail.replace('@', ' at ').replace(/\./gu, ' dot '))
    .replace(/\s?\[(?:\d+|[a-z]|note \d+)\](?:,?\[\d+\])*/gu, '')
    .replace(/[¹²³⁴⁵⁶⁷⁸⁹⁰†‡]+(?=[\s.,;:)]|$)/gu, (marks, at: number) =>
      /[²³]/u.test(marks) && /\bk?c?m$/u.test(text.slice(Math.max(0, at - 3), at)) ? marks : '')
    .replace(/\s*&\s*/gu, ' and ').replace(/\s*(?:—|--)\s*(?=[^\s"”’)])/gu, ', ').replace(/,\s*,/gu, ',')
    .replace(/([;:.!?]),/gu, '$1');
}

/** Roman numerals in words: `George III` is the third, `Chapter IV` four; other capitals stay. */
function romanNumeralsInWords(text: string): string {
  return text.replace(new RegExp(`\\b(${HEADED}) ([IVXLC]+)\\b(?!\\.\\w)`, 'gu'),
    (all, head: string, letters: string) => {
    const value = romanValue(letters);
    return value === null ? all : `${head} ${cardinal(value)}`;
  }).replace(/(?<=\b\p{Lu}\p{Ll}{2,} )(II|III|IV|VI{0,3}|IX|XI{0,3}|XIV|XV|XVI{0,3})\b(?![.’'-]?\p{L})/gu,
    (letters) => {
    const value = romanValue(letters);
    return value === null ? letters : `the ${ordinal(value).replace(/^./u, (letter) => letter.toUpperCase())}`;
  });
}

const asNumber = (digits: string): number => Number(digits.replace(/,/gu, ''));

function numbers(text: string): string {
  let said = text;
  said = said.replace(new RegExp(`([$£€¥])\\s?(${NUMBER})(?:[\\s-](million|billion|trillion|thousand))?`, 'gu'),
    (_all, sign: string, digits: string, scale: string | undefined) => money(sign, digits, scale));
  said = said.replace(new RegExp(`(?<![\\d.])(${NUMBER})\\s?[–-]\\s?(?=(?:${NUMBER})(?![\\w-]))`, 'gu'),
    (all, digits: string) =>
    /\d{3}-\d{3,4}/u.test(all) ? all : `${digits} to `);
  for (const [unit, one, many] of UNITS) {
    said = said.replace(new RegExp(`(?<![\\w.])(${NUMBER})\\s?(?:${unit})(?![\\p{L}\\d/²³])`, 'gu'),
      (_all, digits: string) =>
      `${digits} ${asNumber(digits) === 1 ? one : many}`);
  }
  said = said.replace(new RegExp(`\\b(${MONTHS}) (\\d{1,2})(?:st|nd|rd|th)?\\b(?![\\d,]*\\d{3})`, 'gu'),
    (_all, month: string, day: string) => `${month} ${ordinal(Number(day))}`)
    .replace(new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)? (?=(?:of )?(?:${MONTHS})\\b)`, 'gu'),
    (_all, day: string) => `${ordinal(Number(day))} `)
    .replace(/\b(1[1-9]|20)(\d)0s\b/gu, (_all, century: string,
    decade: string) => `${cardinal(Number(century))} ${decades(Number(decade))}`)
    .replace(/\b(\d{1,4})(?:st|nd|rd|th)\b/gu, (_all, digits: string) => ordinal(Number(digits)))
    .replace(/\b([01]?\d|2[0-3])[:.]([0-5]\d)(?=\s?(?:a\.?m|p\.?m|o’clock)\b)/gu,
    (_all, hour: string, minute: string) => clock(hour, minute))
    .replace(/\b([01]?\d|2[0-3]):([0-5]\d)\b(?!:)/gu, (_all, hour: string, minute: string) => clock(hour, minute))
    .replace(/(?<![\w$£€.,’'-])(1[1-9]\d\d|20\d\d)(?![\w%’'-]|[.,]\d| (?:percent|degrees|feet|miles|metres|people|men|women|words))/gu,
      (year) => yearWords(Number(year)))
    .replace(/(?<![\w])[’‘'](\d\d)\b/gu, (_all, year: string) => cardinal(Number(year)))
    .replace(/(\d)?([½¼¾⅓⅔])/gu, (_all, whole: string | undefined, sign: string) => whole
    ? `${whole} and ${FRACTIONS[sign]}` : FRACTIONS[sign]!);
  return said.replace(new RegExp(`(?<![\\p{L}\\d.,/:#-])(${NUMBER})(?![\\p{L}\\d/:#]|-\\d|[.,]\\d)`, 'gu'),
    (digits) => numberWords(digits));
}

function money(sign: string, digits: string, scale: string | undefined): string {
  const [one, many, small] = CURRENCIES[sign]!;
  if (scale) return `${numberWords(digits)} ${scale} ${many}`;
  const [whole = '0', cents] = digits.split('.');
  const unit = asNumber(whole) === 1 ? one : many;
  const said = `${numberWords(whole)} ${unit}`;
  return cents?.length === 2 && cents !== '00' ? `${said} and ${cardinal(Number(cents))} ${small}`
    : cents ? `${numberWords(digits)} ${many}` : said;
}

const decades = (decade: number): string => decade === 0 ? 'hundreds'
  : decade === 1 ? 'tens' : `${cardinal(decade * 10).replace(/y$/u, 'ie')}s`;

function clock(hour: string, minute: string): string {
  const said = cardinal(Number(hour));
  if (minute === '00') return said;
  return `${said} ${minute.startsWith('0') ? `oh ${cardinal(Number(minute))}` : cardinal(Number(minute))}`;
}
