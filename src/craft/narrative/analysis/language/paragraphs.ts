import type { Paragraph } from '../../model.js';
import { isMessage, messageStart } from './chat.js';
import { IMPRINT_PARAGRAPHS, isImprint } from './imprint.js';
import { isCredit, isFrontMatter, isLongHeading, withTitleLines, type Stretch } from './titles.js';
import { matchesOf } from '../../../patterns/matches.js';

const HEADING_LENGTH = 60;
/** Author and date stand in the first paragraphs, if anywhere. */
const MAX_CREDIT_PARAGRAPHS = 5;
const CHAPTER_LINE = /^(?:#{1,6}\s|(?:chapter|book|part|volume|letter|act|scene|section|canto|stave)\s+[\dIVXLCDM]+\b|[IVXLCDM]+\.?$|\d{1,3}\.?$)/i;
const DATE_LINE = /^(?:\d|[A-Z][a-z]+ \d)/;

/**
 * Cuts a text into paragraphs at blank lines, and a chat at every message. A text without blank lines is cut at every line when its lines look like
 * paragraphs. Headings, contents lines (many short items between dashes) and captions, tables, code and notes get a
 * kind of their own.
 */
export function paragraphsOf(text: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let fenced = false;
  const { found, message } = stretches(text);
  const all = withTitleLines(text, found);
  for (const [at, { start, end }] of all.entries()) {
    const words = text.slice(start, Math.min(end, start + 4_000));
    const fences = words.match(/^\s*(?:```|~~~)/gm)?.length ?? 0;
    const below = Math.max(0, ...all.slice(at + 1, at === 0 ? at + 4 : at + 2).map((next) => next.end - next.start));
    const kind = fenced || fences > 0 || (at === 0 && isFrontMatter(words)) ? 'caption'
      : at > 0 && at < IMPRINT_PARAGRAPHS && isImprint(words) ? 'caption'
      : at < MAX_CREDIT_PARAGRAPHS && isCredit(words) ? 'heading'
        : paragraphs.at(-1)?.kind === 'heading' && isArgument(words, text.slice(end, end + 400)) ? 'contents' : kindOf(words, end - start, below, at === 0);
    if (fences % 2 === 1) fenced = !fenced;
    // The first message of a chat is not its title.
    const isTold = kind === 'heading' && ((message !== null && isMessage(words, message)) || tellsInTalk(text, words, [all[at - 1], all[at + 1]]));
    paragraphs.push({ index: paragraphs.length, start, end, kind: isTold ? 'body' : kind });
  }
  const headed = paragraphs.some(({ kind }) => kind === 'body');
  return headed ? withNotes(text, paragraphs) : paragraphs.map((paragraph) =>
    (paragraph.kind === 'heading' ? { ...paragraph, kind: 'body' } : paragraph));
}

/** The mark with which a note at the end of a text begins. */
const NOTE = /^(?:\[\^?\d{1,3}\]:?|[¹²³⁰⁴-⁹]+)\s?(?=\S)/u;
/** Notes that make up a larger part of a text are its numbered paragraphs, as in a judgment. */
const MAX_NOTES_SHARE = 0.5;

/** A mark in a sentence that refers to a note: `high [1] that spring`. In `see [12]` and `at [12]` it refers to a paragraph. */
const REFERS = /(?<=[\p{L},.;:!?”’"')]\s?)(?<!\b(?:see|at|in|and|paras?\.?|paragraphs?|from|to|of|by)\s)\[\^?(\d{1,3})\](?!:)/giu;
const MARK = /^\[\^?(\d{1,3})\]/u;
/** Notes between the paragraphs of a text make up less of it than those at its end may. */
const MAX_SHARE_BETWEEN = 0.25;

/** The notes that stand between the paragraphs of a text: each has the mark of a sentence before it. */
function notesBetween(text: string, paragraphs: readonly Paragraph[]): Set<Paragraph> {
  const open = new Set<string>();
  const notes = new Set<Paragraph>();
  let length = 0;
  for (const paragraph of paragraphs) {
    if (paragraph.kind !== 'body') continue;
    const words = text.slice(paragraph.start, paragraph.end);
    const mark = MARK.exec(words)?.[1];
    if (mark !== undefined && open.delete(mark)) {
      notes.add(paragraph);
      length += words.length;
    } else {
      for (const [, number = ''] of matchesOf(words, REFERS)) open.add(number);
    }
  }
  return length > (paragraphs.at(-1)?.end ?? 0) * MAX_SHARE_BETWEEN ? new Set() : notes;
}

/** The paragraphs with notes as captions, because they are printed but not read aloud. */
function withNotes(text: string, paragraphs: readonly Paragraph[]): Paragraph[] {
  let from = paragraphs.length;
  let length = 0;
  const isNote = ({ start, end }: Paragraph): boolean => NOTE.test(text.slice(start, Math.min(end, start + 8)));
  while (from > 0 && (isNote(paragraphs[from - 1]!) || paragraphs[from - 1]!.kind === 'caption')) {
    from--;
    length += paragraphs[from]!.end - paragraphs[from]!.start;
  }
  const between = notesBetween(text, paragraphs);
  const most = (paragraphs.at(-1)?.end ?? 0) * MAX_NOTES_SHARE;
  return paragraphs.map((paragraph, at) => (between.has(paragraph) || (length <= most && at >= from && isNote(paragraph)) ? { ...paragraph, kind: 'caption' } : paragraph));
}

const MIN_TELLING_WORDS = 2;

/** True for a sentence between two speeches that lost its full stop in print: `Ann's face brightened up`. */
const tellsInTalk = (text: string, words: string, beside: readonly ({ start: number } | undefined)[]): boolean =>
  beside.every((next) => next !== undefined && /^["“‘'«]/u.test(text.charAt(next.start)))
  && (words.match(/(?<=\s)\p{Ll}{4,}/gu)?.length ?? 0) >= MIN_TELLING_WORDS;

const MIN_ARGUMENT_WORDS = 5;
const MAX_ARGUMENT_LENGTH = 600;

/** True for a chapter summary in capitals under its heading, which is printed but not read aloud. */
const isArgument = (words: string, below: string): boolean => words.length <= MAX_ARGUMENT_LENGTH && /\p{Lu}/u.test(words)
  && !/\p{Ll}/u.test(words) && words.trim().split(/\s+/u).length >= MIN_ARGUMENT_WORDS && /\p{Ll}{3}/u.test(below);

/** The pieces of a text, and what the messages of a chat begin with. */
function stretches(text: string): { found: Stretch[]; message: RegExp | null } {
  const lines = matchesOf(text, /[^\r\n\u2028\u2029\f]*(?:\r\n|[\r\n\u2028\u2029\f]|$)/g).filter((line) =>
    line[0] !== '');
  const words = lines.map((line) => line[0]);
  const message = messageStart(words);
  const everyLine = message === null && linesAreParagraphs(words);
  const found: Stretch[] = [];
  let start = -1;
  let end = -1;
  const close = () => {
    if (start >= 0) found.push({ start, end });
    start = -1;
  };
  lines.forEach((line, at) => {
    const content = line[0].trim();
    if (content === '') return close();
    const lead = line[0].length - line[0].trimStart().length;
    const heads = /^#{1,6}\s/.test(content) || isNumberedHeading(content, lines[at + 1]?.[0].trim() ?? '');
    if (everyLine || heads || message?.test(content)) close();
    if (start < 0) start = line.index + lead;
    end = line.index + lead + content.length;
    if (heads) close();
  });
  close();
  return { found, message };
}

const MAX_NUMBERED_HEADING = 60;
/** The full stop of `6. A.O.B.` does not end a sentence. */
const INITIALS_LAST = /(?<![\p{L}.])(?:\p{Lu}\.){2,}$/u;
const NUMBERED = /^\d{1,2}[.)]\s+\p{Lu}/u;

/** True for a line such as `3. Rats` that stands directly above a longer line of text, which begins with a capital and is no item of the same list. */
const isNumberedHeading = (line: string, below: string): boolean => line.length <= MAX_NUMBERED_HEADING && NUMBERED.test(line)
  && (/[^.!?…:;,—–-]$/u.test(line) || INITIALS_LAST.test(line)) && /^["“‘]?\p{Lu}/u.test(below) && line.length < 0.75 * below.length;

function linesAreParagraphs(lines: readonly string[]): boolean {
  const full = lines.filter((line) => line.trim() !== '');
  const blank = lines.length - full.length;
  if (full.length < 2 || blank > full.length / 40) return false;
  const closed = full.filter((line) => /[.!?…:;”’"'»)\]*]\s*$/.test(line)).length;
  const average = full.reduce((sum, line) => sum + line.length, 0) / full.length;
  return closed / full.length > 0.6 || average > 110;
}

function kindOf(words: string, length: number, next: number, isFirst: boolean): Paragraph['kind'] {
  const dashes = words.match(/—|--| – /g)?.length ?? 0;
  if (dashes >= 6 && words.split(/\s+/).length / dashes < 9 && !/[“”"!?]/.test(words)) return 'contents';
  if (/^(?:Fig(?:ure)?\.|Plate\s|\[Illustration|\||!\[|<\w)/.test(words)
    || (/^\[/.test(words) && /\]$/.test(words))) return 'caption';
  if (!/[\p{L}\p{N}]/u.test(words)) return 'caption';
  if (length >= HEADING_LENGTH) {
    const heads = (CHAPTER_LINE.test(words) && length < 100 && !/\n/.test(words)) || isLongHeading(words, next, isFirst);
    return heads ? 'heading' : 'body';
  }
  if (CHAPTER_LINE.test(words) || (NUMBERED.test(words) && INITIALS_LAST.test(words)) || (isFirst && isLongHeading(words, next, true))) return 'heading';
  // Labels of a figure, such as `I2` or `T1`.
  if (!/\p{L}{3}/u.test(words) && !/[.!?…“”"‘’']/u.test(words)) return 'caption';
  if (/[.!?…”’"',;:—。！？]$/.test(words) || /^[“‘"'—–-]/.test(words) || /^\p{Ll}/u.test(words)) return 'body';
  return DATE_LINE.test(words) || !/\n/.test(words) ? 'heading' : 'body';
}
