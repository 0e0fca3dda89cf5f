import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { ApiError } from '../errors/api-error.js';
import { partOf } from '../storage/media-file.js';
import { sendProblem } from './envelope.js';
import { FileAnswer, RedirectAnswer, TextAnswer, type FileBody, type Reply, type SuccessStatus } from './operations/answers.js';
import { matchesTag, sendMedia } from './file-response.js';
import { headerAddress } from './redirect.js';
import type { StoredAnswer } from './limits/idempotency-store.js';
import type { Operation } from './operations/operation.js';

/** `Cache-Control` of answers whose operation declares none. */
const NO_STORE = 'no-store';

/** The answer in the form that is stored for replay. Operations with an Idempotency-Key answer JSON or text. */
export const storedForm = ({ status, body }: Reply): StoredAnswer => ({ status, body: typeof body === 'string' ? body : JSON.stringify(body) });

/** Sends a JSON or text answer. If the operation declares caching, sends a strong ETag, or 304 when the caller already has that version. */
export function sendStored(ctx: Context, operation: Operation, { status, body }: StoredAnswer): void {
  const kind = operation.response[status as SuccessStatus];
  ctx.status = status;
  ctx.set('Cache-Control', operation.cacheControl ?? NO_STORE);
  ctx.type = kind instanceof TextAnswer ? kind.contentType : 'application/json';
  if (operation.cacheControl !== undefined) {
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
    ctx.set('ETag', etag);
    if (matchesTag(ctx.get('If-None-Match'), etag)) {
      ctx.status = 304;
      return;
    }
  }
  ctx.body = body;
}

/** The file in the encoding that the caller accepts. The compressed form is a different representation, so it has its own ETag. */
function inEncodingOf(ctx: Context, { gzipped, ...file }: FileBody): FileBody {
  if (!gzipped) return file;
  ctx.vary('Accept-Encoding');
  if (ctx.acceptsEncodings('gzip', 'identity') !== 'gzip') return file;
  ctx.set('Content-Encoding', 'gzip');
  return {
    ...file, byteSize: gzipped.byteLength, etag: file.etag.replace(/"$/, '-gz"'),
    open: async (range) => partOf(gzipped, range),
  };
}

/**
 * Sends the refusal of a range that the file does not have, after `sendMedia` has set status and headers. Headers that describe the file are removed, because
 * they would describe the refusal.
 */
function refuseRange(ctx: Context, { byteSize }: FileBody, appUrl: string): void {
  for (const name of ['Content-Disposition', 'Content-Encoding', 'ETag', 'Last-Modified']) ctx.remove(name);
  const problem = new ApiError('validation_failed', `the range begins after the end of the file, which has ${byteSize} bytes`, { field: 'Range', byteSize });
  sendProblem(ctx, problem, appUrl);
  ctx.status = 416;
}

/** Sends a handler's reply of any kind. `appUrl` is the base of the pages that explain the codes of refusals. */
export async function sendReply(ctx: Context, operation: Operation, reply: Reply, appUrl: string): Promise<void> {
  const kind = operation.response[reply.status];
  if (kind instanceof FileAnswer) {
    const { disposition = 'attachment', ...media } = inEncodingOf(ctx, reply.body as FileBody);
    await sendMedia(ctx, media, { cacheControl: operation.cacheControl ?? NO_STORE, disposition });
    if (ctx.status === 416) refuseRange(ctx, media, appUrl);
    return;
  }
  if (kind instanceof RedirectAnswer) {
    ctx.status = reply.status;
    ctx.set('Cache-Control', operation.cacheControl ?? NO_STORE);
    ctx.set('Location', headerAddress(String(reply.body)));
    ctx.body = null;
    ctx.status = reply.status;
    return;
  }
  sendStored(ctx, operation, storedForm(reply));
}
