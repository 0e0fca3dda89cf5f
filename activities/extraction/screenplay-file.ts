import { extract, kindOfContentType, type Extracted } from '../../src/adapters/extract/index.js';
import { FetchRefused, type FetchedDocument } from '../../src/adapters/fetch/index.js';
import type { ParseOutcome } from '../../src/domain/scripts/parsing/parse-version.js';
import type { ParseFailure } from '../../src/domain/scripts/script-model.js';
import { runScriptTask } from '../../src/domain/scripts/parsing/script-thread.js';
import {
  decodeScript, HOSTILE_CODES, SCRIPT_READER_LIMITS, ScriptRefused, sniffFormat, titleOf, type RefusalCode, type Script,
} from '../../src/screenplay/index.js';

/**
 * What servers call a screenplay file beside the types of web pages and PDFs. None of these says what the bytes are, so the bytes
 * are looked at: anything but Final Draft, PDF and text is refused by its type, as it would be without this list.
 */
export const SCREENPLAY_TYPES: readonly string[] = [
  'application/xml', 'text/xml', // Final Draft is XML without a type of its own.
  'application/fdx', 'application/x-fdx', 'application/vnd.final-draft', 'application/x-final-draft', // It is given these.
  'application/fountain', 'application/x-fountain', 'text/fountain', 'text/x-fountain', 'text/x-markdown', // So is Fountain.
  'application/octet-stream', 'binary/octet-stream', 'application/x-download', 'application/force-download', // The ending was unknown.
];

const SNIFFED_BYTES = 1_024;
const HTML = /<(?:!doctype\s+html|html|head|body|script)\b/i;
/** Tab, line ends, form feed and the end mark of old editors are text; the other control characters are not. */
const NO_TEXT = /[\0-\x08\x0e-\x19\x1b-\x1f\x7f]/;

/**
 * Text of a file that was named as a screenplay: of Final Draft as Fountain, of a PDF and of text as of any source. Throws
 * `FetchRefused` (`content_type`), `ExtractionFailed`, `ScriptRefused`, and the signal's reason when it aborts.
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
