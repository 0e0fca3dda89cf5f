import type { Context, Middleware } from 'koa';
import { HttpMethodEnum, koaBody } from 'koa-body';
import type { TSchema } from 'typebox';
import { bytesInWords } from '../../contract/texts/bytes-in-words.js';
import { ApiError } from '../../errors/api-error.js';
import { JsonOrForm, MultipartBody, RawBody } from './body-kinds.js';
import type { UploadedFile } from '../../contract/uploaded-file.js';
import type { Operation } from '../operations/operation.js';
import { beginBody } from './incoming.js';
import { hasMoreParts, MAX_JSON_PARTS } from './json-parts.js';
import { receiveForm } from './receive-form.js';
import { closeUploadFolder, isForm, openUploadFolder, parseObjects, receiveFile } from './uploads.js';
import { decodeUtf8 } from './utf8.js';
import { refuseUnstorable, validateInput } from './validation.js';

/** A received body, checked against its declaration. */
export interface ReceivedBody {
  body: unknown;
  files: Record<string, UploadedFile>;
  /** A value that is equal for equal bodies. It serves to compare a repeat with the same Idempotency-Key. */
  identity: unknown;
  /** Deletes the files; call it after the answer was sent. */
  dispose(): Promise<void>;
}

const nothing = async (): Promise<void> => {};

/** Receives a JSON body as a string with one character per byte, so that the bytes can be checked for valid UTF-8. */
function jsonParser(maxBytes: number): Middleware {
  return koaBody({
    text: true, json: false, urlencoded: false, textTypes: ['*/*'], textLimit: maxBytes, encoding: 'binary',
    parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PATCH, HttpMethodEnum.DELETE],
    onError: (error) => {
      if ((error as { type?: string }).type !== 'entity.too.large') throw new ApiError('validation_failed', 'the body could not be read');
      throw new ApiError('validation_failed', `the body is larger than ${bytesInWords(maxBytes)}`, { maxBytes });
    },
  });
}

/** The JSON body of a request, `undefined` without one. Raises `validation_failed` when it is not JSON or UTF-8, too large or too deep. */
async function readJson(ctx: Context, parse: Middleware, takesForm: boolean): Promise<unknown> {
  const sentAs = ctx.get('content-type');
  // The body is parsed as JSON whatever its Content-Type is.
  ctx.req.headers['content-type'] = 'text/plain';
  beginBody(ctx);
  await parse(ctx, nothing);
  const received = (ctx.request as { body?: unknown }).body;
  const text = typeof received === 'string' ? decodeUtf8(received) : '';
  if (text.trim() === '') return undefined;
  if (hasMoreParts(text, MAX_JSON_PARTS)) throw new ApiError('validation_failed', `the body has more than ${MAX_JSON_PARTS} fields and items`, { field: 'body' });
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    if (/form/i.test(sentAs)) {
      throw new ApiError('validation_failed', takesForm ? 'the body is a form of another type; this operation takes JSON, or multipart/form-data with a file'
        : 'the body is a form, and this operation takes JSON; send Content-Type: application/json', { field: 'Content-Type' });
    }
    throw new ApiError('validation_failed', `the body is not JSON: ${(error as Error).message.slice(0, 120)}`);
  }
  refuseUnstorable(body);
  return body;
}

function checkJson(schema: TSchema | undefined, sent: unknown): unknown {
  if (schema) {
    const body = sent === undefined ? {} : sent;
    validateInput(schema, body, 'body');
    return body;
  }
  const isEmpty = typeof sent === 'object' && sent !== null && !Array.isArray(sent) && Object.keys(sent).length === 0;
  if (sent !== undefined && !isEmpty) {
    throw new ApiError('validation_failed', 'this operation takes no body', { field: 'body' });
  }
  return sent;
}

async function readFiles(ctx: Context, kind: MultipartBody | RawBody, dataDir: string): Promise<ReceivedBody> {
  const folder = await openUploadFolder(dataDir);
  const dispose = (): Promise<void> => closeUploadFolder(folder);
  try {
    if (kind instanceof RawBody) {
      const body = await receiveFile(ctx, kind, folder);
      return { body, files: {}, identity: body.sha256, dispose };
    }
    const { fields, files } = await receiveForm(ctx, kind, folder);
    parseObjects(kind.fields, fields);
    refuseUnstorable(fields);
    const identity = [{ ...fields }, Object.entries(files).map(([name, { sha256 }]) => [name, sha256]).sort()];
    validateInput(kind.fields, fields, 'form');
    return { body: fields, files, identity, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Makes the function that receives the bodies of an operation. It raises `validation_failed` for a body that is not as declared. */
export function bodyReader(operation: Operation, dataDir: string): (ctx: Context) => Promise<ReceivedBody> {
  const kind = operation.request.body;
  const parse = jsonParser(operation.maxBodyBytes);
  return async (ctx) => {
    if (ctx.get('content-encoding') && ctx.get('content-encoding') !== 'identity') {
      throw new ApiError('validation_failed', 'compressed bodies are not accepted; send the body without Content-Encoding', { field: 'Content-Encoding' });
    }
    if (kind instanceof MultipartBody || kind instanceof RawBody) return readFiles(ctx, kind, dataDir);
    if (kind instanceof JsonOrForm && isForm(ctx)) return readFiles(ctx, kind.form, dataDir);
    const body = checkJson(kind instanceof JsonOrForm ? kind.json : kind, await readJson(ctx, parse, kind instanceof JsonOrForm));
    return { body, files: {}, identity: body, dispose: nothing };
  };
}
