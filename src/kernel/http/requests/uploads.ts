import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from 'koa';
import type { TSchema } from 'typebox';
import { bytesInWords } from '../../contract/texts/bytes-in-words.js';
import { ApiError } from '../../errors/api-error.js';
import type { RawBody } from './body-kinds.js';
import type { UploadedFile } from '../../contract/uploaded-file.js';
import { beginBody, refuseDeclaredSize } from './incoming.js';

const PREFIX = 'upload-';
/** Uploads older than this were left by a process that ended before it answered. */
const ABANDONED_MS = 60 * 60_000;

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

/** The media type of a Content-Type header, without parameters, in lower case. */
export const mediaType = (header: string | null): string => (header ?? '').split(';')[0]!.trim().toLowerCase();

/** True when the Content-Type of the request is a form. */
export const isForm = (ctx: Context): boolean => mediaType(ctx.get('content-type')) === 'multipart/form-data';

/** Raises `validation_failed` about a field. */
export function refuseField(field: string, message: string): never {
  throw new ApiError('validation_failed', message, { field });
}

/** The refusal of a body or a file that exceeds its limit. */
export function tooLarge(maxBytes: number, field = 'body'): ApiError {
  return new ApiError('validation_failed', `the ${field} is larger than ${bytesInWords(maxBytes)}`, { field, maxBytes });
}

/** Receives a body that is one file. Raises `validation_failed` for another media type, an empty body or a body that is too large. */
export async function receiveFile(ctx: Context, { contentTypes, maxBytes }: RawBody, folder: string): Promise<UploadedFile> {
  const contentType = mediaType(ctx.get('content-type'));
  if (!contentTypes.includes(contentType)) refuseField('Content-Type', `Content-Type must be one of ${contentTypes.join(', ')}`);
  refuseDeclaredSize(ctx, maxBytes, () => tooLarge(maxBytes));
  beginBody(ctx);
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
  // The connection stays open when a body is refused, so that the sender can read the reason.
  await pipeline(ctx.req.iterator({ destroyOnReturn: false }), measured, createWriteStream(file, { mode: 0o600 })).catch((error: unknown) => {
    throw error instanceof ApiError ? error : new ApiError('validation_failed', 'the body could not be read');
  });
  if (byteSize === 0) refuseField('body', `the body is empty; send 1 byte to ${bytesInWords(maxBytes)}`);
  return { path: file, byteSize, contentType, filename: null, sha256: hash.digest('hex') };
}

/** Parses the object fields of a form, which arrive as JSON. Raises `validation_failed`. */
export function parseObjects(schema: TSchema, fields: Record<string, unknown>): void {
  const { properties = {} } = schema as { properties?: Record<string, object> };
  for (const [name, property] of Object.entries(properties)) {
    const sent = fields[name];
    if (typeof sent !== 'string' || !JSON.stringify(property).includes('"type":"object"')) continue;
    try {
      fields[name] = JSON.parse(sent);
    } catch {
      refuseField(name, `${name} must be JSON`);
    }
  }
}

