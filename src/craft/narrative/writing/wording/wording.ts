import { MONTHS } from '../../analysis/language/abbreviations.js';
/** Counting and spelling of spoken words, for length budgets and the support check. */
import { remembered } from '../../remembered.js';
import { matchesOf } from '../../../patterns/matches.js';

/** Number of spoken words. A hyphenated compound is one word; in scripts without spaces two letters are one word. */
export const countWords = remembered((text) => {
  const spaced = text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}’'-]*/gu) ?? [];
  if (!UNSPACED.test(text)) return spaced.length;
  let words = 0;
  for (const token of spaced) words += UNSPACED.test(token) ? Math.ceil([...token].length / 2) : 1;
  return words;
});
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

/** Spoken words in one second of a whole read, its pauses included: 156 words a minute, as the voices are paced. */
export const WORDS_PER_SECOND = 2.6;

/** The lower-case letters and digits of a text: two texts with the same letters say the same words. */
export const lettersOf = remembered((text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ''));

/** Half-open character range of a source. */
export interface Span { start: number; end: number }

/** The spoken form of a sentence, and the pieces of the source that its letters come from. `edited`: the words or their order differ from the source. */
export interface SpokenForm { text: string; pieces: Span[]; edited: boolean }

const DAY = 'Sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday';
const DATE_HEAD = new RegExp(`^(?:(?:${DAY}), )?(?:${MONTHS}) \\d+(?:st|nd|rd|th)?(?: to \\d+\\w*)?\\.\\s?—\\s?`, 'u');
const LATIN_BRACKET = / \((?:[A-Z][a-z]*\.? [A-Za-z. ]+|\d+(?:st|nd|rd|th)?)\)/gu;
/** The mark of a note: `[3]`, or raised figures after a word or a full stop, but not the exponent of `m²`. */
const NOTE_MARK = /\s?\[\d+\]|(?<=[.,;:!?”"’)]|\p{L}{3})[¹²³⁰⁴-⁹†‡]+(?=[\s.,;:)]|$)/gu;
/** A bracket that sends the reader elsewhere: `(see Fig. 3)`, `(cf. Osei et al., 1994, pp. 33–41)`. */
export const REFERENCE = new RegExp(' \\((?:(?:see|cf\\.|compare)(?: also)? )?'
  + '(?:(?:Figs?|Tabs?|Eqs?|Sects?|pp?)\\.|[Ff]igures?|[Tt]ables?|[Pp]lates?|Equations?|[Ss]ections?|[Cc]hapters?|Appendix|pages?) ?'
  + '(?:\\d|[A-Z]\\b)(?:[\\d\\s.,;&–—-]|\\b(?:and|to|[a-z])\\b){0,40}\\)'
  + '| \\([^()\\n]{0,80}\\bet al\\.[^()\\n]{0,60}\\b(?:1[5-9]|20)\\d\\d[^()\\n]{0,60}\\)', 'gu');
const CUTS = [LATIN_BRACKET, NOTE_MARK, REFERENCE];
const LINK_TARGET = /!?\[(?=[^\]\n]*\]\()|(?<=\[[^\]\n]*)\]\([^)\s]*(?:\s"[^"]*")?\)/gu;
const LIST_MARK = /^(?:[-*+•>]|\d{1,2}[.)])\s+|^#{1,6}\s+/u;

/** Splits a range of the source before each list item that begins on its own line. */
export function listItems(source: string, span: Span): Span[] {
  const raw = source.slice(span.start, span.end);
  const starts = matchesOf(raw, /\n[ \t]*(?=(?:[-*+•]|\d{1,2}[.)])[ \t]+\S)/gu).map((match) => match.index
    + match[0].length);
  return [0, ...starts].map((start, index,
    all) => ({ start: span.start + start, end: span.start + (all[index + 1] ?? raw.length) }));
}

/**
 * The spoken form of `source.slice(start, end)` without leading dates, bracketed species names and references, note marks and unpaired
 * quotation marks; `--` becomes a dash and white space single spaces. It adds only a capital and a full stop.
 */
