import { extract, kindOfContentType, NO_TEXT, type Extracted } from '../../src/craft/extract/index.js';
import { FetchRefused, type FetchedDocument } from '../../src/craft/fetch/index.js';
import type { ParseOutcome } from '../../src/domain/scripts/parsing/parse-version.js';
import type { ParseFailure } from '../../src/domain/scripts/script-model.js';
import { runScriptTask } from '../../src/domain/scripts/parsing/script-thread.js';
import {
  decodeScript, HOSTILE_CODES, SCRIPT_READER_LIMITS, ScriptRefused, sniffFormat, standardHeading, titleOf, type RefusalCode, type Script,
} from '../../src/craft/screenplay/index.js';

/**
 * Media types that servers use for screenplay files, besides those of web pages and PDFs. None of them identifies the format, so the
 * bytes are checked: anything but Final Draft, PDF and text is refused for its type.
 */
export const SCREENPLAY_TYPES: readonly string[] = [
  'application/xml', 'text/xml', // Final Draft is XML without a registered type.
  'application/fdx', 'application/x-fdx', 'application/vnd.final-draft', 'application/x-final-draft', // Also used for Final Draft.
  'application/fountain', 'application/x-fountain', 'text/fountain', 'text/x-fountain', 'text/x-markdown', // Used for Fountain.
  'application/octet-stream', 'binary/octet-stream', 'application/x-download', 'application/force-download', // Used for unknown file extensions.
];

const SNIFFED_BYTES = 1_024;
const HTML = /<(?:!doctype\s+html|html|head|body|script)\b/i;

/**
 * Extracts the text of a fetched screenplay file: Final Draft is converted to Fountain, a PDF is read with the limits of screenplays, text is extracted as in
 * any source unless it is hostile, and documents of other known kinds are extracted as in any source. Throws `FetchRefused` (`content_type`),
 * `ExtractionFailed`, `ScriptRefused`, and the signal's reason when the signal aborts.
 */
export async function extractScreenplay({ bytes, contentType, charset }: FetchedDocument, signal: AbortSignal): Promise<Extracted> {
  const kind = kindOfContentType(contentType);
  if (kind && kind !== 'text' && kind !== 'pdf') return extract(kind, bytes, { charset, signal });
  const format = kind === 'pdf' ? 'pdf' : sniffFormat(bytes);
  if (format === 'pdf') return extract('pdf', bytes, { signal, limits: SCRIPT_READER_LIMITS });
  if (kind === null) refuseOthers(bytes, contentType);
  const read = await runScriptTask('parse', { bytes, format: format === 'fdx' ? 'fdx' : 'auto', base: null }, signal);
  if (format === 'fdx') return finalDraftText(read, contentType, signal);
  if (!read.ok && HOSTILE_CODES.includes(read.code)) throw refusalOf(read);
  return extract('text', bytes, { charset, signal });
}

/** Extracts the text of an uploaded Final Draft or Fountain file. Throws `ScriptRefused`, and the signal's reason when the signal aborts. */
export async function extractScreenplayFile(bytes: Buffer, format: 'fdx' | 'fountain', signal: AbortSignal): Promise<Extracted> {
  const read = await runScriptTask('parse', { bytes, format, base: null }, signal);
  if (!read.ok) throw refusalOf(read);
  return format === 'fdx' ? finalDraftText(read, 'application/xml', signal) : extract('text', bytes, { signal });
}

/** The least headings of scenes in the text of a PDF that is read as a screenplay. */
const LEAST_SCENES = 2;

const hasScenes = (text: string): boolean => text.split('\n').filter((line) => standardHeading(line.trim()) !== null).length >= LEAST_SCENES;

/**
 * The text of a PDF as Fountain if its pages are laid out as those of a screenplay; otherwise as it was extracted. The lines of a page alone do not tell who
 * speaks, so a text with headings of scenes is read again by its layout. Throws the signal's reason when the signal aborts.
 */
export async function asScreenplay(extracted: Extracted, bytes: Buffer, signal: AbortSignal): Promise<Extracted> {
  if (!hasScenes(extracted.text)) return extracted;
  const read = await runScriptTask('parse', { bytes, format: 'pdf', base: null }, signal);
  if (!read.ok) return extracted;
  const script = JSON.parse(read.model) as Script;
  if (script.elements.filter(({ type }) => type === 'scene_heading').length < LEAST_SCENES || !script.elements.some(({ type }) => type === 'character')) return extracted;
  const { content } = await runScriptTask('export', { model: Buffer.from(read.model), format: 'fountain', options: {} }, signal);
  const { sections: _, ...kept } = extracted;
  return { ...kept, text: content, title: titleOf(script) ?? extracted.title };
}

const refused = (contentType: string, what: string): FetchRefused =>
  new FetchRefused('content_type', `the address answered ${contentType}, and the file ${what}`);

function refuseOthers(bytes: Buffer, contentType: string): void {
  if (HTML.test(bytes.subarray(0, SNIFFED_BYTES).toString('latin1'))) throw refused(contentType, 'is a web page');
  try {
    if (!NO_TEXT.test(decodeScript(bytes, undefined, false))) return;
  } catch (error) {
    if (!(error instanceof ScriptRefused) || error.code !== 'not_text') throw error;
  }
  throw refused(contentType, 'is neither Final Draft nor PDF nor text');
}

const refusalOf = ({ code, message, line }: ParseFailure): ScriptRefused => new ScriptRefused(code as RefusalCode, message, line);

async function finalDraftText(read: ParseOutcome, contentType: string, signal: AbortSignal): Promise<Extracted> {
  if (!read.ok) throw read.code === 'not_fdx' ? refused(contentType, 'is XML of another kind') : refusalOf(read);
  const { content } = await runScriptTask('export', { model: Buffer.from(read.model), format: 'fountain', options: {} }, signal);
  return { text: content, title: titleOf(JSON.parse(read.model) as Script), metadata: { pageCount: read.pageCount } };
}
