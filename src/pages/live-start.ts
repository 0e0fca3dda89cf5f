import type { Context } from 'koa';
import { assertThat, ApiError } from '../kernel/errors/api-error.js';
import { readSmallBody } from '../kernel/http/requests/incoming.js';

const MAX_BYTES = 4096;

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

/** Reads the JSON body of a request. */
async function readJson(ctx: Context): Promise<unknown> {
  const body = await readSmallBody(ctx, MAX_BYTES);
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new ApiError('validation_failed', 'the body is not JSON');
    throw cause;
  }
}
