import type { IncomingMessage, Server } from 'node:http';
import type { Context, Middleware } from 'koa';
import { ApiError } from '../../errors/api-error.js';

/** What a client may still send after it was answered: many read the answer only when they have sent their body. */
const MAX_UNREAD_BYTES = 1_000_000;
const MAX_UNREAD_MS = 5_000;

/** Clients that ask with `Expect: 100-continue` are told to continue when their body is wanted, and not before. */
export function continueOnDemand(server: Server): void {
  server.on('checkContinue', (request, response) => { server.emit('request', request, response); });
}

/** Call it before a body is read. A client that waits for `100 Continue` begins to send. */
export function beginBody({ req, res }: Context): void {
  if (req.headers.expect?.toLowerCase() === '100-continue' && !res.headersSent) res.writeContinue();
}

/** Takes what still comes of a body, and closes the connection once that is too much or takes too long. */
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

/** Bounds what is received of a body whose request was answered without it. The server reads it to its end otherwise, however long it is. */
export function boundUnreadBodies(): Middleware {
  return async ({ req, res }, next) => {
    await next();
    if (!req.complete && !req.destroyed && !res.headersSent) endUnread(req);
  };
}

/** Refuses a body that says that it is larger than the limit, before it is received. Raises `validation_failed`. */
export function refuseDeclaredSize({ req }: Context, maxBytes: number, refusal: () => ApiError): void {
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw refusal();
}

/** A small body in memory. Raises `validation_failed` for a larger one; the connection stays, so that the client reads why. */
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
