import { ExtractionFailed } from '../../readers/extraction-failed.js';
import type { PdfPages } from '../../readers/pdf-pages.js';
import { metadataLine, type Extracted } from './extracted.js';
import { inReadingOrder } from './pdf-columns.js';
import { linesOfPage, withoutFurniture, type PdfLine } from './pdf-lines.js';
import { paragraphsOf } from './pdf-paragraphs.js';
import { tidyParagraphs } from './plain-text.js';

/** With more than this share of meaningless characters, the text was drawn with fonts that do not say their letters. */
const UNREADABLE_SHARE = 0.05;
const SPARSE_CHARACTERS = 60;
const UNTITLED = /^(\(?anonymous\)?$|untitled|document\d*|title|microsoft word|slide \d)|\.(docx?|pdf|indd|tex|dvi)$/i;

/** Makes readable text of a PDF reader's answer. Throws `ExtractionFailed`. */
export function readPdfPages(document: PdfPages): Extracted {
  const raw = document.pages.map(({ items, width }, page) => [...inReadingOrder(linesOfPage(items, page), width)]);
  const characters = raw.map((lines) => lines.reduce((sum, line) => sum + line.text.length, 0));
  const total = characters.reduce((sum, count) => sum + count, 0);
  const scanned = document.pages.filter((page, at) => page.hasLargeImage && characters[at]! < SPARSE_CHARACTERS).length;
  if (scanned > 0 && (scanned * 2 > document.pageCount || total < SPARSE_CHARACTERS)) {
    throw new ExtractionFailed('no_text_layer', 'the PDF is a scan without a text layer');
  }
  if (total === 0) throw new ExtractionFailed('empty', 'the PDF holds no text');
  assertReadable(raw.flat());
  const lines = withoutFurniture(raw, document.pages.map((page) => page.height));
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
  if (meaningless > text.length * UNREADABLE_SHARE) {
    throw new ExtractionFailed('unreadable_text', 'the fonts of the PDF do not say which letters they draw');
  }
}

/** The largest print of the first page, which is nearly always its title. */
function largestLines(lines: readonly PdfLine[]): string | null {
  const size = lines.reduce((largest, line) => Math.max(largest, line.size), 0);
  const first = lines.findIndex((line) => line.size === size);
  const after = lines.slice(first).findIndex((line) => line.size !== size);
  const title = lines.slice(first, after < 0 ? first + 3 : first + after).map((line) => line.text).join(' ');
  return lines.some((line) => line.size !== size) ? metadataLine(title) : null;
}
