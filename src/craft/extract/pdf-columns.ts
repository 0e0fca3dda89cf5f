import type { PdfLine } from './pdf-lines.js';

const MIN_ROWS = 8;
/** A column of running text is at least this share of the page wide; narrower columns belong to tables. */
const MIN_COLUMN_SHARE = 0.25;
const SAME_EDGE_SHARE = 0.7;

interface Row { left: PdfLine; right: PdfLine }

const onOneBaseline = (a: PdfLine, b: PdfLine): boolean => Math.abs(a.baseline - b.baseline) < 0.3 * a.size;

/** Lines that were drawn as left and right halves of one row. */
function rowsOf(lines: readonly PdfLine[]): Row[] {
  const rows: Row[] = [];
  for (let at = 1; at < lines.length; at += 1) {
    const [left, right] = [lines[at - 1]!, lines[at]!];
    if (onOneBaseline(left, right) && right.left > left.right) rows.push({ left, right });
  }
  return rows;
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The left edge of the right column when the page is drawn row by row across two columns of text; else null. */
function gutterOf(lines: readonly PdfLine[], pageWidth: number): number | null {
  const rows = rowsOf(lines);
  if (rows.length < MIN_ROWS || rows.length * 2 < lines.length / 2) return null;
  const edge = median(rows.map((row) => row.right.left));
  const aligned = rows.filter((row) => Math.abs(row.right.left - edge) < 2 * row.right.size);
  const narrow = Math.min(
    median(aligned.map(({ left }) => left.right - left.left)), median(aligned.map(({ right }) => right.right - right.left)));
  return aligned.length >= rows.length * SAME_EDGE_SHARE && narrow >= pageWidth * MIN_COLUMN_SHARE ? edge : null;
}

/**
 * Puts a page that is drawn row by row across two columns into reading order: between two lines that cross the gutter,
 * first the left column, then the right one. Other pages keep the order in which they are drawn, which is nearly always
 * the reading order.
 */
export function inReadingOrder(lines: readonly PdfLine[], pageWidth: number): readonly PdfLine[] {
  const gutter = gutterOf(lines, pageWidth);
  if (gutter === null) return lines;
  const ordered: PdfLine[] = [];
  let left: PdfLine[] = [];
  let right: PdfLine[] = [];
  const flush = () => {
    ordered.push(...left, ...right);
    left = [];
    right = [];
  };
  for (const line of lines) {
    if (line.left >= gutter - 2 * line.size) right.push(line);
    else if (line.right <= gutter) left.push(line);
    else {
      flush();
      ordered.push(line);
    }
  }
  flush();
  return ordered;
}
