import { anyOf, IN_TOWN, MONTHS, SHORT_DAYS, SHORT_MONTHS, SHORT_STATES, STARTERS } from '../../analysis/language/abbreviations.js';
import { cardinal, ordinal, romanValue } from './number-words.js';
import { numbersInWords } from './spoken-numbers.js';

/** Abbreviations and their words. A title counts only before a name, `p.` and the like only before a number. */
const ABBREVIATIONS: readonly [RegExp, string][] = [
  [/\bMr\.?(?= \p{Lu})/gu, 'Mister'], [/\bMrs\.?(?= \p{Lu})/gu, 'Missus'], [/\bDr\.?(?= \p{Lu})/gu, 'Doctor'],
  [/\bProf\.(?= \p{Lu})/gu, 'Professor'], [/\bCapt\.(?= \p{Lu})/gu, 'Captain'], [/\bCol\.(?= \p{Lu})/gu, 'Colonel'],
  [/\bGen\.(?= \p{Lu})/gu, 'General'], [/\bLieut?\.(?= \p{Lu})/gu, 'Lieutenant'], [/\bSgt\.(?= \p{Lu})/gu, 'Sergeant'],
  [/\bGov\.(?= \p{Lu})/gu, 'Governor'], [/\bSen\.(?= \p{Lu})/gu, 'Senator'], [/\bRep\.(?= \p{Lu})/gu, 'Representative'],
  [/\bPres\.(?= \p{Lu})/gu, 'President'], [/\bSupt\.?(?= \p{Lu})/gu, 'Superintendent'], [/\bInsp\.?(?= \p{Lu})/gu, 'Inspector'],
  [/\bDet\.?(?= \p{Lu})/gu, 'Detective'], [/\bCpl\.?(?= \p{Lu})/gu, 'Corporal'], [/\bCllr\.?(?= \p{Lu})/gu, 'Councillor'],
  [/\bRev\.(?= \p{Lu})/gu, 'Reverend'], [/\bHon\.(?= \p{Lu})/gu, 'Honourable'], [/\bSt\.?(?= \p{Lu}\p{Ll})/gu, 'Saint'],
  [/\bMt\.(?= \p{Lu})/gu, 'Mount'], [/\bMM\.(?= \p{Lu})/gu, 'Messieurs'], [/\bMessrs\.(?= \p{Lu})/gu, 'Messieurs'],
  [/(?<!\b[AP]\.\s?)\bM\.(?= \p{Lu}\p{Ll})/gu, 'Monsieur'], [/(?<=\p{Ll} )St\.(?=[ ,]|$)/gu, 'Street'],
  [/(?<=\p{Ll} )Ave\.(?=[ ,]|$)/gu, 'Avenue'],
  [/\bNos?\.(?= ?\d)/gu, 'number'], [/\bVol\.(?= ?[\dIVXLC])/giu, 'volume'], [/\bFig\.(?= ?\d)/giu, 'figure'],
  [/\bpp\.(?= ?\d)/gu, 'pages'], [/\bp\.(?= ?\d)/gu, 'page'],
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
];

