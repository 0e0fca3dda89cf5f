import type { Paragraph } from '../../model.js';
import { matchesOf } from '../../../patterns/matches.js';

/** A longer first line is a sentence. */
export const MAX_TITLE_LENGTH = 160;
/** A line is a heading of the paragraph under it only when that is clearly longer. */
const MIN_BODY_LENGTH = 160;
const OPENING_PARAGRAPHS = 6;
const NUMBER_ONLY = /^(?:(?:chapter|book|part|volume|letter|act|scene|section|canto|stave)\s*)?(?:[IVXLCDM]+|\d+)?[.:]?$/iu;
/** Headings that name a part of any text and never the text itself. */
const SECTION = new RegExp('^(?:(?:table of )?contents|introduction|summary|abstract|preface|foreword|prologue|overview|background|methods?|results|'
  + 'conclusions?|notes?|references|draft|untitled|document\\s*\\d*|page \\d+|(?:executive )?summary|transcript|text|article)[.:]?$', 'iu');
const FIELD = /^(?:"?)(title|author|by|date)"?\s*[:=]\s*"?(.+?)"?\s*$/iu;
const AUTHOR = String.raw`^(?:(?:Written )?[Bb]y|BY|[Vv]on|[Pp]ar|[Pp]or)\s+(\p{Lu}[\p{L}’'.-]*`
  + String.raw`(?:\s+(?:(?:de|van|der|von|la|le|du|and|&|of)|\p{Lu}[\p{L}’'.-]*)){0,7})`;
/** What may follow the author's name: a degree or an office, an address in brackets, and fields after upright strokes. */
const BYLINE = new RegExp(AUTHOR
  + '(?:, (?:Ph\\.?D|M\\.?D|\\p{Lu}\\p{L}+(?: (?:of|for|the|\\p{Lu}\\p{L}+)){1,4})\\.?)?(?: \\([^()\\n]{0,80}\\))?(?:[.,]?| \\|[^\\n]{0,120})$', 'u');
const DATELINE = /^(?:\p{L}+day,? )?(?:\d{1,2}(?:st|nd|rd|th)? \p{Lu}\p{L}+,? \d{4}|\p{Lu}\p{L}+ \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\p{Lu}\p{L}{2,8} \d{4})[.]?$/u;
const FILE_LIKE = /\.\w{1,5}$|[_/\\]|^[\p{L}\d]+(?:-[\p{L}\d]+)+$|^\w+:\/\//u;
const SMALL_WORD = /^(?:a|an|and|as|at|but|by|for|from|in|into|is|nor|of|on|or|the|to|upon|with|was|are|that|who|how|what|when)$/iu;

/** A piece of a text between blank lines, before it has a kind. */
export interface Stretch { start: number; end: number }

/** The stretches of a text with its title lines separated: the short first line or lines directly above the first paragraph. */
export function withTitleLines(text: string, stretches: readonly Stretch[]): Stretch[] {
  const [first, second] = stretches;
  if (!first) return [];
  const lines = linesIn(text, first);
  if (lines.length < 2) return [...stretches];
  const words = lines.map(({ start, end }) => text.slice(start, end));
  const allShort = lines.length <= 5 && words.every((line) => (isUnended(line) || BYLINE.test(line)) && line.length <= MAX_TITLE_LENGTH);
  // Below a line that names the author, a text may begin with a short paragraph.
  const bodyEnd = words.some((line, at) => at > 0 && BYLINE.test(line)) ? text.length : second?.end ?? 0;
  if (allShort && second && bodyEnd - second.start >= MIN_BODY_LENGTH && words.some((line, at) => at > 0 && isApart(line))) {
    return [...lines, ...stretches.slice(1)];
  }
  // Wrapped prose fills its first line, so a shorter first line is a title.
  let titles = 0;
  while (titles < Math.min(3, lines.length - 1) && isUnended(words[titles]!) && /^["“‘\p{Lu}\d]/u.test(words[titles + 1]!)
    && (BYLINE.test(words[titles]!) || words[titles]!.length < 0.75 * (words[titles + 1]!.length)
      || BYLINE.test(words[titles + 1]!))) titles++;
  const body = lines[titles]!;
  if (titles === 0 || first.end - body.start < MIN_BODY_LENGTH) return [...stretches];
  return [...lines.slice(0, titles), { start: body.start, end: first.end }, ...stretches.slice(1)];
}

/** True for a line under a title that says who wrote the text, or when. */
export const isCredit = (line: string): boolean => BYLINE.test(line) || DATELINE.test(line);

const isApart = (line: string): boolean => isCredit(line) || !/\p{Ll}/u.test(line);

function linesIn(text: string, { start, end }: Stretch): Stretch[] {
  return matchesOf(text.slice(start, end), /[^\r\n]+/gu).flatMap((match) => {
    const lead = match[0].length - match[0].trimStart().length;
    const length = match[0].trim().length;
    return length === 0 ? [] : [{ start: start + match.index + lead, end: start + match.index + lead + length }];
  });
}

const isUnended = (line: string): boolean => /\p{L}/u.test(line) && !/[.,;:—–-]["”’)]*$/u.test(line)
  && !/^["“‘«„—–-]/u.test(line) && !/^\p{Ll}/u.test(line);

/** True for a single line of at most `MAX_TITLE_LENGTH` characters that is the heading of what follows: it has no full stop, and much text follows. */
export function isLongHeading(words: string, next: number, isFirst: boolean): boolean {
  if (words.includes('\n') || words.length > MAX_TITLE_LENGTH || next < MIN_BODY_LENGTH || next < words.length) return false;
  if (!isUnended(words) || /[.!?]\s+\p{Lu}/u.test(words.replace(/\b(?:Mr|Mrs|Dr|St|vs|No)\./gu, ''))) return false;
  return !/[!?…]["”’)]*$/u.test(words) || (isFirst && isTitleCased(words));
}

function isTitleCased(words: string): boolean {
  const long = words.match(/\p{L}[\p{L}’'-]*/gu)?.filter((word) => !SMALL_WORD.test(word)) ?? [];
  return long.length >= 2 && long.filter((word) => /^\p{Lu}/u.test(word)).length >= long.length * 0.8;
}

/** The fields `Title:` and `Author:` in the first lines of a file, such as a front matter between rules. */
function fieldsOf(text: string): { title?: string; author?: string; date?: string } {
  const fields: { title?: string; author?: string; date?: string } = {};
  for (const line of text.slice(0, 4_000).split(/\r?\n/u).slice(0, 40)) {
    const found = FIELD.exec(line.trim());
    if (!found || found[2]!.length > MAX_TITLE_LENGTH) continue;
    const name = found[1]!.toLowerCase() === 'by' ? 'author' : found[1]!.toLowerCase() as 'title' | 'author' | 'date';
    fields[name] ??= found[2]!;
  }
  return fields.title === undefined ? {} : fields;
}

/** True for lines that describe the file and are not read aloud. */
export const isFrontMatter = (words: string): boolean => words.split('\n')
  .filter((line) => line.trim() !== '' && !/^-{3,}$/u.test(line.trim())).every((line) => /^[\p{L} _-]{2,24}\s*[:=]\s*\S/u.test(line))
  && /^\s*"?title"?\s*[:=]/imu.test(words);

/** The words of a heading, without the marks of Markdown. */
export const headingWords = (text: string, { start, end }: Pick<Paragraph, 'start' | 'end'>): string =>
  text.slice(start, end).replace(/^#+\s*/u, '').replace(/\s+/gu, ' ').trim();

/** The title that the file or its first headings give; null when the text has none of its own. */
export function titleOf(text: string, paragraphs: readonly Paragraph[]): string | null {
  const { title } = fieldsOf(text);
  if (title !== undefined) return title;
  for (const paragraph of paragraphs.slice(0, OPENING_PARAGRAPHS)) {
    if (paragraph.kind === 'caption') continue;
    if (paragraph.kind !== 'heading') return null;
    const words = headingWords(text, paragraph);
    if (NUMBER_ONLY.test(words) || SECTION.test(words) || isCredit(words)
      || FILE_LIKE.test(words) || words.length < 2) continue;
    return words;
  }
  return null;
}

/** The author, from a line under the title or a field of the file; null when neither names one. */
export function authorOf(text: string, paragraphs: readonly Paragraph[]): string | null {
  const { author } = fieldsOf(text);
  if (author !== undefined) return author;
  for (const paragraph of paragraphs.slice(0, OPENING_PARAGRAPHS)) {
    if (paragraph.end - paragraph.start > 80) continue;
    const name = BYLINE.exec(headingWords(text, paragraph))?.[1];
    if (name !== undefined) return name.replace(/[.,]$/u, '');
  }
  return null;
}

/** The date on a line of its own above the text; null without one. */
export function dateOf(text: string, paragraphs: readonly Paragraph[]): string | null {
  const line = paragraphs.slice(0, OPENING_PARAGRAPHS).map((paragraph) => headingWords(text, paragraph))
    .find((words) => words.length < 40 && DATELINE.test(words));
  return line?.replace(/\.$/u, '') ?? null;
}

/**
 * The name that a person gave to a source, as a title; null when it does not look like a title, such as the name of a file, a path, a URL or a section. A
 * single word counts as a title only when the text contains it too.
 */
export function labelTitle(label: string | null, text: string): string | null {
  const clean = (label ?? '').replace(/\s+/gu, ' ').trim();
  if (clean === '' || clean.length > 120 || FILE_LIKE.test(clean) || SECTION.test(clean) || !/^\p{Lu}|^\d+ \p{L}|^["“‘]/u.test(clean)) return null;
  if (clean.includes(' ')) return clean;
  return /^\p{Lu}\p{Ll}{2,}$/u.test(clean) && new RegExp(`(?<!\\p{L})${clean}(?!\\p{L})`, 'u').test(text) ? clean : null;
}
