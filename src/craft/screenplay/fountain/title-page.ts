import type { Aside, Styled, TitleEntry } from '../script.js';
import { parseInline } from './inline.js';
import { withAsides, type SourceLine } from './prepare.js';

const KNOWN_KEYS = new Set(['title', 'credit', 'author', 'authors', 'source', 'notes', 'draft date', 'date', 'contact',
  'copyright', 'revision', 'revisions', 'font', 'header', 'footer', 'format', 'language', 'series', 'episode',
    'subtitle']);
const MAX_KEY = 40;
const INDENTED = /^(?: {2}|\t)[ \t]*\S/;

function keyOf(line: string): { key: string; value: string } | null {
  const colon = line.search(/[:：]/);
  if (colon <= 0 || colon > MAX_KEY || /^[\s!@.>~#=([]/.test(line)) return null;
  return { key: line.slice(0, colon).trimEnd(), value: line.slice(colon + 1).trim() };
}

/**
 * Parses the title page at the start of a script. Returns its entries, and the index of the first line after it. There
 * are no entries if the first lines are not `Key: value` pairs. A first line without a value (`FADE IN:`) belongs to
 * the script.
 */
export function parseTitlePage(
  lines: readonly SourceLine[], asides: readonly Aside[],
): { entries: TitleEntry[]; next: number } {
  const entries: TitleEntry[] = [];
  const none = { entries: [], next: 0 };
  const value = (text: string): Styled => {
    const { text: plain, marks } = parseInline(withAsides(text, asides), []);
    return marks ? { text: plain, marks } : { text: plain };
  };
  let next = 0;
  while (lines[next]?.text.trim() === '') next += 1;
  for (; next < lines.length; next += 1) {
    const line = lines[next]!.text;
    if (line.trim() === '') break;
    if (INDENTED.test(line) && entries.length > 0) {
      entries.at(-1)!.lines.push(value(line.trim()));
      continue;
    }
    const pair = keyOf(line);
    if (!pair || (pair.value === '' && !INDENTED.test(lines[next + 1]?.text ?? ''))) break;
    entries.push({ key: pair.key, lines: pair.value === '' ? [] : [value(pair.value)] });
  }
  const known = entries.some(({ key }) => KNOWN_KEYS.has(key.toLowerCase()));
  return known || entries.length > 1 ? { entries, next } : none;
}
