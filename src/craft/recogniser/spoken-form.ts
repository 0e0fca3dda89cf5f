import { numberWords, ordinal, yearWords } from '../narrative/writing/wording/number-words.js';
import { wordTable } from '../patterns/word-table.js';

type Rule = [pattern: RegExp, replacement: string | ((match: string, ...groups: string[]) => string)];

const CURRENCIES: Record<string, [one: string, many: string]> = {
  '£': ['pound', 'pounds'], $: ['dollar', 'dollars'], '€': ['euro', 'euros'],
};

function moneyWords(sign: string, whole: string, fraction: string | undefined): string {
  const [one, many] = CURRENCIES[sign]!;
  const amount = whole.replaceAll(',', '');
  return ` ${numberWords(amount)} ${amount === '1' ? one : many}${fraction ? ` ${Number(fraction)}` : ''} `;
}

/** Four digits without a comma are most often a year. */
const plainNumber = (digits: string): string => (/^(?:1[1-9]|20)\d\d$/.test(digits) ? yearWords(Number(digits)) : numberWords(digits));

function clockWords(hour: string, minutes: string): string {
  const rest = Number(minutes);
  return `${numberWords(String(Number(hour)))} ${rest === 0 ? '' : rest < 10 ? `oh ${rest}` : rest}`;
}

const pluralOf = (words: string): string => (words.endsWith('y') ? `${words.slice(0, -1)}ies` : `${words}s`);

/** Joins initials into one word: `B.B.C.` and `B B C` become `BBC`. Applied before the text is lower-cased. */
const INITIALS: Rule[] = [
  [/\b(?:\p{Lu}\.\s?){2,}/gu, (row) => `${row.replace(/[.\s]/g, '')} `],
  [/\b\p{Lu}(?:[ -]\p{Lu})+\b/gu, (row) => row.replace(/[ -]/g, '')],
];

