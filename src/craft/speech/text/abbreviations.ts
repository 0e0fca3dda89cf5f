import type { Rule } from './rules.js';
import { wordTable } from '../../patterns/word-table.js';

/** Titles and ranks before a name; the full stop never ends a sentence. */
const TITLES: Record<string, string> = wordTable({
  mr: 'Mister', mrs: 'Missus', ms: 'Miz', dr: 'Doctor', prof: 'Professor', capt: 'Captain', lt: 'Lieutenant', lieut: 'Lieutenant', col: 'Colonel', gen: 'General',
  maj: 'Major', sgt: 'Sergeant', cpl: 'Corporal', rev: 'Reverend', hon: 'Honourable', gov: 'Governor', sen: 'Senator', rep: 'Representative', pres: 'President',
  supt: 'Superintendent', insp: 'Inspector', cmdr: 'Commander', adm: 'Admiral', det: 'Detective', cllr: 'Councillor', messrs: 'Messers', mme: 'Madame', mlle: 'Mademoiselle', fr: 'Father', mt: 'Mount', ft: 'Fort',
});
const TITLE = Object.keys(TITLES).map((key) => `${key.charAt(0).toUpperCase()}${key.slice(1)}|${key.toUpperCase()}`).join('|');
/** Titles that British print writes without a full stop. */
const OPEN_TITLE = 'Mr|Mrs|Ms|Dr|Prof|Capt|Lt|Col|Sgt|Cpl|Rev|Supt|Insp|Cllr|Mme|Mlle|MR|MRS|MS|DR|PROF|CAPT|LT|SGT';

/** Other abbreviations; the full stop ends a sentence where a capital or nothing follows. */
const WORDS: Record<string, string> = wordTable({
  'esq': 'Esquire', 'jr': 'Junior', 'sr': 'Senior', 'bros': 'Brothers', 'co': 'Company', 'corp': 'Corporation', 'inc': 'Incorporated', 'ltd': 'Limited', 'ave': 'Avenue',
  'blvd': 'Boulevard', 'rd': 'Road', 'etc': 'et cetera', 'e.g': 'for example', 'i.e': 'that is', 'viz': 'namely', 'cf': 'compare', 'ca': 'circa', 'approx': 'approximately',
  'dept': 'department', 'et al': 'et al', 'a.m': 'A·M', 'p.m': 'P·M', 'mss': 'manuscripts', 'inst': 'instant', 'ult': 'ultimo', 'prox': 'proximo',
});
const WORD = Object.keys(WORDS).map((key) => `[${key.charAt(0)}${key.charAt(0).toUpperCase()}]${key.slice(1).replace('.', '\\.\\s?')}`).join('|');
/** Abbreviations that count only before a number. */
const COUNTED: Record<string, string> = wordTable({
  no: 'Number', nos: 'Numbers', vol: 'Volume', vols: 'Volumes', fig: 'Figure', figs: 'Figures', ch: 'Chapter', chap: 'Chapter', p: 'page', pp: 'pages', sec: 'Section', art: 'Article', pt: 'Part',
});

/** What may follow a full stop that ends a sentence. */
const ENDS = '(?=(\\s+["\'(]*[A-Z]|["\')\\]]*$)?)';
const stop = (ends: string | undefined): string => (ends === undefined ? '' : '.');
const SMALL_WORD = /^(?:In|At|On|From|Near|The|To|Of|And|By|For|But|Old|Old|Great|Little|Upper|Lower|Is|Was|Through|Towards?|Around|Outside|Inside|Behind)$/;
const STARTER = /^(?:He|She|It|They|We|I|You|The|A|An|But|And|In|On|At|His|Her|Then|There|That|This|My|No|Yes|What|When|Where|Who|Why|How)$/;

