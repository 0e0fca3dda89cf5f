import { ExtractionFailed } from '../../readers/extraction-failed.js';
import type { PdfPages } from '../../readers/pdf-pages.js';
import { DEFAULT_READER_LIMITS, runReader, type ReaderLimits } from '../../readers/reader-process.js';
import { ScriptRefused, type RefusalCode } from '../failures.js';
import { assertBytes, ParsingBudget, SCRIPT_LIMITS, type ScriptLimits } from '../limits.js';
import { paginate } from '../pagination/paginate.js';
import { FINAL_DRAFT, STANDARD, type PageProfile } from '../pagination/profiles.js';
import type { ParsedScript, Script, ScriptWarning, ScriptElement } from '../script.js';
import { titleEntriesOf, type PlacedLine } from '../title-page.js';
import { classify, titleRows } from './classify.js';
import { learnColumns } from './columns.js';
import { withoutFurniture } from './furniture.js';
import { cellOf, rowsOf, rowText, type Row, type RowPage } from './rows.js';

/** A document is a scan if a larger share of its pages are pictures with hardly a word. */
const SCANNED_SHARE = 0.5;
const UNREADABLE_SHARE = 0.2;
/** A screenplay has at least this many headings and cues per page. */
const MIN_ELEMENTS_PER_PAGE = 0.5;
const TITLE_GAP = 18;
/** A geometry fits if its page count differs by at most this share. */
const MAX_PAGE_ERROR = 0.01;
/**
 * Reading 600 pages takes two seconds with the start of the process, and five milliseconds of processor time for each
 * page. A page that places every letter separately has fewer than 6,000 pieces of text; a typical page has fifty.
 */
export const SCRIPT_READER_LIMITS: ReaderLimits = {
  ...DEFAULT_READER_LIMITS, timeoutMs: 15_000, pages: 600, pagePieces: 6_000, pieces: 120_000,
  pace: { startMs: 1_000, pageMs: 25 },
};

const REASONS: Partial<Record<ExtractionFailed['reason'], RefusalCode>> = {
  encrypted: 'protected', timeout: 'timeout', too_complex: 'too_complex', too_many_pages: 'too_complex',
  malformed: 'malformed',
};

/**
 * Parses the PDF of a screenplay by its layout. A separate process opens the file, with limits on memory, processor
 * and time. Throws `ScriptRefused`: `scanned`, `protected`, `malformed`, `unreadable_text`, `not_a_screenplay`, and the
 * codes of the limits. When `signal` is aborted, throws the signal's reason.
 */
export async function parsePdf(
  bytes: Uint8Array, limits: ScriptLimits = SCRIPT_LIMITS, signal?: AbortSignal,
): Promise<ParsedScript> {
  assertBytes(bytes.byteLength, limits);
  if (!Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) {
    throw new ScriptRefused('malformed', 'The file is not a PDF.');
  }
  return parsePdfPages(await open(bytes, signal), limits);
}

async function open(bytes: Uint8Array, signal: AbortSignal | undefined): Promise<PdfPages> {
  try {
    return await runReader('pdf', bytes, signal, SCRIPT_READER_LIMITS) as PdfPages;
  } catch (error) {
    if (!(error instanceof ExtractionFailed)) throw error;
    throw new ScriptRefused(REASONS[error.reason] ?? 'unsupported', `The PDF cannot be read: ${error.message}.`);
  }
}

/** Makes a script from the pieces of text on the pages of a PDF. A pure function. Throws `ScriptRefused`. */
export function parsePdfPages(document: PdfPages, limits: ScriptLimits = SCRIPT_LIMITS): ParsedScript {
  const budget = new ParsingBudget(limits);
  assertText(document);
  const cell = cellOf(document.pages);
  const pages = document.pages.map((page) => {
    budget.step();
    return rowsOf(page, cell);
  });
  const { rows, rest } = titleRows(withoutFurniture(pages));
  const columns = learnColumns(rest, cell);
  const elements = classify(rest, columns, document.outline);
  budget.assertElements(elements.length);
  const known = elements.filter(isScriptOnly).length;
  if (known < Math.max(1, rest.length * MIN_ELEMENTS_PER_PAGE)) {
    throw new ScriptRefused('not_a_screenplay',
      `The PDF does not look like a screenplay: ${known} headings and cues on ${rest.length} pages.`);
  }
  const titlePage = titleEntriesOf(placed(rows, pages[0]));
  const script = { titlePage, elements };
  return { script: { ...script, ...layoutOf(script, rest.length) }, warnings: warningsOf(document, elements) };
}

/** Final Draft's geometry, if the default one does not give the number of pages of the file and Final Draft's comes nearer; else none. */
function layoutOf(script: Script, pages: number): { layout?: PageProfile } {
  const error = (profile: PageProfile): number => Math.abs(paginate(script, profile).pages.length - pages);
  const wrong = error(STANDARD);
  return wrong > pages * MAX_PAGE_ERROR && error(FINAL_DRAFT) < wrong ? { layout: { ...FINAL_DRAFT } } : {};
}

/** True for an element that other documents do not have. */
const isScriptOnly = (element: ScriptElement): boolean => element.type === 'character' || element.type === 'scene_heading'
  || element.type === 'transition' || (element.type === 'action' && /^FADE IN[:.]?$/.test(element.text));

function assertText({ pages, pageCount }: PdfPages): void {
  const texts = pages.map(({ items }) => items.map(([text]) => text).join('').replace(/\s/g, ''));
  if (pages.filter(({ hasLargeImage }) => hasLargeImage).length > pageCount * SCANNED_SHARE) {
    throw new ScriptRefused('scanned', 'The PDF is a scan: its pages are pictures without a text layer.');
  }
  const whole = texts.join('');
  if (whole === '') throw new ScriptRefused('empty', 'The PDF has no text.');
  const meaningless = whole.match(/[\0\ufffd\p{Co}\p{Cn}]/gu)?.length ?? 0;
  if (meaningless > whole.length * UNREADABLE_SHARE) {
    throw new ScriptRefused('unreadable_text', 'The fonts of the PDF do not map their glyphs to characters.');
  }
}

function placed(rows: readonly Row[], page: RowPage | undefined): (PlacedLine | null)[] {
  const lines: (PlacedLine | null)[] = [];
  rows.forEach((row, at) => {
    if (at > 0 && row.top - rows[at - 1]!.top > TITLE_GAP) lines.push(null);
    const middle = (row.segments[0]!.left + row.segments.at(-1)!.right) / 2;
    const centered = Math.abs(middle - page!.width / 2) < page!.width * 0.08;
    lines.push({ text: { text: rowText(row) }, centered });
  });
  return lines;
}

function warningsOf({ pages }: PdfPages, elements: readonly ScriptElement[]): ScriptWarning[] {
  const warnings: ScriptWarning[] = [{ code: 'read_by_layout',
    message: 'Parsed from the layout of a PDF: emphasis and notes are lost; check headings in capitals.' }];
  const pictures = pages.filter(({ hasLargeImage }) => hasLargeImage).length;
  if (pictures > 0) {
    warnings.push({ code: 'pictures_left_out', message: `${pictures} pages are pictures and were left out.` });
  }
  if (!elements.some(({ type }) => type === 'scene_heading')) {
    warnings.push({ code: 'no_headings', message: 'No scene heading was found.' });
  }
  return warnings;
}