/** A full stop that belongs to an abbreviation and begins no ellipsis; it is captured when it also ends the sentence. */
const STOP = '\\.(?!\\.)(?=(\\s+["\'“‘(]*\\p{Lu}|["\'”’)]*$)|)';
const MONTH = `(?:${MONTHS}|${anyOf(SHORT_MONTHS)})\\b`;
/** What shows that a day without a full stop is one: a month or a time of day follows, or a number that ends the line. `Sat 3 hours` has none. */
const AFTER_DAY = `,?\\s(?:\\d{1,2}(?:st|nd|rd|th)?(?:\\s(?:of\\s)?${MONTH}|(?:[:.]\\d\\d)?\\s?[ap]\\.?m\\b|[.,;:!?)]?$)|${MONTH})`;
const DAY_OF_MONTH = '(?<![\\d.,:/-])(?:0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?';
/** Abbreviations of calendars and maps. Without a number beside it, a month or a day counts only after words such as `since`. Jan is also a name. */
const TABLES: readonly [RegExp, Readonly<Record<string, string>>][] = [
  [new RegExp(`(?<!\\b[Tt]he\\s)\\b(${anyOf(SHORT_DAYS)})(?:\\.(?=,?\\s(?:\\d|${MONTH}))|(?=${AFTER_DAY}))`, 'gu'), SHORT_DAYS],
  [new RegExp(`(?<=\\b(?:[Oo]n|[Ll]ast|[Nn]ext|[Uu]ntil|[Ee]very|[Tt]his)\\s)(${anyOf(SHORT_DAYS)})${STOP}`, 'gu'), SHORT_DAYS],
  [new RegExp(`\\b(${anyOf(SHORT_MONTHS)})\\.?(?= ?(?:\\d{1,2}(?:st|nd|rd|th)?|\\d{4})(?![\\p{L}\\d]))`, 'gu'), SHORT_MONTHS],
  [new RegExp(`(?<=${DAY_OF_MONTH}\\s)(${anyOf(SHORT_MONTHS)})(?:${STOP}|(?=,?\\s\\d{4}\\b|\\s*[,;:)]|\\s*$))`, 'gu'), SHORT_MONTHS],
  [new RegExp(`(?<=\\b(?:[Ii]n|[Ss]ince|[Uu]ntil|[Dd]uring|[Ee]arly|[Ll]ate|[Ll]ast|[Nn]ext|(?:end|start|beginning|middle) of)\\s)`
    + `(?!Jan\\.(?!\\s\\p{Ll}))(${anyOf(SHORT_MONTHS)})${STOP}`, 'gu'), SHORT_MONTHS],
];
/** A state after its town is a parenthesis: `Salem, Ore. officials` has a comma at its end too, and a lower-case word after it shows that it is a state. */
const STATE = new RegExp(`(${IN_TOWN}|(?<=\\p{L},\\s)(?:${anyOf(SHORT_STATES)})(?=\\.(?:[,;:]|\\s\\p{Ll})))`
  + `\\.(?!\\.)(?=(\\s+["“‘]?(?:${STARTERS})\\b|["”’)]*$)|([,;:!?])|)`, 'gu');
const HEADED = 'Chapter|Book|Part|Act|Scene|Volume|Section|War|Canto|Letter|Appendix|Article|Phase|Type|Class';

/**
 * The spoken form of a printed English line: numbers, years, dates, money, units, abbreviations and Roman numerals in
 * words; URLs, note marks and dashes in a form that a voice can say. Other text is unchanged.
 */
export function speechForm(text: string): string {
  let said = plainMarks(text);
  for (const [pattern, words] of ABBREVIATIONS) said = said.replace(pattern, words);
  for (const [pattern, table] of TABLES) {
    said = said.replace(pattern, (_all, short: string, ends: unknown) => `${table[short]}${typeof ends === 'string' ? '.' : ''}`);
  }
  said = said.replace(STATE, (_all, short: string, ends: string | undefined, mark: string | undefined) => (
    `${SHORT_STATES[short]}${ends !== undefined ? '.' : mark === undefined ? ',' : ''}`));
  said = romanNumeralsInWords(said);
  if (/[\d½⅓⅔¼¾⅕-⅞]/u.test(said)) said = numbersInWords(said);
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

/** A single X is a number only after the name of such a ruler: Malcolm X is not the tenth. */
const TENTHS = 'Louis|Charles|Leo|Pius|Gregory|Benedict|Clement|John|Innocent';
const AFTER_NAME = new RegExp('(?<=\\b\\p{Lu}\\p{Ll}{2,} )(II|III|IV|VI{0,3}|IX|XI{1,3}|XIV|XV|XVI{0,3}'
  + `|(?<=\\b(?:${TENTHS}) )X)\\b(?![.’'-]?\\p{L})`, 'gu');

/** Roman numerals in words: `George III` is the third, `Chapter IV` four; other capitals stay. */
function romanNumeralsInWords(text: string): string {
  return text.replace(new RegExp(`\\b(${HEADED}) ([IVXLC]+)\\b(?!\\.\\w)`, 'gu'),
    (all, head: string, letters: string) => {
    const value = romanValue(letters);
    return value === null ? all : `${head} ${cardinal(value)}`;
  }).replace(AFTER_NAME,
    (letters) => {
    const value = romanValue(letters);
    return value === null ? letters : `the ${ordinal(value).replace(/^./u, (letter) => letter.toUpperCase())}`;
  });
}
