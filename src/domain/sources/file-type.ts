import { open } from 'node:fs/promises';
import path from 'node:path';
import { NO_TEXT } from '../../craft/extract/index.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { UploadedFile } from '../../kernel/contract/uploaded-file.js';
import { archiveKind } from '../../craft/readers/archive-kind.js';
import { ExtractionFailed } from '../../craft/readers/extraction-failed.js';
import { sniffFormat } from '../../craft/screenplay/index.js';
import { foreignFile } from './foreign-files.js';
import { FILE_TYPES, type FileType } from './source-model.js';

/** Number of bytes from the start of a file that are read to detect its type. */
const SNIFFED_BYTES = 4_096;
const ZIP = 'PK\x03\x04';
const HTML = /^\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[^>]{0,2000}-->\s*)?<(?:!doctype\s+html|html|head|body)\b/i;
const UTF16 = /^(?:\xff\xfe|\xfe\xff)/;

/** Types of text, which the bytes cannot tell apart: the sender or the file name decides. */
const TEXT_TYPES: readonly FileType[] = ['text', 'markdown', 'html', 'fountain'];
const BY_EXTENSION: Record<string, FileType> = {
  '.md': 'markdown', '.markdown': 'markdown', '.fountain': 'fountain', '.spmd': 'fountain', '.html': 'html', '.htm': 'html', '.xhtml': 'html',
};

function unsupported(message: string, taken: readonly FileType[]): ApiError {
  return new ApiError('source_type_unsupported', message, { field: 'file', supported: [...taken] });
}

/** A file whose start has at most this share of control characters is a text with stray ones. */
const MAX_STRAY_SHARE = 0.05;

/** Why the start of a file, one character per byte, is no text: it has a control character, or too many of them. */
function noText(start: string, taken: readonly FileType[]): string {
  const strange = [...start].filter((each) => NO_TEXT.test(each));
  if (strange.length > start.length * MAX_STRAY_SHARE) {
    return `the file is none of ${taken.join(', ')}, and of no kind that is known; export it as PDF or as plain text`;
  }
  const name = strange[0] === '\0' ? 'a NUL character' : `the control character U+${strange[0]!.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  return `the file contains ${name} at byte ${start.search(NO_TEXT)}; remove it and send the file again`;
}

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function archiveType(file: string, taken: readonly FileType[]): Promise<FileType> {
  try {
    const kind = await archiveKind(file);
    if (kind) return kind;
  } catch (error) {
    if (error instanceof ExtractionFailed) throw new ApiError('source_incomplete', error.message, { field: 'file', reason: error.reason });
    throw error;
  }
  throw unsupported('the file is an archive that is neither an EPUB nor a Word document; unpack it and send the document, slides and tables as PDF', taken);
}

function textType(head: Buffer, filename: string | null, wanted: FileType | undefined): FileType {
  if (wanted) return wanted;
  const named = BY_EXTENSION[path.extname(filename ?? '').toLowerCase()];
  return named ?? (HTML.test(head.toString('utf8')) ? 'html' : 'text');
}

async function typeByBytes(file: UploadedFile, head: Buffer, taken: readonly FileType[]): Promise<FileType> {
  const start = head.toString('latin1');
  const foreign = UTF16.test(start) ? null : foreignFile(start);
  if (foreign) throw unsupported(`the file is ${foreign}`, taken);
  if (start.startsWith(ZIP)) return archiveType(file.path, taken);
  const format = HTML.test(head.toString('utf8')) ? 'text' : sniffFormat(head);
  if (format !== 'text') return format;
  if (!UTF16.test(start) && NO_TEXT.test(start)) throw unsupported(noText(start, taken), taken);
  return 'text';
}

/**
 * The type of an uploaded file: by its bytes, and for text by `wanted`, else by the extension of its name. Raises `source_type_unsupported`
 * for other files, `source_incomplete` (`details.reason`) for damaged, encrypted or exploding archives, and `validation_failed` when the
 * file is not of the `wanted` type. `taken` are the types that the call takes, for the refusal of a file of no known type.
 */
export async function fileTypeOf(file: UploadedFile, wanted?: FileType, taken: readonly FileType[] = FILE_TYPES): Promise<FileType> {
  const head = await headOf(file.path);
  const found = await typeByBytes(file, head, taken);
  if (found === 'text') {
    if (wanted && !TEXT_TYPES.includes(wanted)) throw mistaken('text', wanted);
    return textType(head, file.filename, wanted);
  }
  if (wanted && wanted !== found) throw mistaken(found, wanted);
  return found;
}

function mistaken(found: string, wanted: string): ApiError {
  return new ApiError('validation_failed', `the file is ${found}, not ${wanted}; leave type out to go by the file`, { field: 'type' });
}
