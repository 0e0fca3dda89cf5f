import type { Paragraph } from '../model.js';
import { ABBREVIATED_TITLE } from './language/lexicon.js';
import { matchesOf } from '../../patterns/matches.js';
import { standardHeading } from '../../screenplay/index.js';

const LIST = /^[#*_\s]*(?:the |list of )?(?:characters?|cast|persons|people|dramatis personae)(?: of characters)?(?: (?:of|in) (?:the|this) \p{L}+)?[:.]?[*_\s]*$/iu;
const TITLES = `(?:the )?(?:(?:${ABBREVIATED_TITLE})\\.? )*`;
/** `MRS. PELL, a widow`, `Dora (the maid)`, `INSPECTOR BRAGG`. */
const ENTRY = new RegExp(`^[*_ -]{0,4}${TITLES}\\p{Lu}[\\p{L}’' -]{0,40}[*_]{0,3}(?:\\s*(?:,|[—–(\\t]|\\.{2,}|…).{0,120})?$`, 'iu');
const ENTRY_WITH_COLON = new RegExp(`^[*_ -]{0,4}${TITLES}\\p{Lu}[\\p{L}’' -]{0,40}[*_]{0,3}:.{0,120}(?<![.!?])$`, 'iu');
/** Lines under a list of people that begin the play. */
const BEGINS = /^[*_\s]*(?:the )?(?:act|scene|part|prologue|time|place|setting|curtain)(?!\p{L})/iu;
const MAX_LIST_CHARACTERS = 4_000;
const MAX_TITLE_LINES = 4;
const MAX_TITLE_LINE = 80;

const isEntry = (line: string): boolean => ENTRY.test(line) || ENTRY_WITH_COLON.test(line);

/**
 * True for lines that list the people of a play. One line alone may be a speech or the name of a place, unless it is only a name in capitals or has a
 * description.
 */
const areEntries = (lines: readonly string[]): boolean => lines.every((line) => /^\P{L}*\p{Lu}/u.test(line) && !BEGINS.test(line))
  && (lines.length === 1 ? ENTRY.test(lines[0]!) && (/[,—–(\t…]|\.{2}/u.test(lines[0]!) || !/\p{Ll}/u.test(lines[0]!)) : lines.every(isEntry));

/** The lines of the first paragraph as headings of their own, when they are the title of the play and what stands under it; else the paragraph. */
function titleLines(text: string, paragraph: Paragraph): Paragraph[] {
  const words = text.slice(paragraph.start, paragraph.end);
  if (words.length > MAX_TITLE_LINES * MAX_TITLE_LINE) return [paragraph];
  const lines = matchesOf(words, /\S[^\n]*/gu).map((line) => ({ at: line.index, words: line[0].trimEnd() }));
  const [title] = lines;
  const areTitles = lines.length > 1 && lines.length <= MAX_TITLE_LINES && lines.every((line) => line.words.length <= MAX_TITLE_LINE && !/:|[.!?;,)\]]$/u.test(line.words));
  // A name that stands above more words further down is a cue.
  if (!title || !areTitles || standardHeading(title.words) !== null || text.includes(`\n${title.words}`, paragraph.end)) return [paragraph];
  return lines.map((line): Paragraph => ({ ...paragraph, kind: 'heading', start: paragraph.start + line.at, end: paragraph.start + line.at + line.words.length }));
}

/** The paragraphs of a play: each line of its title is a heading, and the list of its people is not read aloud. */
export function withPlayFront(text: string, all: readonly Paragraph[]): Paragraph[] {
  let inList = false;
  return all.flatMap((paragraph, at): Paragraph[] => {
    const { start, end } = paragraph;
    const lines = text.slice(start, Math.min(end, start + MAX_LIST_CHARACTERS)).split('\n').map((line) => line.trim()).filter((line) => line !== '');
    const opens = LIST.test(lines[0] ?? '');
    const listed = opens ? lines.slice(1) : lines;
    const isList = (opens || inList) && areEntries(listed);
    // Most lists are one paragraph; others have a paragraph for each person.
    inList = isList && listed.length <= 1;
    if (isList) return [{ ...paragraph, kind: 'caption' }];
    return at === 0 ? titleLines(text, paragraph) : [paragraph];
  }).map((paragraph, index) => ({ ...paragraph, index }));
}