/** Symbols, abbreviations and numbers as words; the text is in lower case and has straight quotes. */
const WRITTEN: Rule[] = [
  [/\b([ap])\.\s?m\b\.?/g, '$1m'],
  [/\bno\.\s*(?=\d)/g, 'number '],
  [/([£$€])\s?(\d[\d,]*)(?:\.(\d\d)\b)?/g, (_, sign, whole, fraction) => moneyWords(sign!, whole!, fraction)],
  [/\b([01]?\d|2[0-3]):([0-5]\d)\b/g, (_, hour, minutes) => clockWords(hour!, minutes!)],
  [/\bo'? ?clock\b/g, 'oclock'],
  [/%|\bper cent\b/g, ' percent '],
  [/&/g, ' and '],
  [/°/g, ' degrees '],
  [/\b(\d[\d,]*)(?:st|nd|rd|th)\b/g, (_, digits) => ordinal(Number(digits!.replaceAll(',', '')))],
  [/\b(\d{2,4})'?s\b/g, (_, digits) => pluralOf(plainNumber(digits!))],
  [/\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+/g, (number) => ` ${numberWords(number)} `],
  [/\d+/g, (digits) => ` ${plainNumber(digits)} `],
];

/** Contractions and clipped words in full. `'s` and `'d` have several meanings, so they only lose their apostrophe. */
const CONTRACTIONS: Rule[] = [
  [/\bcan'?t\b|\bcannot\b/g, 'can not'],
  [/\bwon't\b/g, 'will not'],
  [/\bshan't\b/g, 'shall not'],
  [/n't\b/g, ' not'],
  [/'re\b/g, ' are'],
  [/'ve\b/g, ' have'],
  [/'ll\b/g, ' will'],
  [/\bi'm\b/g, 'i am'],
  [/'tis\b/g, 'it is'],
  [/'twas\b/g, 'it was'],
  [/\bgonna\b/g, 'going to'],
  [/\bwanna\b/g, 'want to'],
  [/\bgotta\b/g, 'got to'],
  [/(^|\s)'em\b/g, '$1them'],
  [/(^|\s)'(?:cause|cos)\b/g, '$1because'],
  [/(^|\s)'?(?:till|til)\b/g, '$1until'],
  [/(?<=[a-z]{2})in'(?=[\s,.!?;:]|$)/g, 'ing'],
];

const SAME: Record<string, string> = wordTable({
  mister: 'mr', missus: 'mrs', missis: 'mrs', doctor: 'dr', saint: 'st', street: 'st', captain: 'capt', professor: 'prof',
  sergeant: 'sgt', lieutenant: 'lt', colonel: 'col', general: 'gen', versus: 'vs', ok: 'okay', etc: 'etcetera', alright: 'all right',
  hmm: 'hm', mm: 'hm', mmm: 'hm', mhm: 'hm', ahh: 'ah', ohh: 'oh', aah: 'ah', ooh: 'oh', grey: 'gray', greyed: 'grayed',
  programme: 'program', programmes: 'programs', plough: 'plow', ploughed: 'plowed', cheque: 'check', cheques: 'checks', tyre: 'tire',
  tyres: 'tires', kerb: 'curb', storey: 'story', storeys: 'stories', whiskey: 'whisky', gaol: 'jail', gaoler: 'jailer',
  defence: 'defense', offence: 'offense', licence: 'license', pretence: 'pretense', judgement: 'judgment', ageing: 'aging',
  sceptical: 'skeptical', sceptic: 'skeptic', moustache: 'mustache', pyjamas: 'pajamas', mould: 'mold', aluminium: 'aluminum',
  jewellery: 'jewelry', woollen: 'woolen', sulphur: 'sulfur', draught: 'draft', draughts: 'drafts', artefact: 'artifact',
  anaesthetic: 'anesthetic', encyclopaedia: 'encyclopedia', manoeuvre: 'maneuver', enquiry: 'inquiry', enquire: 'inquire',
  enquired: 'inquired', goodbye: 'good bye', etcaetera: 'etcetera',
});

/** Turns British spellings into American ones of the same sound. Both sides are changed alike, so a wrong match does no harm. */
const SPELLINGS: Rule[] = [
  [/^(.*(?:arm|ard|behavi|cand|clam|col|endeav|fav|flav|glam|harb|hon|hum|lab|neighb|od|parl|ranc|rig|rum|sav|savi|splend|succ|tum|val|vap|vig))our/,
    '$1or'],
  [/^(.*[a-z]{3})is(e|ed|es|er|ers|ing|ation|ations)$/, '$1iz$2'],
  [/^(.*[a-z]{2})ys(e|ed|es|ing)$/, '$1yz$2'],
  [/^(calib|cent|fib|lit|lust|meag|met|mit|och|sab|sepulch|somb|spect|theat)re(s|d)?$/, '$1er$2'],
  [/^(cancel|chisel|counsel|equal|fuel|jewel|label|level|marvel|model|panel|pedal|quarrel|signal|total|travel|tunnel)l(ed|er|ers|ing|ings)$/,
    '$1$2'],
  [/^(catal|dial|mon?ol|epil|prol|anal)ogue(s)?$/, '$1og$2'],
];

const NUMBER_WORD = /^(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+t[yh]|hundred|first|second|third|fifth|ninth)$/;

/** `a hundred and five` and `one hundred five` are the same number. */
function withoutNumberAnd(words: readonly string[]): string[] {
  const joins = (at: number): boolean =>
    /^(?:hundred|thousand|million|billion|trillion)$/.test(words[at - 1] ?? '') && NUMBER_WORD.test(words[at + 1] ?? '');
  return words.filter((word, at) => word !== 'and' || !joins(at))
    .map((word, at, kept) => (word === 'a' && /^(?:hundred|thousand|million|dozen)$/.test(kept[at + 1] ?? '') ? 'one' : word));
}

const apply = (text: string, rules: readonly Rule[]): string =>
  rules.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement as string), text);

/**
 * The words of a text as they are spoken, in one spelling: numbers, signs and abbreviations in words, contractions in full,
 * without capitals, accents and punctuation. Two texts that sound the same have the same words, except for homophones.
 */
export function spokenForm(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}+/gu, '').replace(/[‘’ʼ`´]/g, '\'').replace(/[‐‑‒–—]/g, ' - ');
  const lower = apply(plain, INITIALS).toLowerCase();
  const words = apply(apply(lower, WRITTEN), CONTRACTIONS)
    .replace(/'/g, '')
    // A drawn-out vowel is the same word: "nooo".
    .replace(/([a-z])\1{2,}/g, '$1')
    .split(/[^\p{L}\p{N}]+/u).filter(Boolean)
    .flatMap((word) => (SAME[word] ?? apply(word, SPELLINGS)).split(' '));
  return withoutNumberAnd(words);
}