export function spokenForm(source: string, start: number, end: number): SpokenForm {
  const raw = source.slice(start, end);
  const cuts: Span[] = [];
  const head = DATE_HEAD.exec(raw);
  if (head && raw.length - head[0].length > 12) cuts.push({ start: 0, end: head[0].length });
  const mark = /(?:^|\n)[ \t]*$/u.test(source.slice(Math.max(0, start - 40), start)) ? LIST_MARK.exec(raw) : null;
  if (mark) cuts.push({ start: 0, end: mark[0].length });
  // The pattern for links is slow, because it looks back from every character for the beginning of a link. So it runs only on texts with `](`.
  for (const pattern of raw.includes('](') ? [...CUTS, LINK_TARGET] : CUTS) {
    for (const match of matchesOf(raw, pattern)) cuts.push({ start: match.index, end: match.index + match[0].length });
  }
  cuts.sort((a, b) => a.start - b.start);
  const pieces: Span[] = [];
  let at = 0;
  for (const cut of cuts) {
    if (cut.start > at) pieces.push({ start: start + at, end: start + cut.start });
    at = Math.max(at, cut.end);
  }
  if (at < raw.length) pieces.push({ start: start + at, end });
  const kept = pieces.map((piece) => source.slice(piece.start, piece.end)).join('');
  const text = capitalised(withStop(pairedQuotes(tidy(kept))));
  return { text, pieces, edited: text !== tidy(raw) };
}

const EMPHASIS = /(?<![\p{L}\p{N}_*])(_{1,2}|\*{1,3})(?=\S)([^_*\n]+?)(?<=\S)\1(?![\p{L}\p{N}_*])/gu;

/** A mark of emphasis whose partner is in another sentence. */
const HALF_EMPHASIS = /(?<=\p{L})_(?=[\s.,;:!?’”]|$)|(?<=^|[\s“‘])_(?=\p{L})/gu;

/** Text without typed emphasis, with real dashes and single spaces. */
export function tidy(text: string): string {
  return text.replace(EMPHASIS, '$2').replace(HALF_EMPHASIS, '').replace(/`+/gu, '').replace(/(?:(?<!\s)\s+)?--+\s*/gu, ' — ')
    .replace(/[\u200b\u2060\ufeff]/gu, '').replace(/\s+/gu, ' ').trim();
}

function withStop(text: string): string {
  if (text === '' || /[.!?…。！？—:;,]["”’»)\]]*$/u.test(text) || !/[\p{L}\p{N}]["”’»)\]]*$/u.test(text)) return text;
  return `${text}.`;
}

/** The text with a capital at its beginning, behind opening marks. */
export function capitalised(text: string): string {
  return text.replace(/^([“‘"'(\s]*)(\p{Ll})/u, (_all, lead: string, letter: string) => lead + letter.toUpperCase());
}

/** Removes unpaired quotation marks. */
export function pairedQuotes(text: string): string {
  let out = text;
  if (out.includes('„')) {
    if (!balanced(out.replace(/”/gu, '“'), '„', '“')) out = out.replace(/[„“”]/gu, '');
  } else if (!balanced(out, '“', '”')) out = out.replace(/[“”]/gu, '');
  if (!balanced(out, '«', '»')) out = out.replace(/[«»]/gu, '');
  if ((out.match(/"/gu) ?? []).length % 2 === 1) out = out.replace(/"/gu, '');
  if (openSingles(out) > closeSingles(out)) out = out.replace(OPEN_SINGLE, '$1');
  return out.trim();
}

function balanced(text: string, open: string, close: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === open) depth++;
    if (character === close && --depth < 0) return false;
  }
  return depth === 0;
}

const OPEN_SINGLE = /(^|[\s—“(])‘/gu;
const openSingles = (text: string): number => (text.match(OPEN_SINGLE) ?? []).length;
const closeSingles = (text: string): number => (text.match(/[\p{L}.,!?…;:—]’(?=$|[\s—.,;:)”?!])/gu) ?? []).length;

/** True when a line holds an unpaired quotation mark. */
export function hasOrphanQuote(text: string): boolean {
  return pairedQuotes(text) !== text.trim();
}

/** Turns a leading `This bird` into `The bird` and removes the demonstrative from the pieces. */
export function softenedHead(form: SpokenForm, source: string): SpokenForm {
  const match = /^(This|These) (?=\p{Ll})/u.exec(form.text);
  const first = form.pieces[0];
  if (!match || !first) return form;
  const within = source.slice(first.start, first.end).indexOf(match[1]!);
  if (within < 0) return form;
  const pieces = [{ start: first.start + within + match[1]!.length, end: first.end }, ...form.pieces.slice(1)];
  return { text: `The ${form.text.slice(match[0].length)}`, pieces, edited: true };
}
