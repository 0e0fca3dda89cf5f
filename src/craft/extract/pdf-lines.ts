import type { PdfItem } from '../readers/pdf-pages.js';

export interface PdfLine {
  page: number;
  text: string;
  left: number;
  right: number;
  baseline: number;
  /** Height of most of the line's characters. */
  size: number;
  /** The font of most of the line's characters. */
  font: string;
}

/** A gap wider than this many line heights separates columns or table cells. */
const COLUMN_GAP = 2.2;
const WORD_GAP = 0.16;
const SAME_BASELINE = 0.45;
/** Share of the page height, at the top and at the bottom, where headers, footers and page numbers are. */
const MARGIN_SHARE = 0.11;
/** A header or footer repeats on at least this many pages; in a short document, on every page. */
const MIN_REPEATS = 3;

const PAGE_NUMBER = /^[-–—\s[(]*(?:page\s+)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:of|\/)\s*\d{1,4})?[-–—\s\])]*$/i;

interface OpenLine { items: PdfItem[]; end: number; baseline: number; size: number }

/** Joins a page's pieces of text into lines, in the order in which the page draws them. */
export function linesOfPage(items: readonly PdfItem[], page: number): PdfLine[] {
  const lines: PdfLine[] = [];
  let open: OpenLine | null = null;
  for (const item of items) {
    const [text, x, y, width, height] = item;
    if (open && text.trim() === '' && Math.abs(y - open.baseline) < open.size) {
      open.items.push(item);
      continue;
    }
    if (text.trim() === '') continue;
    const size: number = height || open?.size || 1;
    const onLine = open !== null && Math.abs(y - open.baseline) < SAME_BASELINE * Math.max(size, open.size)
      && x > open.end - Math.max(size, open.size) && x - open.end < COLUMN_GAP * Math.max(size, open.size);
    if (open && onLine) {
      open.items.push(item);
      open.end = Math.max(open.end, x + width);
      if (size > open.size) { open.size = size; open.baseline = y; }
    } else {
      if (open) lines.push(closeLine(open, page));
      open = { items: [item], end: x + width, baseline: y, size };
    }
  }
  if (open) lines.push(closeLine(open, page));
  return lines.filter((line) => line.text !== '');
}

function closeLine(open: OpenLine, page: number): PdfLine {
  const parts: string[] = [];
  // The last part, and never the whole text, tells whether there is a blank: a line may have very many pieces.
  let last = '';
  const add = (part: string): void => { parts.push(last = part); };
  let end: number | null = null;
  const fonts = new Map<string, number>();
  const sizes = new Map<number, number>();
  for (const [piece, x, , width, height, font] of open.items) {
    if (piece.trim() === '') {
      if (!last.endsWith(' ')) add(' ');
      continue;
    }
    const isNewWord = end !== null && x - end > WORD_GAP * open.size;
    add(isNewWord && !last.endsWith(' ') && !piece.startsWith(' ') ? ` ${piece}` : piece);
    end = x + width;
    fonts.set(font, (fonts.get(font) ?? 0) + piece.length);
    const rounded = Math.round(height * 2) / 2;
    sizes.set(rounded, (sizes.get(rounded) ?? 0) + piece.length);
  }
  return {
    page, text: parts.join('').replace(/\s+/g, ' ').trim(), left: open.items[0]![1], right: open.end, baseline: open.baseline,
    size: mostWeighted(sizes) ?? open.size, font: mostWeighted(fonts) ?? '',
  };
}

/** The key with the largest weight; null for an empty map. */
export function mostWeighted<K>(weights: ReadonlyMap<K, number>): K | null {
  let best: K | null = null;
  let most = -Infinity;
  for (const [key, weight] of weights) if (weight > most) [best, most] = [key, weight];
  return best;
}

/**
 * Drops page numbers at the top or bottom edge, and headers and footers: lines in the margins that are equal on several
 * pages apart from their digits.
 */
export function withoutHeadersAndFooters(pages: readonly PdfLine[][], heights: readonly number[]): PdfLine[][] {
  const pattern = (line: PdfLine) => line.text.toLowerCase().replace(/\d+|\b[ivxlc]+\b/g, '#').replace(/\s+/g, ' ');
  const inMargin = (line: PdfLine) => {
    const height = heights[line.page]!;
    return line.baseline > height * (1 - MARGIN_SHARE) || line.baseline < height * MARGIN_SHARE;
  };
  const seenOn = new Map<string, Set<number>>();
  for (const line of pages.flat()) {
    if (!inMargin(line)) continue;
    const key = pattern(line);
    const on = seenOn.get(key) ?? new Set<number>();
    seenOn.set(key, on.add(line.page));
  }
  const needed = Math.min(MIN_REPEATS, Math.max(2, pages.length));
  return pages.map((lines) => {
    const edges = edgeLines(lines);
    return lines.filter((line) => {
      if (edges.has(line) && PAGE_NUMBER.test(line.text) && (inMargin(line) || pages.length > 1)) return false;
      return !(inMargin(line) && (seenOn.get(pattern(line))?.size ?? 0) >= needed);
    });
  });
}

function edgeLines(lines: readonly PdfLine[]): Set<PdfLine> {
  let top = lines[0];
  let bottom = lines[0];
  for (const line of lines) {
    if (line.baseline > top!.baseline) top = line;
    if (line.baseline < bottom!.baseline) bottom = line;
  }
  const level = (edge: PdfLine) => lines.filter((line) => Math.abs(line.baseline - edge.baseline) < edge.size);
  return new Set(top && bottom ? [...level(top), ...level(bottom)] : []);
}
