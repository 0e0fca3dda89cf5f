import { speakerOf, type Screenplay } from '../../../screenplay/model.js';
import { splitSentences } from '../../analysis/language/sentences.js';
import { remembered } from '../../remembered.js';
import { cardinal, romanValue } from './number-words.js';
import { speechForm } from './speech-form.js';
import { capitalised, countWords } from './wording.js';
import { matchesOf } from '../../../patterns/matches.js';
import { wordTable } from '../../../patterns/word-table.js';

type Rule = readonly [RegExp, string | ((match: string, ...groups: string[]) => string)];

const coins = (figures: string, one: string, many: string): string =>
  `${cardinal(Number(figures))} ${Number(figures) === 1 ? one : many}`;

/** Rules for marks of print and of old books, applied before those for numbers and abbreviations. */
const MARKS: readonly Rule[] = [
  [/\[[^\]]*\]/gu, ' '],
  [/[*_`~^|\\<>{}#]+/gu, ' '],
  [/[\u200b-\u200f\u2060\ufeff\u00ad]/gu, ''],
  [/\s*\(([^()]*)\)\s*([.,;:!?]?)/gu, (_all, inner,
    after) => `, ${inner.trim()}${/[.;:!?]/u.test(after) ? after : ','} `],
  [/\b(Mr|Mrs|Miss|Ms|Dr|Lady|Lord|Captain|Colonel|Count|Madame|Major|General)\.?\s*[-–—_]+(?=[\s,.;:!?]|$)/gu,
    (_all, title) => `${title}. Blank`],
  [/\b(1[5-9])\s?(?:--|——?|–)(?=[\s,.;:!?]|$)/gu, (_all, century) => `${cardinal(Number(century))} hundred`],
  [/\b(\p{Lu})(?:--+|——+)(?=[\s,.;:!?'’]|$)/gu, (_all, letter) => letter],
  [/(£\s?\d[\d,]*)(?:\s(\d+)s\.?)(?:\s(\d+)d\.?)?/gu, (_all, pounds, shillings, pence) =>
    `${pounds} ${coins(shillings!, 'shilling', 'shillings')}${pence ? ` ${coins(pence, 'penny', 'pence')}` : ''}`],
  [/\b(\d+)s\.\s?(\d+)d\.?/gu, (_all, shillings, pence) =>
    `${coins(shillings!, 'shilling', 'shillings')} and ${coins(pence!, 'penny', 'pence')}`],
  [/(\d)\s?[–—]\s?(?=\d)/gu, (_all, figure) => `${figure} to `],
  [/([.,;:!?])\s*(?:--+|[–—―]+)\s*/gu, (_all, mark) => `${mark} `],
  [/\s*(?:--+|[–—―]+)\s*(?=["'”’»)]*\s*$)/gu, '...'],
  [/\s*(?:--+|[–—―]+)\s*(?=[.,;:!?])/gu, ''],
  [/\s*(?:--+|[—―]+|\s–\s)\s*/gu, ', '],
  [/\s*(?:…|\.\s?\.\s?\.(?:\s?\.)*)\s*/gu, '... '],
];

/** Fractions in figures as signs, for languages whose numbers stay for the voice. */
const FRACTIONS: readonly Rule[] = [
  [/\b(\d+)\s1\/2\b/gu, (_all, whole) => `${whole}½`], [/\b1\/2\b/gu, '½'], [/\b1\/4\b/gu, '¼'], [/\b3\/4\b/gu, '¾'],
];

const COMPARED = wordTable({ '<': 'less than', '≤': 'at most', '>': 'more than', '≥': 'at least', '~': 'about', '≈': 'about' });
/** Signs of comparison before a number, which would otherwise go with the marks of layout. `<3` is a heart. */
const COMPARISONS: readonly Rule[] = [
  [/(?<![\d<>=-])(?:[≤≥≈~]\s?|<\s?(?!3(?:[\s!]|$))|>)(?=[$£€¥]?\.?\d)/gu, (sign) => ` ${COMPARED[sign.trim()]} `],
];

/** Capitals that look like a larger numeral are more likely a word. */
const MAX_NUMERAL = 60;

/** Rules for the remaining abbreviations and signs, once numbers are words. */
const SIGNS: readonly Rule[] = [
  [/[\u2018\u2019\u201b\u02bc\u00b4]/gu, "'"], [/["“”„«»‹›]/gu, ' '],
  [/\bMr\.?(?=[\s,])/gu, 'Mister'], [/\bMrs\.?(?=[\s,])/gu, 'Missus'], [/\bMs\.(?=\s)/gu, 'Miz'],
  [/\bMme\.?(?=\s)/gu, 'Madame'], [/\bMlle\.?(?=\s)/gu, 'Mademoiselle'], [/\bSergt\.(?=\s)/gu, 'Sergeant'],
  [/\bEsq\.?(?=[\s,;:]|$)/gu, 'Esquire'],
  [/(?<=[\p{Ll}']\s)St\.(?=[\s,;:]|$)/gu, 'Street'], [/&c\.?/gu, 'and so on'],
  [/\b([ap])\.\s?m\.?(?=[\s,;:!?]|$)/giu, (_all, half) => `${half!.toUpperCase()} M`],
  [/\s?%/gu, ' percent'], [/\s*×\s*/gu, ' times '], [/\s=\s/gu, ' equals '], [/\s\+\s/gu, ' plus '],
  [/§\s?/gu, 'section '],
  [/\b((?:\p{Lu}\.){2,})(?=\s\p{Ll}|[,;:!?]|\s?$|\s\p{Lu})/gu, (all) => all.replace(/\./gu, ' ').trim()],
  [/(?<![\p{L}.])(?!(?<=\b[AP] )M\.)([A-HJ-Z])\.(?=\s?\p{Lu}|\s\p{Ll})/gu, (_all, letter) => letter!],
  [/\b([IVXLC]{2,})\b\.?(?=\s)/gu, (all, numeral) => {
    const value = romanValue(numeral!);
    return value === null || value > MAX_NUMERAL ? all : cardinal(value);
  }],
];

const COMMON_CAPITALS = new RegExp([
  String.raw`^(?:THE|AND|NOT|YOU|ALL|HE|SHE|IS|WAS|ARE|MY|NO|YES|DO|MUST|WILL|HIM|HER|ONE|NOW|HAS|HAD|MAN|BUT|`,
  String.raw`FOR|ANY|THAT|THIS|VERY|WE|ME|OUR|HIS|DID|CAN|SO|IF|AT|OF|IN|ON|TO|BE|AM|AN|OR|BY|AS|UP|OUT|WHO|HOW|`,
  String.raw`WHY|SIR)$`,
].join(''), 'u');

const SPACING: readonly Rule[] = [
  [/\s+/gu, ' '], [/\s+([.,;:!?])/gu, (_all, mark) => mark!], [/,(?:\s*,)+/gu, ','],
  [/([;:!?])\s*,/gu, (_all, mark) => mark!],
  [/,\s*([.;:!?])/gu, (_all, mark) => mark!], [/^[\s,;:.]+/gu, ''], [/(?<=[^.])\.\.(?!\.)/gu, '.'],
];

/**
 * The spoken form of a printed text: numbers, sums, years and abbreviations in words, no unpronounceable marks, dashes
 * and brackets as pauses. A sentence too long for one breath is split when both halves are sentences. The words stay
 * those of the text. For languages other than English only the marks change.
 */
export const sayable = (text: string, language: 'en' | 'other' = 'en'): string => SAYABLE[language](text);

const plainMarks = (text: string): string => applied(text.normalize('NFC').replace(/[\u0000-\u001f\u007f]/gu, ' '), MARKS);

function sayableEnglish(text: string): string {
  const plain = plainMarks(applied(text, COMPARISONS));
  const ends = /[.!?]["'”’)]*\s*$/u.test(plain);
  const words = applied(speechForm(plain), SIGNS).replace(/\b\p{Lu}{2,}\b/gu, (word) => lowered(word));
  const said = applied(words.replace(UNSPOKEN_MARKS, ' '), SPACING).trim();
  const closed = ends && said !== '' && !/[.!?]'*$/u.test(said) ? `${said}.` : said;
  return splitSentences(closed)
    .map((span) => splitIntoBreaths(capitalised(closed.slice(span.start, span.end)))).join(' ');
}

const SAYABLE = {
  en: remembered(sayableEnglish),
  // A voice of another language says the minus sign of a keyboard.
  other: (text: string) => applied(applied(plainMarks(text), FRACTIONS).replace(/−(?=\d)/gu, '-').replace(UNSPOKEN_MARKS, ' '), SPACING).trim(),
};

/** Adds `ttsText` to every spoken entry whose spoken form differs from its text. */
export function withSpokenTexts(screenplay: Screenplay, language: 'en' | 'other'): Screenplay {
  const entries = screenplay.entries.map((entry) => {
    if (speakerOf(entry, screenplay.narrationPolicy) === null) return entry;
    const ttsText = sayable(entry.text, language);
    return ttsText === '' || ttsText === entry.text ? entry : { ...entry, ttsText };
  });
  return { ...screenplay, entries };
}

/** Everything but letters, digits, spaces and the marks that shape a sentence. */
const UNSPOKEN_MARKS = /[^\p{L}\p{M}\p{N}\s.,;:!?'’。、，！？；：-]/gu;

/** True when a text holds nothing that a voice cannot say. */
export const isSayable = (text: string): boolean => !UNSPOKEN_MARK.test(text);
const UNSPOKEN_MARK = /[^\p{L}\p{M}\p{N}\s.,;:!?'’。、，！？；：-]|--/u;

function applied(text: string, rules: readonly Rule[]): string {
  return rules.reduce((spoken, [pattern, saying]) => typeof saying === 'string' ? spoken.replace(pattern, saying)
    : spoken.replace(pattern, saying), text);
}

/** Words in capitals as ordinary words; abbreviations in capitals stay. */
function lowered(word: string): string {
  if (COMMON_CAPITALS.test(word)) return word.toLowerCase();
  if (word.length < 4 || !/[AEIOUY]/u.test(word) || romanValue(word) !== null) return word;
  return word[0]! + word.slice(1).toLowerCase();
}

const LONG_BREATH_WORDS = 35;
const MIN_HALF_WORDS = 6;
/** The beginning of a clause with its own subject, before which a sentence may be split. */
const CLAUSE = '(?:(?:and|but|for|so|yet|nor)\\s)?(?:then\\s|now\\s|there\\s)?(?:I|he|she|it|we|they|you|there|this|'
  + 'these|that(?!\\sof\\b)|those|the|his|her|my|our|their|a|an|[A-Z][a-z]+)\\s';
const SPLIT_PATTERNS = [new RegExp(`;\\s(?=${CLAUSE})`, 'gu'), new RegExp(`:\\s(?=${CLAUSE})`, 'gu'),
  /,\s(?=(?:and|but|so)\s(?:then\s)?(?:I|he|she|it|we|they|there)\s)/gu];

const VERB = new RegExp('\\b(?:am|is|are|was|were|be|has|have|had|do|does|did|will|would|shall|should|can|could|may|might|'
  + 'must|said|came|went|took|made|saw|knew|thought|felt|'
  + 'stood|sat|got|gave|told|found|began|seemed|left|kept|held|ran|heard|put|let|lay|grew|fell|brought|'
    + 'became|spoke|rose|set|met|[a-z]{2,}ed)\\b', 'u');

/** A sentence above this length is also split before a dependent clause, because there a listener needs the pause more. */
const OVERLONG_WORDS = 60;
const LONG_PATTERNS = [/;\s(?=\p{L})/gu, /:\s(?=\p{L})/gu,
  /,\s(?=(?:and|but|or|nor|for|which|who|whom|whose|where|when|while|whilst|until|till|although|though|because|since|if|unless|so that|that|as)\s)/gu];
const MIN_LONG_HALF_WORDS = 14;

/** Splits a sentence too long for one breath near its middle, and again while a part is too long. */
function splitIntoBreaths(sentence: string): string {
  const total = countWords(sentence);
  if (total < LONG_BREATH_WORDS) return sentence;
  const isOverlong = total > OVERLONG_WORDS;
  for (const [at, splitPattern] of [...SPLIT_PATTERNS, ...(isOverlong ? LONG_PATTERNS : [])].entries()) {
    const fewest = at < SPLIT_PATTERNS.length ? MIN_HALF_WORDS : MIN_LONG_HALF_WORDS;
    const places = matchesOf(sentence, splitPattern).map(({ index, 0: { length } }) =>
      ({ index, length, words: countWords(sentence.slice(0, index)) }))
      .filter(({ words }) => words >= fewest && total - words >= fewest)
      .sort((a, b) => Math.abs(a.words - total / 2) - Math.abs(b.words - total / 2) || a.index - b.index);
    const place = places[0];
    if (!place) continue;
    const head = sentence.slice(0, place.index);
    if (!VERB.test(head) || !VERB.test(sentence.slice(place.index))) continue;
    const rest = capitalised(sentence.slice(place.index + place.length));
    return `${splitIntoBreaths(`${head}.`)} ${splitIntoBreaths(rest)}`;
  }
  return sentence;
}
