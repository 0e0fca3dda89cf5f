import { isDateLike } from './text/dates.js';
import type { Script, Styled, TitleEntry } from './script.js';
import { titleLines } from './script.js';

/** A line of a title page without keys. */
export interface PlacedLine { text: Styled; centered: boolean }

const CENTERED_KEYS = [['title'], ['credit'], ['author', 'authors'], ['source']];
/** Fountain keys that only tools use and that are not printed. */
const UNPRINTED = new Set(['font', 'format', 'header', 'footer', 'language']);

/** The blocks of a printed title page: the centred ones, and the ones at the foot. */
export function titlePageBlocks(script: Script): { centered: Styled[][]; foot: Styled[][] } {
  const centered = CENTERED_KEYS.map((keys) => titleLines(script, ...keys)).filter((block) => block.length > 0);
  const foot = script.titlePage
    .filter(({ key }) => !UNPRINTED.has(key.toLowerCase()) && !CENTERED_KEYS.flat().includes(key.toLowerCase()))
    .map(({ lines }) => lines).filter((block) => block.length > 0);
  return { centered, foot };
}

/** Gives the lines of a printed title page keys, by their position and by the form of credits, dates and copyright. */
export function titleEntriesOf(placed: readonly (PlacedLine | null)[]): TitleEntry[] {
  const blocks: PlacedLine[][] = [[]];
  for (const line of placed) {
    const open = blocks.at(-1)!;
    if (line === null || line.text.text.trim() === '') {
      if (open.length > 0) blocks.push([]);
    } else if (open.length > 0 && open[0]!.centered !== line.centered) blocks.push([line]);
    else open.push(line);
  }
  const entries = new Map<string, Styled[]>();
  const add = (key: string, lines: Styled[]): void => { entries.set(key, [...entries.get(key) ?? [], ...lines]); };
  for (const block of blocks.filter((lines) => lines.length > 0)) {
    const lines = block.map(({ text }) => text);
    if (!entries.has('Title')) add('Title', lines);
    else if (block[0]!.centered) addCentered(entries, add, lines);
    else addFoot(add, lines);
  }
  return [...entries].map(([key, lines]) => ({ key, lines }));
}

function addCentered(
  entries: ReadonlyMap<string, unknown>, add: (key: string, lines: Styled[]) => void, lines: Styled[],
): void {
  const credit = lines.findIndex(({ text }) => /\bby:?$/i.test(text.trim()));
  if (credit >= 0 && !entries.has('Author')) {
    add('Credit', lines.slice(0, credit + 1));
    if (lines.length > credit + 1) add('Author', lines.slice(credit + 1));
  } else if (!entries.has('Author')) add('Author', lines);
  else add('Source', lines);
}

function addFoot(add: (key: string, lines: Styled[]) => void, lines: Styled[]): void {
  const first = lines[0]!.text.trim();
  if (/©|\(c\)|\bcopyright\b/i.test(first)) add('Copyright', lines);
  else if (isDateLike(first)) {
    add('Draft date', lines.slice(0, 1));
    if (lines.length > 1) add('Contact', lines.slice(1));
  } else add('Contact', lines);
}
