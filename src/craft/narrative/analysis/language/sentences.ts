import type { Paragraph, Sentence } from '../../model.js';
import { matchesOf } from '../../../patterns/matches.js';
import { anyOf, DAYS, IN_TOWN, MONTHS, SHORT_DAYS, SHORT_MONTHS, SHORT_STATES, STARTERS } from './abbreviations.js';

/** Half-open character range of the caller's text. */
export interface Span { start: number; end: number }

const ABBREVIATIONS = new Set((
  'Mr Mrs Ms Dr St Esq Prof Capt Col Gen Maj Lieut Rev Hon Jr Sr No Nos Vol vol Fig fig cf viz etc e.g i.e p pp ' +
  'Messrs MM Mme Lt Cpl Det Insp Supt Gov Sen Rep Pres Cllr Adm Cmdr Amb Ald Fr Ft ' +
  'MR MRS DR Mlle vs M Mt Sgt Ltd Co Inc approx ca Bros Rd Ave'
).split(' '));
/** True for an abbreviation that print ends with a full stop, given without it. */
export const isShortened = (word: string): boolean => ABBREVIATIONS.has(word)
  || [SHORT_MONTHS, SHORT_DAYS, SHORT_STATES].some((table) => table[word] !== undefined);

/** Abbreviations that may stand at the end of a sentence: they end one only before a word that begins most sentences. */
const OFTEN_LAST = /^(?:Depts?|Ph\.D)$/;
/** A state at the end of what stands before the full stop. */
const STATE = new RegExp(`(?:${IN_TOWN})$`, 'u');
const STARTER = new RegExp(`^\\s*["“‘']*(?:${STARTERS})\\b`);
/** A date or the name of a day may follow an abbreviated day, and these or a time zone a time of day. */
const DATE_NEXT = new RegExp(`^\\s*(?:\\d|(?:${MONTHS})\\b|(?:${anyOf(SHORT_MONTHS)})\\.?\\s\\d)`);
const AFTER_TIME = new RegExp('^\\s*(?:(?:[ECMP][SD]?|AK[SD]|GM|BS|CES?|IS|JS)T|UTC|Eastern|Central|Pacific)\\b|'
  + `^\\s*(?:(?:${DAYS}|${MONTHS})\\b|(?:${anyOf(SHORT_DAYS)}|${anyOf(SHORT_MONTHS)})\\.)`);
/** The full stop of a sentence, with closing quotation marks and the marks of notes. */
const ENDING = new RegExp('(?:[.!?…]{1,12}[”’"\')\\]]{0,6}(?:\\[\\d{1,3}\\]|[¹²³⁰⁴-⁹†‡]{1,3}){0,4}(?:[^\\S\\n]?[”’](?=\\s|$)){0,3}(?=\\s|$|—)'
  + '|[。！？]{1,12}[」』”’)]{0,6})', 'g');
const MAX_SENTENCE_CHARACTERS = 4_000;
/** Characters before a full stop that hold an abbreviation, and those that hold a town before its state. */
const MAX_WORD = 24;
const MAX_TOWN = 64;
const SPEECH_AFTER = new RegExp(
  '^\\s*(?:I|he|she|they|[A-Z][\\w’.]*(?:\\s[A-Z][\\w’.]*){0,3}|[Tt]he\\s\\w+(?:\\s\\w+)?|[Mm]y\\s\\w+|' +
  '[Oo]ur\\s\\w+)\\s(?:\\w+ly\\s)?' +
  '(?:said|say|cried|asked|answered|remarked|observed|replied|continued|interposed|exclaimed|ejaculated|whispered|' +
  'stammered' +
  '|murmured|shouted|added|returned)\\b',
);

/**
 * Splits a stretch of text into sentences. `“Did you?” he asked.` is one sentence; abbreviations, initials and `a.m.`
 * do not end one. Offsets count characters of `text`; spans exclude the white space around a sentence.
 */
export function splitSentences(text: string, start = 0, end = text.length): Span[] {
  const piece = text.slice(start, end);
  const spans: Span[] = [];
  let from = 0;
  for (const match of matchesOf(piece, ENDING)) {
    const stop = match.index + match[0].length;
    if (stop <= from || !endsSentence(piece, from, match.index, match[0], stop)) continue;
    pushTrimmed(spans, text, start + from, start + stop);
    from = stop;
  }
  pushTrimmed(spans, text, start + from, end);
  return spans;
}