/** Decides between Saint and Street, or Doctor and Drive, by the capitals of the neighbouring words. */
function before(previous: string | undefined, next: string | undefined, holy: string, road: string): string {
  if (previous === undefined && next === undefined) return holy;
  const named = previous !== undefined && /^[A-Z]/.test(previous) && !SMALL_WORD.test(previous);
  const name = next !== undefined && /^[A-Z]/.test(next) && !(named && STARTER.test(next));
  return name || !named ? holy : `${road}${next === undefined || STARTER.test(next) ? '.' : ''}`;
}

/** Rules for scene headings, titles, abbreviations and initials. `·` joins letters that are spelled out. */
export const ABBREVIATION_RULES: readonly Rule[] = [
  [/\b(?:INT\.?\s*\/\s*EXT\.?|I\/E\.)(?=\s)/g, () => 'Interior and exterior,'],
  [/\b(?:EXT\.?\s*\/\s*INT\.?|E\/I\.)(?=\s)/g, () => 'Exterior and interior,'],
  [/\bINT\.|^INT(?=\s[A-Z])|^[Ii]nt\.(?=\s)/g, () => 'Interior,'],
  [/\bEXT\.|^EXT(?=\s[A-Z])|^[Ee]xt\.(?=\s)/g, () => 'Exterior,'],
  [/\bV\.\s?O\.|\(VO\)/g, () => 'voice over'],
  [/\bO\.\s?S\./g, () => 'off screen'],
  [/\bO\.\s?C\./g, () => 'off camera'],
  [/\bCONT'D\b/g, () => 'continued'],
  [/\bP\.\s?O\.V\.|\bPOV\b/g, () => 'point of view'],
  [/&c\b\.?/g, () => 'et cetera'],
  [/(?<=(\b[A-Za-z'.]+)\s)St\.(?=\s*([A-Za-z']+)?)|\b(?:St|ST)\.(?=\s*[A-Z])/g, (_, _whole, previous, next) => before(previous, next, 'Saint', 'Street')],
  [/\bSt\s(?=[A-Z][a-z])/g, () => 'Saint '],
  [/\b([A-Z][a-z]+)\sDr\.(?=\s+[a-z]|[,;]|\s*$)/g, (_, _whole, previous) => `${previous} Drive`],
  [new RegExp(`\\b(${TITLE})\\.(?=\\s)`, 'g'), (_, _whole, title) => TITLES[title!.toLowerCase()]!],
  [new RegExp(`\\b(${OPEN_TITLE})(?=\\s+[A-Z])`, 'g'), (_, _whole, title) => TITLES[title!.toLowerCase()]!],
  [new RegExp(`\\b(${Object.keys(COUNTED).join('|')})\\.\\s?(?=\\d)`, 'gi'), (_, _whole, word) => `${COUNTED[word!.toLowerCase()]!} `],
  [new RegExp(`\\b(?<!\\.)(${WORD})\\.${ENDS}`, 'g'), (_, _whole, word, ends) => (
    WORDS[word!.toLowerCase().replace(/\s/g, '')] ?? WORDS[word!.toLowerCase()]!) + stop(ends)],
  [/\bvs?\.(?=\s)|\bvs\b/g, () => 'versus'],
  [/\bPh\.\s?D\b\.?/g, () => 'P·H·D'],
  // Initials are spelled out: D.D., U.S., J. K. Rowling. Before a name, their full stops are not pauses.
  [/(?<!·)\b(?!(?<=\b[AP] )M\.)((?:[A-Z]\.\s?){1,20})(?=([A-Z][a-z']+))/g, (_, whole, letters, next) => {
    const signs = letters!.match(/[A-Z]/g)!;
    if (signs.length === 1 && (signs[0] === 'I' || STARTER.test(next!))) return whole;
    return `${signs.join('·')}${STARTER.test(next!) ? '.' : ''} `;
  }],
  [/\b((?:[A-Z]\.){2,})/g, (_, _whole, letters) => letters!.match(/[A-Z]/g)!.join('·')],
  [/(?<!\b[A-Z]·)\b([A-Z]·[A-Z](?:·[A-Z])*)(?=\s*$)/g, (_, _whole, letters) => `${letters}.`],
];
