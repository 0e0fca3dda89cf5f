import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { FileAnswer, RedirectAnswer, TextAnswer, type FileBody, type Reply, type SuccessStatus } from './operations/answers.js';
import { namesTag, sendMedia } from './file-response.js';
import type { StoredAnswer } from './limits/idempotency-store.js';
import type { Operation } from './operations/operation.js';

/** Nobody keeps an answer unless its operation says how long it may be kept. */
const NEVER_KEPT = 'no-store';

/** The answer as it is kept for a repeat. Operations that take an Idempotency-Key answer JSON or text. */
export const storedForm = ({ status, body }: Reply): StoredAnswer => ({ status, body: typeof body === 'string' ? body : JSON.stringify(body) });

/** Sends a JSON or text answer; with a strong tag, and 304 to who has it, where the operation lets answers be kept. */
export function sendStored(ctx: Context, operation: Operation, { status, body }: StoredAnswer): void {
  const kind = operation.response[status as SuccessStatus];
  ctx.status = status;
  ctx.set('Cache-Control', operation.cacheControl ?? NEVER_KEPT);
  ctx.type = kind instanceof TextAnswer ? kind.contentType : 'application/json';
  if (operation.cacheControl !== undefined) {
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
    ctx.set('ETag', etag);
    if (namesTag(ctx.get('If-None-Match'), etag)) {
      ctx.status = 304;
      return;
    }
  }
  ctx.body = body;
}

/** Sends what a handler answered, whatever its kind. */
export async function sendReply(ctx: Context, operation: Operation, reply: Reply): Promise<void> {
  const kind = operation.response[reply.status];
  if (kind instanceof FileAnswer) {
    const { disposition = 'attachment', ...media } = reply.body as FileBody;
    return sendMedia(ctx, media, { cacheControl: operation.cacheControl ?? NEVER_KEPT, disposition });
  }
  if (kind instanceof RedirectAnswer) {
    ctx.status = reply.status;
    ctx.set('Cache-Control', operation.cacheControl ?? NEVER_KEPT);
    ctx.set('Location', String(reply.body));
    ctx.body = null;
    ctx.status = reply.status;
    return;
  }
  sendStored(ctx, operation, storedForm(reply));
}
