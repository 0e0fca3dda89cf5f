import type { Styled } from '../script.js';
import { cellsOf, isNarrow } from '../text/cells.js';
import { sliceStyled, styledLines } from '../text/marks.js';

/** Wraps a text to lines of `width` cells. The author's line ends stay; a word longer than a line is cut. */
export function wrapText(text: Styled, width: number): Styled[] {
  return styledLines(text).flatMap(({ text: line, marks }) =>
    wrapLine(marks ? { text: line, marks } : { text: line }, width));
}

function wrapLine(line: Styled, width: number): Styled[] {
  const { text } = line;
  const narrow = isNarrow(text);
  if (narrow && text.length <= width) return [line];
  const lines: Styled[] = [];
  for (let from = 0; from < text.length;) {
    const limit = narrow ? Math.min(text.length, from + width) : offsetAfter(text, from, width);
    const end = limit >= text.length ? text.length : breakBefore(text, from, limit, narrow);
    lines.push(sliceStyled(line, from, from + text.slice(from, end).trimEnd().length));
    from = end;
    while (text[from] === ' ') from += 1;
  }
  return lines.length > 0 ? lines : [{ text: '' }];
}

/** The offset after the characters that fit in `width` cells, at least one character after `from`. */
function offsetAfter(text: string, from: number, width: number): number {
  let cells = 0;
  let at = from;
  for (const character of text.slice(from, from + width * 4)) {
    cells += cellsOf(character);
    if (cells > width && at > from) break;
    at += character.length;
  }
  return at;
}

/**
 * The last break at or before `limit`: at a blank, after a hyphen or dash inside a word, or after a wide character.
 * `limit` if there is none.
 */
function breakBefore(text: string, from: number, limit: number, narrow: boolean): number {
  const lead = from + (text.slice(from, limit).length - text.slice(from, limit).trimStart().length);
  for (let at = limit; at > from; at -= 1) {
    const [before, after] = [text[at - 1]!, text[at] ?? ''];
    if (after === ' ' && at > lead) return at;
    if (before === '-' || before === '–' || before === '—') {
      if (at - 1 > from && IN_WORD.test(text[at - 2] ?? '') && IN_WORD.test(after)) return at;
    } else if (!narrow && cellsOf(before) === 2 && !NEVER_FIRST.test(after)) return at;
  }
  return limit;
}

const IN_WORD = /[\p{L}\p{N}]/u;
/** Punctuation that must not start a line, and the second half of a surrogate pair. */
const NEVER_FIRST = /[、。，．！？）」』\udc00-\udfff]/;
