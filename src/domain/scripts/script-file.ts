import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { UploadedFile } from '../../kernel/contract/uploaded-file.js';
import { shortened } from '../../kernel/contract/texts/shortened.js';
import { isVisible } from '../../kernel/contract/texts/visible-text.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { parseFountain, titleOf } from '../../craft/screenplay/index.js';
import { fileTypeOf } from '../sources/file-type.js';
import type { FileType } from '../sources/source-model.js';
import { MAX_CONTENT_BYTES } from './script-model.js';

/** Types of files that can hold a screenplay. Markdown is read as plain text. */
const SCREENPLAYS: readonly FileType[] = ['pdf', 'fdx', 'fountain', 'text'];
const MAX_TITLE_CHARACTERS = 200;

/**
 * The bytes of an uploaded screenplay. Raises `source_type_unsupported` for a file that cannot hold one, and `source_too_large` for a text
 * over the limit.
 */
export async function screenplayBytes(file: UploadedFile): Promise<Buffer> {
  const type = await fileTypeOf(file, undefined, SCREENPLAYS);
  if (type !== 'markdown' && !SCREENPLAYS.includes(type)) {
    throw new ApiError('source_type_unsupported', `a screenplay is a PDF, Final Draft, Fountain or text file; this one is ${type}. Attach it to a project as a source`,
      { field: 'file', supported: [...SCREENPLAYS] });
  }
  if (type !== 'pdf' && type !== 'fdx' && file.byteSize > MAX_CONTENT_BYTES) {
    throw new ApiError('source_too_large', `a screenplay of text is at most ${MAX_CONTENT_BYTES} bytes`, { field: 'file', maxBytes: MAX_CONTENT_BYTES });
  }
  return readFile(file.path);
}

/** How many bytes at the start of a file are searched for the title. */
const MAX_TITLE_PAGE_BYTES = 4_096;

/** The title on the title page of a Fountain script; null for other files and without one. */
function titlePageTitle(bytes: Buffer): string | null {
  const head = bytes.subarray(0, MAX_TITLE_PAGE_BYTES).toString('utf8').replace(/^\uFEFF/, '').split(/\r?\n[ \t]*\r?\n/)[0]!;
  return /^[ \t]*title[ \t]*:/im.test(head) ? titleOf(parseFountain(head).script) : null;
}

/** The title of a screenplay's title page, or else of its file name: `Big-Fish_final.pdf` is "Big Fish final". */
export function titleOfFile({ filename }: UploadedFile, bytes: Buffer): string {
  const name = path.basename((filename ?? '').replaceAll('\\', '/'));
  const words = name.slice(0, name.length - path.extname(name).length).replace(/[_\s-]+/g, ' ').trim();
  const title = shortened(titlePageTitle(bytes) ?? words, MAX_TITLE_CHARACTERS);
  return isVisible(title) ? title : 'Untitled screenplay';
}
