import { rowText, type Row, type RowPage } from './rows.js';

const PAGE_NUMBER = /^(?:page )?\d{1,4}[A-Z]?\.?$/i;
const MORE = /^\(?more\)?$/i;
const CONTINUED = /^(?:[\dA-Z.-]+\s+)?\(?CONTINUED\)?:?(?:\s*\(\d+\))?(?:\s+[\dA-Z.-]+)?$/;
/** A row that repeats at least this often at the edges of pages, and on this share of them, is a running head or foot. */
const MIN_REPEATS = 3;
const REPEATED_SHARE = 0.3;
/** Rows at the top and at the bottom of a page that may be running heads or feet. */
const EDGE_ROWS = 2;

const masked = (row: Row): string => rowText(row).replace(/\d+/g, '#');

/**
 * Removes page numbers, running heads and feet, (CONTINUED) and revision stars. Keeps (MORE), which marks a split
 * speech.
 */
export function withoutFurniture(pages: readonly RowPage[]): RowPage[] {
  const seen = new Map<string, number>();
  for (const { rows } of pages) {
    for (const key of new Set(edgesOf(rows).map(masked))) seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  const many = Math.max(MIN_REPEATS, pages.length * REPEATED_SHARE);
  return pages.map((page) => {
    const edges = new Set(edgesOf(page.rows));
    const rows = page.rows.filter((row) => {
      const text = rowText(row);
      if (MORE.test(text)) return true;
      if (CONTINUED.test(text)) return false;
      if (!edges.has(row)) return true;
      const repeats = seen.get(masked(row))!;
      if (PAGE_NUMBER.test(text)) return false;
      // A row in capitals without digits may be a cue that starts many pages.
      if (repeats >= many && (/\d/.test(text) || /\p{Ll}/u.test(text))) return false;
      return !(repeats >= MIN_REPEATS && /\d/.test(text) && row.segments.at(-1)!.left > page.width * 0.6);
    });
    return { ...page, rows: rows.map(withoutStars).filter(({ segments }) => segments.length > 0) };
  });
}

const edgesOf = (rows: readonly Row[]): Row[] => [...rows.slice(0, EDGE_ROWS), ...rows.slice(-EDGE_ROWS)];
const withoutStars = (row: Row): Row => ({ ...row, segments: row.segments.filter(({ text }) => !/^\*+$/.test(text)) });
