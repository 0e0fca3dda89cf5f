import { writeFdx } from './fdx/write.js';
import { writeFountain } from './fountain/write.js';
import { lossesOf } from './format-losses.js';
import { pageRange, paginate, type PageList } from './pagination/paginate.js';
import { writePdf, type PdfOptions } from './pdf/write.js';
import { titleOf, type ScriptWarning, type Script, type ScriptElement } from './script.js';

export const EXPORT_FORMATS = ['fountain', 'fdx', 'pdf'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** A file as the API returns it. */
export interface ExportedScript {
  filename: string;
  contentType: string;
  encoding: 'utf8' | 'base64';
  content: string;
  warnings: ScriptWarning[];
}

const CONTENT_TYPES: Record<ExportFormat, string> = {
  fountain: 'text/plain; charset=utf-8', fdx: 'application/xml', pdf: 'application/pdf',
};
const MAX_NAME = 80;

/**
 * Writes a script, or some of its pages, in one of the formats. The same script and options give the same content. A
 * warning names what the format leaves out.
 */
export function exportScript(script: Script, format: ExportFormat, options: PdfOptions = {}): ExportedScript {
  const filename = `${fileNameOf(script)}.${format}`;
  const base = { filename, contentType: CONTENT_TYPES[format] };
  const { fromPage, toPage, profile } = options;
  const whole = fromPage === undefined && toPage === undefined;
  const part = whole ? script : elementsOnPages(script, pageRange(paginate(script, profile), fromPage, toPage));
  const losses = format === 'fountain' ? [] : lossesOf(part, format);
  if (format === 'pdf') {
    const { bytes, warnings } = writePdf(script, options);
    return { ...base, encoding: 'base64', content: bytes.toString('base64'), warnings: [...losses, ...warnings] };
  }
  const titlePage = options.titlePage !== false && (fromPage ?? 1) <= 1;
  const content = format === 'fountain' ? writeFountain(part, { titlePage }) : writeFdx(part, { titlePage, ...(profile ? { profile } : {}) });
  return { ...base, encoding: 'utf8', content, warnings: losses };
}

/** Elements without a printed line. Those before a page belong to it; those behind the last printed line belong to its page. */
const isUnprinted = ({ type }: ScriptElement): boolean => type === 'section' || type === 'synopsis' || type === 'note' || type === 'boneyard';
const printsNothing = (element: ScriptElement): boolean => isUnprinted(element) || element.type === 'page_break';

/** The elements from the first to the last that has a line on these pages, with notes, sections and synopses between, above and at the end of the script. */
function elementsOnPages({ elements, ...script }: Script, { pages }: PageList): Script {
  const numbers = pages.flatMap(({ lines }) => lines.map(({ element }) => element));
  if (numbers.length === 0) return { ...script, elements: [] };
  let first = Infinity;
  let last = -1;
  for (const number of numbers) {
    first = Math.min(first, number);
    last = Math.max(last, number);
  }
  if (elements.slice(0, first).every(printsNothing)) first = 0;
  else while (first > 0 && isUnprinted(elements[first - 1]!)) first -= 1;
  const end = elements.slice(last + 1).every(printsNothing) ? elements.length : last + 1;
  return { ...script, elements: withCue(elements, first, end) };
}

/** Elements `first` (inclusive) to `end` (exclusive). If they begin inside a speech, its cue is repeated first. */
function withCue(elements: readonly ScriptElement[], first: number, end: number): ScriptElement[] {
  const part = elements.slice(first, end);
  const opening = part.find((element) => !isUnprinted(element))?.type;
  if (opening !== 'dialogue' && opening !== 'parenthetical') return part;
  const cue = elements.slice(0, first).findLast(({ type }) => type === 'character');
  return cue ? [cue, ...part] : part;
}

function fileNameOf(script: Script): string {
  const name = (titleOf(script) ?? '').normalize('NFC').replace(/[^\p{L}\p{M}\p{N} '’&-]+/gu, ' ')
    .replace(/\s+/g, ' ').trim();
  return [...name].slice(0, MAX_NAME).join('').trim() || 'script';
}
