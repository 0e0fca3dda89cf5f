import type { PdfItem, PdfPages } from '../../readers/pdf-pages.js';
import { cellsOf } from '../text/cells.js';
import { withoutJoinedForms } from '../../fonts/arabic.js';
import { hasRightToLeft, toPageOrder, toReadingOrder } from '../../fonts/bidi.js';

/** A part of a row without a wide gap. Positions are in points. */
export interface Segment { text: string; left: number; right: number }
/** `top` is the distance from the top of the page, in points; `font` names the font of most letters. */
export interface Row { top: number; segments: Segment[]; font?: string }
export interface RowPage { width: number; height: number; rows: Row[] }

const SAME_ROW = 3;
/** In cells: a gap wider than `SEGMENT_GAP` separates segments, a gap wider than `BLANK_GAP` is a blank. */
const SEGMENT_GAP = 2.6;
const BLANK_GAP = 0.4;
const DEFAULT_CELL = 7.2;

/** Median width of a letter in points, over pieces of text that are long enough. */
export function cellOf(pages: PdfPages['pages']): number {
  const widths = pages.flatMap(({ items }) => items)
    .filter(([text, , , width]) => text.length > 10 && width > 0).map(([text, , , width]) => width / text.length)
    .sort((a, b) => a - b);
  return widths[widths.length >> 1] ?? DEFAULT_CELL;
}

/** Sorts the pieces of text of a page into rows from top to bottom, and each row into segments from left to right. */
export function rowsOf({ width, height, items }: PdfPages['pages'][number], cell: number): RowPage {
  const pieces = items.filter(([text]) => text.trim() !== '').sort(([, ax, ay], [, bx, by]) => by - ay || ax - bx);
  const rows: { top: number; items: typeof pieces }[] = [];
  for (const piece of pieces) {
    const top = height - piece[2];
    const last = rows.at(-1);
    if (last && Math.abs(top - last.top) < SAME_ROW) last.items.push(piece);
    else rows.push({ top, items: [piece] });
  }
  return { width, height, rows: rows.map(({ top, items: own }) => ({ top, segments: segmentsOf(own, cell), ...fontOf(own) })) };
}

function fontOf(items: readonly PdfItem[]): { font?: string } {
  const letters = new Map<string, number>();
  for (const [text, , , , , font] of items) letters.set(font, (letters.get(font) ?? 0) + text.trim().length);
  const [most] = [...letters].sort((a, b) => b[1] - a[1]);
  return most ? { font: most[0] } : {};
}

function segmentsOf(items: PdfItem[], cell: number): Segment[] {
  const segments: Segment[] = [];
  for (const [raw, x, , width] of items.sort(([, a], [, b]) => a - b)) {
    const lead = raw.length - raw.trimStart().length;
    const text = hasRightToLeft(raw) ? toPageOrder(raw.trim()) : raw.trim();
    const left = x + (lead * width) / raw.length;
    const right = x + (raw.trimEnd().length * width) / raw.length;
    const last = segments.at(-1);
    const gap = last ? (left - last.right) / cell : Infinity;
    if (last && gap < SEGMENT_GAP) {
      last.text += gap > BLANK_GAP && !last.text.endsWith(' ') ? blankOf(last.text, text, Math.max(1, Math.round(gap))) + text : text;
      last.right = Math.max(last.right, right);
    } else segments.push({ text, left, right });
  }
  return segments.map((segment) => (hasRightToLeft(segment.text) ? { ...segment, text: withoutJoinedForms(toReadingOrder(segment.text)) } : segment));
}

/** The blank between two pieces: an ideographic space between two wide characters that are two cells apart, else ordinary blanks. */
const blankOf = (before: string, after: string, cells: number): string =>
  (cells === 2 && cellsOf([...before].at(-1)!) === 2 && cellsOf([...after][0]!) === 2 ? '\u3000' : ' '.repeat(cells));

export const rowText = (row: Row): string => row.segments.map(({ text }) => text).join(' ').trim();
