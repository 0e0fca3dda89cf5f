import { digits } from './numbers.js';
import type { Rule } from './rules.js';

const MARKS: Record<string, string> = { '.': ' dot ', '/': ' slash ', '-': ' dash ', _: ' underscore ', ':': ' colon ', '?': ' ', '=': ' ', '&': ' ', '#': ' ', '%': ' ', '+': ' plus ' };

/** The spoken form of a Web or e-mail address. */
function address(text: string): string {
  return text.replace(/^https?:\/\//, '').replace(/^www\./, 'W·W·W dot ').replace(/\/$/, '').replace('@', ' at ')
    .replace(/[./_:?=&#%+-]/g, (mark) => MARKS[mark]!).replace(/\d+/g, (run) => ` ${digits(run)} `).replace(/ +/g, ' ').trim();
}

const DOMAINS = 'com|org|net|edu|gov|io|co|uk|de|fr|eu|info|dev|app|ai|tv|me';

/** A part of the name of a host, and most parts of a name. Without bounds, a long row of words and full stops is searched to its end from each of them. */
const HOST_PART = '[A-Za-z0-9-]{1,63}';
const MAX_HOST_PARTS = 10;

/** Rules for addresses. They run before all other rules. */
export const ADDRESS_RULES: readonly Rule[] = [
  [/(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, (_, whole) => address(whole)],
  [/\bhttps?:\/\/[^\s"')>]*[^\s"')>.,;:!?…—]/g, (_, whole) => address(whole)],
  [new RegExp(`\\b(?:www\\.)?${HOST_PART}(?:\\.${HOST_PART}){0,${MAX_HOST_PARTS}}\\.(?:${DOMAINS})\\b(?:/[^\\s"')>…—]*[^\\s"')>.,;:!?…—])?`, 'g'), (_, whole) => (
    /^(?:[A-Za-z]\.)+/.test(whole) ? whole : address(whole))],
];

/**
 * Rules for symbols with a name, and for symbols between words. They run after the rules for numbers. A symbol that becomes a blank takes the blanks beside it
 * along: patterns that begin with blanks search a long run of them from each of its blanks to its end.
 */
export const SYMBOL_RULES: readonly Rule[] = [
  [/#\s?(?=\d)/g, () => 'number '],
  [/(?<!\w)#(?=[A-Za-z])/g, () => 'hashtag '],
  [/\s*&\s*/g, () => ' and '],
  [/\bw\/o(?=\s)/g, () => 'without'],
  [/\bw\/(?=\s?\w)/g, () => 'with '],
  [/\bc\/o\b/g, () => 'care of'],
  [/\band\/or\b/gi, () => 'and or'],
  [/(?<=[a-z])\/(?=[a-z])/g, () => ' or '],
  [/ ?(?:\/ ?)+/g, () => ' '],
  [/\s*@\s*/g, () => ' at '],
  [/\s*=\s*/g, () => ' equals '],
  [/\s*\+\s*/g, () => ' plus '],
  [/\s*×\s*/g, () => ' times '],
  [/\s*÷\s*/g, () => ' divided by '],
  [/\s*±\s*/g, () => ' plus or minus '],
  [/\s*%/g, () => ' percent'],
  [/§\s?/g, () => 'section '],
  [/©/g, () => ' copyright '],
  [/°/g, () => ' degrees'],
  [/£/g, () => ' pounds '],
  [/\$/g, () => ' dollars '],
  [/€/g, () => ' euros '],
  [/ ?(?:[~^|\\<>{}[\]¥¢#] ?)+/g, () => ' '],
  // An underscore between letters separates words.
  [/(?<=[a-z])_(?=[a-z])/gi, () => ' '],
];
