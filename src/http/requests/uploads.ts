import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from 'koa';
import { koaBody } from 'koa-body';
import type { TSchema } from 'typebox';
import { ApiError } from '../../errors/api-error.js';
import { ANY_TYPE, type MultipartBody, type RawBody } from './body-kinds.js';
import type { UploadedFile } from '../../contract/uploaded-file.js';
import { decodeUtf8 } from './utf8.js';

const PREFIX = 'upload-';
/** Uploads older than this were left by a process that ended before it answered. */
const ABANDONED_MS = 60 * 60_000;
/** Most bytes of all fields of a form together. */
const MAX_FIELD_BYTES = 256 * 1024;

/** Creates a private folder for the files of one request, and deletes folders that ended processes have left. */
export async function openUploadFolder(dataDir: string): Promise<string> {
  const parent = path.join(dataDir, 'work');
  await mkdir(parent, { recursive: true, mode: 0o700 });
  for (const name of await readdir(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = path.join(parent, name);
    const found = await stat(folder).catch(() => null);
    if (found && found.mtimeMs < Date.now() - ABANDONED_MS) await closeUploadFolder(folder);
  }
  return mkdtemp(path.join(parent, PREFIX));
}

export const closeUploadFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

const mediaType = (header: string | null): string => (header ?? '').split(';')[0]!.trim().toLowerCase();

/** Whether the request says that its body is a form. */
export const isForm = (ctx: Context): boolean => mediaType(ctx.get('content-type')) === 'multipart/form-data';

function refuse(field: string, message: string, details: Record<string, unknown> = {}): never {
  throw new ApiError('validation_failed', message, { field, ...details });
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError('validation_failed', `the body is larger than ${maxBytes} bytes`, { maxBytes });
}

/** Receives a body that is one file. Raises `validation_failed` for another media type, an empty body or a body that is too large. */
export async function receiveFile(ctx: Context, { contentTypes, maxBytes }: RawBody, folder: string): Promise<UploadedFile> {
  const contentType = mediaType(ctx.get('content-type'));
  if (!contentTypes.includes(contentType)) refuse('Content-Type', `Content-Type must be one of ${contentTypes.join(', ')}`);
  const file = path.join(folder, 'body');
  const hash = createHash('sha256');
  let byteSize = 0;
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      byteSize += chunk.byteLength;
      hash.update(chunk);
      done(byteSize > maxBytes ? tooLarge(maxBytes) : null, chunk);
    },
  });
  await pipeline(ctx.req, measured, createWriteStream(file, { mode: 0o600 })).catch((error: unknown) => {
    throw error instanceof ApiError ? error : new ApiError('validation_failed', 'the body could not be read');
  });
  if (byteSize === 0) refuse('body', 'the body is empty');
  return { path: file, byteSize, contentType, filename: null, sha256: hash.digest('hex') };
}

/** Parses the fields of a form that are objects, which a form sends as JSON. Raises `validation_failed`. */
export function parseObjects(schema: TSchema, fields: Record<string, unknown>): void {
  const { properties = {} } = schema as { properties?: Record<string, object> };
  for (const [name, property] of Object.entries(properties)) {
    const sent = fields[name];
    if (typeof sent !== 'string' || !JSON.stringify(property).includes('"type":"object"')) continue;
    try {
      fields[name] = JSON.parse(sent);
    } catch {
      refuse(name, `${name} must be JSON`);
    }
  }
}

/** Codes of the parser's errors when a limit is exceeded (`formidable/FormidableError`). */
const LIMITS: Record<number, string> = {
  1007: 'the form has too many fields', 1006: 'the fields of the form are too large', 1009: 'a file is too large',
  1010: 'a file is empty', 1015: 'the form has too many files', 1016: 'a file is too large',
};

interface ParsedFile { filepath: string; size: number; mimetype: string | null; originalFilename: string | null; hash?: string | null }
interface ParsedForm { body?: Record<string, string | string[]>; files?: Record<string, ParsedFile | ParsedFile[]> }

/**
 * Receives a form. Raises `validation_failed` for a body that is not a form, is too large, or contains undeclared files. Fields are
 * not validated here.
 */
export async function receiveForm(
  ctx: Context, { fields, files: declared }: MultipartBody, folder: string,
): Promise<{ fields: Record<string, unknown>; files: Record<string, UploadedFile> }> {
  if (!isForm(ctx)) refuse('Content-Type', 'Content-Type must be multipart/form-data');
  const sizes = Object.values(declared).map(({ maxBytes }) => maxBytes);
  let undeclared: string | null = null;
  const parse = koaBody({
    multipart: true, json: false, urlencoded: false, text: false,
    formidable: {
      uploadDir: folder, maxFiles: sizes.length, maxFileSize: Math.max(...sizes), maxTotalFileSize: sizes.reduce((sum, size) => sum + size, 0),
      maxFields: Object.keys((fields as { properties?: object }).properties ?? {}).length + 1, maxFieldsSize: MAX_FIELD_BYTES,
      hashAlgorithm: 'sha256',
      // One character per byte, so that invalid UTF-8, which the parser would replace silently, is refused below.
      encoding: 'binary',
      onPart: (part, handle) => {
        // A browser sends a file field that was left empty as a file without name and content.
        if (part.originalFilename === '') return;
        // A part may name a transfer encoding (`8bit`) that Node does not know as a character encoding; fields are decoded below.
        if (!part.mimetype) (part as { transferEncoding?: string }).transferEncoding = 'binary';
        handle(part);
      },
      filter: ({ name }) => {
        if (name !== null && declared[name]) return true;
        undeclared ??= name ?? '';
        return false;
      },
    },
    onError: (error) => {
      const message = LIMITS[(error as { code?: number }).code ?? 0] ?? 'the body is not a form that can be read';
      throw new ApiError('validation_failed', message, { field: 'body', maxBytes: Math.max(...sizes) });
    },
  });
  await parse(ctx, async () => {});
  if (undeclared !== null) refuse(undeclared, `${undeclared || 'a nameless part'} is not a file of this form`);
  const { body = {}, files = {} } = ctx.request as ParsedForm;
  const text = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? value.map(decodeUtf8) : decodeUtf8(value)]));
  return { fields: text, files: Object.fromEntries(Object.entries(declared).flatMap(([name, field]) => {
    const sent = files[name];
    if (sent === undefined && field.required) refuse(name, `${name} is required`);
    if (sent === undefined) return [];
    if (Array.isArray(sent)) refuse(name, `${name} must be one file`);
    const contentType = mediaType(sent.mimetype);
    if (!field.contentTypes.includes(ANY_TYPE) && !field.contentTypes.includes(contentType)) refuse(name, `${name} must be one of ${field.contentTypes.join(', ')}`);
    if (sent.size > field.maxBytes) refuse(name, `${name} is larger than ${field.maxBytes} bytes`, { maxBytes: field.maxBytes });
    const filename = sent.originalFilename === null ? null : decodeUtf8(sent.originalFilename);
    return [[name, { path: sent.filepath, byteSize: sent.size, contentType, filename, sha256: sent.hash! }]];
  })) };
}
