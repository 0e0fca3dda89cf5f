import { startsLikeHeading } from '../fountain/rules.js';
import { rowText, type RowPage } from './rows.js';

/** The text columns of a script, in cells from the left edge of the paper, and the widths of their lines. */
export interface Columns {
  /** Width of a cell in points. */
  cell: number;
  /** Distance of rows in points. */
  leading: number;
  action: number;
  cue: number | null;
  dialogue: number | null;
  actionWidth: number;
  dialogueWidth: number;
  /** Number of headings with a prefix such as INT. or EXT. */
  headings: number;
  /** True for a play, which has hardly any headings with a prefix; there, capitals alone make a heading. */
  play: boolean;
}

const MIN_PLAY_PAGES = 5;
const WIDEST_SHARE = 0.995;
const DEFAULT_ACTION = 15;

class Votes {
  private readonly counts = new Map<number, number>();
  add(key: number): void { this.counts.set(key, (this.counts.get(key) ?? 0) + 1); }
  get best(): number | null { return [...this.counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? null; }
  get total(): number { return [...this.counts.values()].reduce((sum, count) => sum + count, 0); }
  /** The smallest key with at least `count` votes. */
  first(count: number): number | null {
    return [...this.counts].filter(([, votes]) => votes >= count).map(([key]) => key).sort((a, b) => a - b)[0] ?? null;
  }
}

export const hasNoLower = (text: string): boolean => {
  const words = text.replace(/\([^)]*\)/g, '');
  return !/\p{Ll}/u.test(words) && /\p{Lu}/u.test(words);
};

/** Infers the columns from the positions of headings, and of rows in capitals with a row close below. */
export function learnColumns(pages: readonly RowPage[], cell: number): Columns {
  const column = (x: number): number => Math.round(x / cell);
  const leading = leadingOf(pages);
  const [headings, lefts, cues, dialogues] = [new Votes(), new Votes(), new Votes(), new Votes()];
  for (const { rows } of pages) {
    for (const { segments } of rows) {
      for (const { text, left } of segments) {
        if (column(left) * cell >= 60) lefts.add(column(left));
        if (startsLikeHeading(text)) headings.add(column(left));
      }
    }
  }
  const leftmost = lefts.first(Math.max(2, pages.length * 0.05)) ?? DEFAULT_ACTION;
  const action = headings.best ?? (leftmost * cell >= 135 ? Math.round(108 / cell) : leftmost);
  for (const { rows } of pages) {
    rows.forEach((row, at) => {
      const [below, above] = [rows[at + 1], rows[at - 1]];
      const [cue] = row.segments;
      if (!below || row.segments.length !== 1 || !cue || column(cue.left) <= action + 6) return;
      const apart = !above || row.top - above.top > leading * 1.4;
      const words = below.segments[0]!;
      if (!apart || below.top - row.top > leading * 1.3 || column(words.left) >= column(cue.left)
        || column(words.left) <= action + 2) return;
      cues.add(column(cue.left));
      if (!words.text.startsWith('(')) dialogues.add(column(words.left));
    });
  }
  const dialogue = dialogues.best;
  return {
    cell, leading, action, cue: cues.best, dialogue, headings: headings.total,
    actionWidth: widest(pages, cell, action), dialogueWidth: dialogue === null ? 35 : widest(pages, cell, dialogue),
    play: pages.length >= MIN_PLAY_PAGES && headings.total < pages.length / 10,
  };
}

/** The smallest distance between rows that is frequent, in points. */
function leadingOf(pages: readonly RowPage[]): number {
  const gaps = new Map<number, number>();
  for (const { rows } of pages) {
    rows.slice(1).forEach((row, at) => {
      const gap = Math.round((row.top - rows[at]!.top) * 2) / 2;
      if (gap > 6 && gap < 40) gaps.set(gap, (gaps.get(gap) ?? 0) + 1);
    });
  }
  const most = Math.max(0, ...gaps.values());
  const often = [...gaps].filter(([, count]) => count > 0.15 * most).map(([gap]) => gap);
  const least = often.length > 0 ? Math.min(...often) : 12;
  // In a script of one-line paragraphs every row has a blank line above, so the smallest distance is twice the leading.
  return least > 17.5 ? 12 : least;
}

function widest(pages: readonly RowPage[], cell: number, column: number): number {
  const lengths = pages.flatMap(({ rows }) => rows)
    .filter(({ segments }) => segments.length === 1 && Math.abs(Math.round(segments[0]!.left / cell) - column) <= 1)
    .map((row) => rowText(row).length).sort((a, b) => a - b);
  return lengths[Math.floor(lengths.length * WIDEST_SHARE)] ?? 60;
}
