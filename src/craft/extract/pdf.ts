import { ExtractionFailed } from '../readers/extraction-failed.js';
import type { PdfPages } from '../readers/pdf-pages.js';
import { metadataLine, type Extracted } from './extracted.js';
import { inReadingOrder } from './pdf-columns.js';
import { linesOfPage, withoutHeadersAndFooters, type PdfLine } from './pdf-lines.js';
import { paragraphsOf } from './pdf-paragraphs.js';
import { tidyParagraphs } from './plain-text.js';

/** With a larger share of meaningless characters, the fonts of the PDF do not map their glyphs to letters. */
const MAX_UNREADABLE_SHARE = 0.05;
/** A page with a large image and fewer characters than this is a scan. */
const SPARSE_CHARACTERS = 60;
const UNTITLED = /^(\(?anonymous\)?$|untitled|document\d*|title|microsoft word|slide \d)|\.(docx?|pdf|indd|tex|dvi)$/i;

/** Turns the PDF reader's answer into readable text. Throws `ExtractionFailed` for a scan and for unreadable text. */
export function extractPdf(document: PdfPages): Extracted {
  const raw = document.pages.map(({ items, width }, page) => [...inReadingOrder(linesOfPage(items, page), width)]);
  const characters = raw.map((lines) => lines.reduce((sum, line) => sum + line.text.length, 0));
  const total = characters.reduce((sum, count) => sum + count, 0);
  const scanned = document.pages.filter((page, at) => page.hasLargeImage && characters[at]! < SPARSE_CHARACTERS).length;
  if (scanned > 0 && (scanned * 2 > document.pageCount || total < SPARSE_CHARACTERS)) {
    throw new ExtractionFailed('no_text_layer', 'the PDF is a scan without a text layer');
  }
  if (total === 0) throw new ExtractionFailed('empty', 'the PDF holds no text');
  assertReadable(raw.flat());
  const lines = withoutHeadersAndFooters(raw, document.pages.map((page) => page.height));
  const text = tidyParagraphs(paragraphsOf(lines));
  const ownTitle = metadataLine(document.title);
  const blank = characters.filter((count) => count === 0).length + scanned;
  return {
    text,
    title: ownTitle && !UNTITLED.test(ownTitle) ? ownTitle : largestLines(lines[0] ?? []),
    metadata: { pageCount: document.pageCount, ...(blank > 0 ? { pagesWithoutText: blank } : {}) },
  };
}

function assertReadable(lines: readonly PdfLine[]): void {
  const text = lines.map((line) => line.text).join('').replace(/\s/g, '');
  const meaningless = text.match(/[\p{Cc}\p{Co}\p{Cn}\ufffd]/gu)?.length ?? 0;
  if (meaningless > text.length * MAX_UNREADABLE_SHARE) {
    throw new ExtractionFailed('unreadable_text', 'the fonts of the PDF do not map their glyphs to letters');
  }
}

/** The lines of the first page in the largest font, which are nearly always its title; null when all have one size. */
function largestLines(lines: readonly PdfLine[]): string | null {
  const size = lines.reduce((largest, line) => Math.max(largest, line.size), 0);
  const first = lines.findIndex((line) => line.size === size);
  const after = lines.slice(first).findIndex((line) => line.size !== size);
  const title = lines.slice(first, after < 0 ? first + 3 : first + after).map((line) => line.text).join(' ');
  return lines.some((line) => line.size !== size) ? metadataLine(title) : null;
}
