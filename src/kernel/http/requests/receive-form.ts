import formidable, { type File as ParsedFile, type Part } from 'formidable';
import type { Context } from 'koa';
import type { TSchema } from 'typebox';
import { bytesInWords } from '../../contract/texts/bytes-in-words.js';
import type { UploadedFile } from '../../contract/uploaded-file.js';
import { ApiError } from '../../errors/api-error.js';
import { ANY_TYPE, type FileField, type MultipartBody } from './body-kinds.js';
import { beginBody, refuseDeclaredSize } from './incoming.js';
import { isForm, mediaType, refuseField, tooLarge } from './uploads.js';
import { partNames } from './part-names.js';
import { decodeUtf8 } from './utf8.js';

/** Most bytes of all fields of a form together. */
export const MAX_FORM_FIELD_BYTES = 256 * 1024;
/** Allowance for the boundaries and part headers of a form. */
const MAX_FRAME_BYTES = 256 * 1024;
const UNKNOWN_TYPE = 'application/octet-stream';

export interface FormChecks {
  /**
   * Called once with the fields that came before the first file, or with all when there is no file. `hasFile` tells which. When it raises,
   * the form is refused and no file is received.
   */
  admit?: (fields: Readonly<Record<string, string>>, hasFile: boolean) => void | Promise<void>;
  /** Stops receiving when it aborts. Its reason must be an `ApiError`. */
  signal?: AbortSignal;
}

export interface ReceivedForm { fields: Record<string, unknown>; files: Record<string, UploadedFile> }

/** Members of the parser that its types do not declare. */
interface OwnPart extends Part { headers: Record<string, string>; transferEncoding: string }
interface OwnForm {
  onPart: (part: OwnPart) => Promise<void>;
  _handlePart(part: OwnPart): Promise<void>;
  _error(error: unknown): void;
  pause(): void;
  resume(): void;
}

/** The refusal for an error of the parser. The codes (`formidable/FormidableError`) tell which limit was exceeded. */
function refusalOf({ code }: { code?: number }, largest: number): ApiError {
  const limit = bytesInWords(largest);
  const messages: Record<number, string> = {
    1007: 'the form has too many fields', 1006: `the fields of the form are larger than ${bytesInWords(MAX_FORM_FIELD_BYTES)} together`,
    1009: `the file is larger than ${limit}`, 1010: `the file is empty; send one of 1 byte to ${limit}`, 1015: 'the form has too many files',
    1016: `the file is larger than ${limit}`,
  };
  return new ApiError('validation_failed', messages[code ?? 0] ?? 'the body is not a form that can be read', { field: 'body', maxBytes: largest });
}

/** Gives a part the names in its header. A part without a file name that is not a declared file counts as a field, whatever its media type. */
function nameIt(part: OwnPart, declared: Readonly<Record<string, FileField>>): void {
  const { name, filename } = partNames(part.headers['content-disposition'] ?? '');
  part.name = name ?? '';
  part.originalFilename = filename;
  if (filename === null && !(part.mimetype && declared[part.name])) part.mimetype = null;
  if (filename !== null) part.mimetype ??= UNKNOWN_TYPE;
  // A part may name a transfer encoding (`8bit`) that is not a character encoding in Node; fields are decoded later.
  if (!part.mimetype) part.transferEncoding = 'binary';
}

/** The one file of each declared field. Raises `validation_failed`. */
function filesOf(declared: Readonly<Record<string, FileField>>, received: ReadonlyMap<string, ParsedFile[]>): Record<string, UploadedFile> {
  return Object.fromEntries(Object.entries(declared).flatMap(([name, field]) => {
    const [sent, ...others] = received.get(name) ?? [];
    if (sent === undefined) return field.required ? refuseField(name, `${name} is required`) : [];
    if (others.length > 0) refuseField(name, `${name} must be one file`);
    const contentType = mediaType(sent.mimetype);
    if (!field.contentTypes.includes(ANY_TYPE) && !field.contentTypes.includes(contentType)) refuseField(name, `${name} must be one of ${field.contentTypes.join(', ')}`);
    if (sent.size > field.maxBytes) throw tooLarge(field.maxBytes, name);
    return [[name, { path: sent.filepath, byteSize: sent.size, contentType, filename: sent.originalFilename, sha256: sent.hash! }]];
  }));
}

/**
 * Receives a form; `MultipartBody` declares its files and the number of its fields. Raises `validation_failed` for a body that is not a
 * form, is too large, or contains undeclared files, and what `admit` raises. Fields are not validated here.
 */
export async function receiveForm(
  ctx: Context, { fields, files: declared }: MultipartBody, folder: string, { admit, signal }: FormChecks = {},
): Promise<ReceivedForm> {
  if (!isForm(ctx)) refuseField('Content-Type', 'Content-Type must be multipart/form-data');
  const sizes = Object.values(declared).map(({ maxBytes }) => maxBytes);
  const [largest, all] = [Math.max(...sizes), sizes.reduce((sum, size) => sum + size, 0)];
  refuseDeclaredSize(ctx, all + MAX_FORM_FIELD_BYTES + MAX_FRAME_BYTES, () => tooLarge(largest, 'file'));
  beginBody(ctx);
  const sent = new Map<string, string[]>();
  const files = new Map<string, ParsedFile[]>();
  let undeclared: string | null = null;
  let admission: Promise<void> | null = null;
  const admitted = async (hasFile: boolean): Promise<void> => {
    await admit?.(Object.fromEntries([...sent].map(([name, [value]]) => [name, value!])), hasFile);
  };
  const form = formidable({
    uploadDir: folder, maxFiles: sizes.length, maxFileSize: largest, maxTotalFileSize: all, maxFieldsSize: MAX_FORM_FIELD_BYTES,
    maxFields: Object.keys((fields as { properties?: object } & TSchema).properties ?? {}).length + 1, hashAlgorithm: 'sha256',
    // One character per byte, so that invalid UTF-8 can be refused; the parser would replace it silently.
    encoding: 'binary',
    filter: ({ name }) => {
      if (name !== null && declared[name]) return true;
      undeclared ??= name ?? '';
      return false;
    },
  });
  const parser = form as unknown as OwnForm;
  parser.onPart = async (part) => {
    try {
      nameIt(part, declared);
      // For an empty file field, a browser sends a file without name and content.
      if (part.originalFilename === '') return;
      if (part.mimetype && !admission) {
        parser.pause();
        await (admission = admitted(true));
        parser.resume();
      }
      await parser._handlePart(part);
    } catch (error) {
      parser._error(error);
    }
  };
  form.on('field', (name, value) => {
    try {
      sent.set(name, [...sent.get(name) ?? [], decodeUtf8(value)]);
    } catch (error) {
      parser._error(error);
    }
  });
  form.on('file', (name, file) => { files.set(name, [...files.get(name) ?? [], file]); });
  const stop = (): void => parser._error(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    await form.parse(ctx.req);
  } catch (error) {
    throw error instanceof ApiError ? error : refusalOf(error as { code?: number }, largest);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
  if (!admission) await admitted(false);
  if (undeclared !== null) refuseField(undeclared, `${undeclared || 'a nameless part'} is not a file of this form`);
  return {
    fields: Object.fromEntries([...sent].map(([name, values]) => [name, values.length === 1 ? values[0] : values])),
    files: filesOf(declared, files),
  };
}
