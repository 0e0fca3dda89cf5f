import getRawBody from 'raw-body';
import type { Context } from 'koa';
import { ApiError } from '../errors/api-error.js';
import { refuseUnstorable } from './validation.js';

/** Reads a JSON body; absent is `undefined`. Raises `validation_failed` when it is not JSON, too large or too deep. */
export async function readJsonBody(ctx: Context, maxBytes: number): Promise<unknown> {
  if (ctx.get('content-encoding') && ctx.get('content-encoding') !== 'identity') {
    throw new ApiError('validation_failed', 'compressed bodies are not accepted', { field: 'Content-Encoding' });
  }
  let text: string;
  try {
    text = await getRawBody(ctx.req, { limit: maxBytes, encoding: 'utf8', length: ctx.get('content-length') || null });
  } catch (error) {
    if ((error as { type?: string }).type === 'entity.too.large') {
      throw new ApiError('validation_failed', `the body is larger than ${maxBytes} bytes`, { maxBytes });
    }
    throw new ApiError('validation_failed', 'the body could not be read');
  }
  if (text.trim() === '') return undefined;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new ApiError('validation_failed', `the body is not JSON: ${(error as Error).message.slice(0, 120)}`);
  }
  refuseUnstorable(body);
  return body;
}
