import { ExtractionFailed } from '../readers/extraction-failed.js';
import type { PdfPages } from '../readers/pdf-pages.js';
import { runReader, type ReaderLimits } from '../readers/reader-process.js';
import { metadataLine, type Extracted } from './extracted.js';
import { extractJson } from './json-text.js';
import { extractMarkdown } from './markdown.js';
import { extractPdf } from './pdf.js';
import { cleanText, decodeText, tidyParagraphs } from './plain-text.js';
import { extractSections, type SectionedAnswer } from './sectioned.js';

export { ExtractionFailed, type ExtractionReason } from '../readers/extraction-failed.js';
export { NO_TEXT } from './plain-text.js';
export type { Extracted, Section } from './extracted.js';
export { DEFAULT_READER_LIMITS, type ReaderLimits } from '../readers/reader-process.js';

export type ExtractKind = 'text' | 'markdown' | 'html' | 'json' | 'pdf' | 'epub' | 'docx';

export interface ExtractOptions {
  /** Charset of the content type, if it named one. */
  charset?: string | null;
  signal?: AbortSignal;
  limits?: ReaderLimits;
}

const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** The reader for a fetched document of this content type; null when there is none. */
export function kindOfContentType(contentType: string): ExtractKind | null {
  switch (contentType) {
    case 'text/html': case 'application/xhtml+xml': return 'html';
    case 'text/plain': return 'text';
    case 'text/markdown': return 'markdown';
    case 'application/json': return 'json';
    case 'application/pdf': return 'pdf';
    case 'application/epub+zip': return 'epub';
    case DOCX_TYPE: return 'docx';
    default: return null;
  }
}

/** Readable text of plain text or Markdown that came in a request body. Never throws; the text may be empty. */
export function extractInline(kind: 'text' | 'markdown', content: string): Extracted {
  return kind === 'markdown' ? extractMarkdown(content) : { text: cleanText(content), title: null, metadata: {} };
}

/**
 * Readable text of untrusted bytes. HTML, PDF, EPUB and Word are parsed in a child process with limits of memory, processor time and
 * wall time. Throws `ExtractionFailed` when there is no usable text, and the signal's reason when it aborts.
 */
export async function extract(kind: ExtractKind, bytes: Uint8Array, options: ExtractOptions = {}): Promise<Extracted> {
  const extracted = await extractUnchecked(kind, bytes, options);
  if (!/[\p{L}\p{N}]/u.test(extracted.text)) throw new ExtractionFailed('empty', 'the document holds no text');
  return extracted;
}

async function extractUnchecked(kind: ExtractKind, bytes: Uint8Array, options: ExtractOptions): Promise<Extracted> {
  const { charset = null, signal, limits } = options;
  if (kind === 'pdf') {
    assertPdf(bytes);
    return extractPdf(await runReader('pdf', bytes, signal, limits) as PdfPages);
  }
  if (kind === 'epub' || kind === 'docx') return extractSections(await runReader(kind, bytes, signal, limits) as SectionedAnswer);
  const text = decodeText(bytes, charset, kind === 'html');
  switch (kind) {
    case 'text': return extractInline('text', text);
    case 'markdown': return extractMarkdown(text);
    case 'json': return extractJson(text);
    case 'html': return extractHtml(await runReader('html', Buffer.from(text, 'utf8'), signal, limits) as HtmlAnswer);
  }
}

interface HtmlAnswer {
  text: string; title: string | null; byline: string | null; siteName: string | null; language: string | null;
  publishedTime: string | null;
}

function extractHtml(answer: HtmlAnswer): Extracted {
  const metadata: Record<string, string> = {};
  for (const key of ['byline', 'siteName', 'language', 'publishedTime'] as const) {
    const line = metadataLine(answer[key]);
    if (line !== null) metadata[key] = line;
  }
  return { text: tidyParagraphs(answer.text), title: metadataLine(answer.title), metadata };
}

/** PDF readers look for the signature in the first kilobyte; a file without one is not a PDF, whatever its content type says. */
function assertPdf(bytes: Uint8Array): void {
  if (!Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) {
    throw new ExtractionFailed('malformed', 'the bytes are not a PDF');
  }
}
