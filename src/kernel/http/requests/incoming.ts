import type { IncomingMessage, Server } from 'node:http';
import type { Context, Middleware } from 'koa';
import { ApiError } from '../../errors/api-error.js';

/** How much of its body a client may still send after the answer: many clients read the answer only when they have sent the whole body. */
const MAX_UNREAD_BYTES = 1_000_000;
const MAX_UNREAD_MS = 5_000;

/** Makes the server answer `Expect: 100-continue` only when the body is wanted. */
export function continueOnDemand(server: Server): void {
  server.on('checkContinue', (request, response) => { server.emit('request', request, response); });
}

/** Call it before reading a body. Tells a client that waits for `100 Continue` to start sending. */
export function beginBody({ req, res }: Context): void {
  if (req.headers.expect?.toLowerCase() === '100-continue' && !res.headersSent) res.writeContinue();
}

/** Discards the rest of a body, and closes the connection when the rest is too long or takes too long. */
function endUnread(request: IncomingMessage): void {
  let left = MAX_UNREAD_BYTES;
  const timer = setTimeout(() => request.destroy(), MAX_UNREAD_MS).unref();
  request.on('data', (chunk: Buffer) => {
    left -= chunk.byteLength;
    if (left < 0) request.destroy();
  });
  request.once('close', () => clearTimeout(timer));
  request.resume();
}

/**
 * Limits the rest of a body whose request was answered before the body was read. Without the limit, the server would read the body to its end, however long.
 */
export function boundUnreadBodies(): Middleware {
  return async ({ req, res }, next) => {
    await next();
    if (!req.complete && !req.destroyed && !res.headersSent) endUnread(req);
  };
}

/** Throws `refusal()` for a body whose Content-Length exceeds the limit, before the body is received. */
export function refuseDeclaredSize({ req }: Context, maxBytes: number, refusal: () => ApiError): void {
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw refusal();
}

/** Reads a small body into memory. Raises `validation_failed` for a larger one; the connection stays open, so that the client can read the reason. */
export async function readSmallBody(ctx: Context, maxBytes: number): Promise<Buffer> {
  const tooLarge = (): ApiError => new ApiError('validation_failed', `the body may have ${maxBytes} bytes`, { maxBytes });
  refuseDeclaredSize(ctx, maxBytes, tooLarge);
  beginBody(ctx);
  const chunks: Buffer[] = [];
  let byteSize = 0;
  for await (const chunk of ctx.req.iterator({ destroyOnReturn: false })) {
    byteSize += (chunk as Buffer).byteLength;
    if (byteSize > maxBytes) throw tooLarge();
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
