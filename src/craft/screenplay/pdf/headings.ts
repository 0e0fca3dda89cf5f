import { namesTimeOfDay } from '../fountain/prefixes.js';
import { isAutomaticTransition, startsLikeHeading } from '../fountain/rules.js';
import { hasNoLower, type Columns } from './columns.js';
import { rowText, type Row, type RowPage } from './rows.js';

const MAX_PLAIN_HEADING = 60;
/** Fewest headings with a prefix whose print shows how headings look. */
const MIN_EXAMPLES = 3;
/** A trait marks headings when at least `MIN_SHARE` of those with a prefix have it, and at most `MAX_SHARE_OF_OTHERS` of other paragraphs. */
const MIN_SHARE = 0.8;
const MAX_SHARE_OF_OTHERS = 0.2;

const folded = (text: string): string => text.replace(/\s+/g, ' ').trim().toUpperCase();

/** A row at the start of a paragraph. `gap` is the distance from the row above in points, null at the top of a page. */
export interface Opening { text: string; gap: number | null; font: string | undefined; endsBelow: boolean }

/**
 * Distinguishes headings without INT. or EXT. from other lines in capitals: by the bookmarks of the document, else by a time of day at their end, else by the
 * font of the headings and the space above them.
 */
export class HeadingSigns {
  private readonly outline: ReadonlySet<string>;
  /** True if the bookmarks name the headings with a prefix. */
  private readonly hasFullOutline: boolean;
  private readonly font: string | null = null;
  private readonly gap: number | null = null;

  constructor(pages: readonly RowPage[], private readonly columns: Columns, outline: readonly string[]) {
    this.outline = new Set(outline.map(folded));
    const openings = openingsOf(pages, columns);
    const heads = openings.filter(({ text }) => startsLikeHeading(text));
    const others = openings.filter(({ text }) => !startsLikeHeading(text));
    this.hasFullOutline = heads.length > 0 && share(heads, ({ text }) => this.isBookmark(text)) >= MIN_SHARE;
    if (heads.length < MIN_EXAMPLES) return;
    const isSign = (test: (one: Opening) => boolean): boolean =>
      share(heads, test) >= MIN_SHARE && share(others, test) <= MAX_SHARE_OF_OTHERS;
    const font = mostFrequent(heads.map((one) => one.font ?? ''));
    if (isSign((one) => one.font === font)) this.font = font;
    const [above, usual] = [median(heads), median(others)];
    const limit = (above + usual) / 2;
    const placed = (list: Opening[]): Opening[] => list.filter(({ gap }) => gap !== null);
    if (above - usual > columns.leading * 0.4 && share(placed(heads), ({ gap }) => gap! > limit) >= MIN_SHARE
      && share(placed(others), ({ gap }) => gap! > limit) <= MAX_SHARE_OF_OTHERS) this.gap = limit;
  }

  /** True if the document has a bookmark with this name; for a long name, also a bookmark that starts with it. */
  isBookmark(text: string): boolean {
    const name = folded(text);
    return this.outline.has(name) || (name.length > 20 && [...this.outline].some((title) => title.startsWith(name)));
  }

  /** True for a line in capitals, in the column of action, that is a heading although it has no prefix. */
  isPlainHeading({ text, gap, font, endsBelow }: Opening): boolean {
    if (!hasNoLower(text) || !/^["“‘'(]*[\p{L}\p{N}]/u.test(text) || text.length > MAX_PLAIN_HEADING) return false;
    if (this.outline.size > 0 && this.isBookmark(text)) return true;
    const { play, headings } = this.columns;
    if (play) return endsBelow && !/[!?]$/.test(text);
    if (this.hasFullOutline || !endsBelow || isAutomaticTransition(text) || /^FADE\b/.test(text)) return false;
    if (headings > 0 && namesTimeOfDay(text)) return true;
    const byFont = this.font === null ? null : font === this.font;
    const byGap = this.gap === null || gap === null ? null : gap > this.gap;
    return (byFont ?? byGap ?? false) && (byGap ?? true);
  }
}

const share = <T>(list: readonly T[], test: (one: T) => boolean): number => list.filter(test).length / Math.max(1, list.length);

function mostFrequent(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]![0];
}

function median(list: readonly Opening[]): number {
  const gaps = list.flatMap(({ gap }) => (gap === null ? [] : [gap])).sort((a, b) => a - b);
  return gaps[gaps.length >> 1] ?? 0;
}

/** The rows of the action column that start a paragraph. */
function openingsOf(pages: readonly RowPage[], { cell, action, leading }: Columns): Opening[] {
  return pages.flatMap(({ rows }) => rows.flatMap((row, at): Opening[] => {
    const gap = at === 0 ? null : row.top - rows[at - 1]!.top;
    const words = wordsAt(row, action, cell);
    if (words === null || (gap !== null && gap <= leading * 1.4)) return [];
    return [{ text: words, gap, font: row.font, endsBelow: true }];
  }));
}

/** The words of a row from the action column on, or null if it has none there. */
function wordsAt(row: Row, action: number, cell: number): string | null {
  const first = row.segments.findIndex(({ left }) => Math.abs(Math.round(left / cell) - action) <= 1);
  if (first < 0) return null;
  const text = rowText({ ...row, segments: row.segments.slice(first) });
  // Leaves out the scene number in the right margin.
  return row.segments.length - first > 1 ? row.segments.slice(first, -1).map((segment) => segment.text).join(' ') : text;
}