function endsSentence(piece: string, from: number, at: number, mark: string, stop: number): boolean {
  if (/^[。！？]/.test(mark)) return true;
  const rest = piece.slice(stop, stop + 100);
  const next = /^\s*([“‘"'(\[]*\s*[‘“]*\s*)(\S)/.exec(rest);
  if (!next) return true;
  const opener = (next[1] ?? '').trim();
  const head = next[2] ?? '';
  if (/^[—–-]/.test(head)) return false;
  if (/\p{Ll}/u.test(head) && opener === '') return false;
  if (isAbbreviation(piece.slice(Math.max(from, at - MAX_TOWN), at), mark, head, rest)) return false;
  return !(/[”"]/.test(mark) && !mark.startsWith('.') && SPEECH_AFTER.test(rest));
}

function isAbbreviation(before: string, mark: string, nextCharacter: string, rest: string): boolean {
  if (!/^\.[”’"')\]]*$/.test(mark)) return false;
  const word = (/\S+$/.exec(before.slice(-MAX_WORD))?.[0] ?? '').replace(/^.*[—–-]/, '').replace(/^[“‘"'(\[]+/, '');
  if (/^[ap]\.m$/.test(word)) return !/\p{Lu}/u.test(nextCharacter) || AFTER_TIME.test(rest);
  if (SHORT_MONTHS[word] !== undefined) return /\d/.test(nextCharacter);
  if (SHORT_DAYS[word] !== undefined) return DATE_NEXT.test(rest) && !/\b[Tt]he\s\S+$/.test(before);
  if (OFTEN_LAST.test(word) || (SHORT_STATES[word] !== undefined && STATE.test(before))) return !STARTER.test(rest);
  return ABBREVIATIONS.has(word) || /^[A-Z]$/.test(word) || /^(?:[A-Za-z]\.)+[A-Za-z]$/.test(word);
}

function pushTrimmed(spans: Span[], text: string, start: number, end: number): void {
  let from = start;
  let to = end;
  while (from < to && /\s/.test(text.charAt(from))) from++;
  while (to > from && /\s/.test(text.charAt(to - 1))) to--;
  while (to - from > MAX_SENTENCE_CHARACTERS) {
    const cut = cutPoint(text, from, from + MAX_SENTENCE_CHARACTERS);
    spans.push({ start: from, end: cut });
    from = cut;
    while (from < to && /\s/.test(text.charAt(from))) from++;
  }
  if (to > from) spans.push({ start: from, end: to });
}

/** The last white space before `limit`; without one, `limit`, moved so that it does not split a surrogate pair. */
function cutPoint(text: string, from: number, limit: number): number {
  for (let at = limit; at > limit - 400 && at > from; at--) if (/\s/.test(text.charAt(at))) return at;
  const code = text.charCodeAt(limit);
  return code >= 0xdc00 && code <= 0xdfff ? limit - 1 : limit;
}

/** Number of words that would be spoken: runs of letters or digits, joined by apostrophes and hyphens. */
export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:[’'.,-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}

const FIRST_PERSON = /\b(?:I|me|my|mine|myself)\b/;

/** The sentences of all body paragraphs; `quoted` marks those that touch one of `quotations` (sorted, disjoint). */
export function sentencesOf(
  text: string, plain: string, paragraphs: readonly Paragraph[], quotations: readonly Span[],
): Sentence[] {
  const sentences: Sentence[] = [];
  let at = 0;
  for (const paragraph of paragraphs) {
    if (paragraph.kind !== 'body') continue;
    let indexInParagraph = 0;
    for (const { start, end } of splitSentences(plain, paragraph.start, paragraph.end)) {
      while (at < quotations.length && (quotations[at]?.end ?? 0) <= start) at++;
      const quotation = quotations[at];
      const words = text.slice(start, end);
      sentences.push({
        index: sentences.length,
        start,
        end,
        paragraph: paragraph.index,
        indexInParagraph: indexInParagraph++,
        words: countWords(words),
        quoted: quotation !== undefined && quotation.start < end,
        firstPerson: FIRST_PERSON.test(words),
      });
    }
  }
  return sentences;
}
