import type { Context } from 'koa';
import { assertThat, ApiError } from '../errors/api-error.js';

const MAX_BYTES = 4096;
/** Most bytes of a too large body that are received before the error is sent, because many clients read the answer only then. */
const MAX_DRAINED_BYTES = 1_000_000;

/**
 * The share token of a live start, sent as `POST {"token": "…"}`. Requiring JSON keeps a form on another site from opening
 * rooms. Raises `validation_failed` for any other body.
 */
export async function readStartToken(ctx: Context): Promise<string> {
  assertThat(ctx.is('application/json'), 'validation_failed', 'Content-Type must be application/json');
  const body = await readJson(ctx);
  const fields: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  const unknown = Object.keys(fields).find((name) => name !== 'token');
  assertThat(unknown === undefined, 'validation_failed', `${unknown ?? ''} is not a field of this request`);
  const { token } = fields;
  assertThat(typeof token === 'string' && token.length > 0 && token.length <= 2048, 'validation_failed', 'token must be a share token');
  return token;
}

/** The JSON body; one that an earlier middleware has parsed is used as it is. */
async function readJson(ctx: Context): Promise<unknown> {
  const parsed = (ctx.request as { body?: unknown }).body;
  if (parsed !== undefined) return parsed;
  const chunks: Buffer[] = [];
  let byteSize = 0;
  for await (const chunk of ctx.req) {
    const bytes = chunk as Buffer;
    byteSize += bytes.length;
    if (byteSize <= MAX_BYTES) chunks.push(bytes);
    if (byteSize > MAX_DRAINED_BYTES) break;
  }
  assertThat(byteSize <= MAX_BYTES, 'validation_failed', `the body may have ${MAX_BYTES} bytes`);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new ApiError('validation_failed', 'the body is not JSON');
    throw cause;
  }
}
