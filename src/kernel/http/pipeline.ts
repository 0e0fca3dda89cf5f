import type { Context, Middleware } from 'koa';
import { newId } from '../db/ids.js';
import { ApiError } from '../errors/api-error.js';
import { requireDiskSpace } from '../storage/disk-space.js';
import { admit } from './admission.js';
import type { Authenticator } from './authenticate.js';
import { readIdempotencyKey } from './limits/idempotency.js';
import { needsSpace, takesKey, type Call, type Operation } from './operations/operation.js';
import { performCall, type CallIdentity, type Performer } from './perform.js';
import type { RateLimiter } from './limits/rate-limit.js';
import { takesFiles } from './requests/body-kinds.js';
import { bodyReader } from './requests/read-body.js';
import { sendReply, sendStored } from './send.js';
import { validateInput } from './requests/validation.js';

export interface Kernel extends Performer { authenticator: Authenticator; rates: RateLimiter }

function readParameters(ctx: Context, { request }: Operation): { params: unknown; query: unknown } {
  const params: unknown = { ...(ctx.params as object) };
  if (request.params) validateInput(request.params, params, 'path');
  const query: unknown = { ...ctx.query };
  if (request.query) validateInput(request.query, query, 'query');
  else if (Object.keys(ctx.query).length > 0) {
    const field = Object.keys(ctx.query)[0]!;
    throw new ApiError('validation_failed', `${field} is not a query parameter of this operation`, { field });
  }
  return { params, query };
}

/** Serves a request whose body was received. */
async function serve(ctx: Context, kernel: Kernel, operation: Operation, call: Call, identity: Omit<CallIdentity, 'path'>): Promise<void> {
  const performed = await performCall(kernel, operation, call, { ...identity, path: ctx.path });
  if ('reply' in performed) return sendReply(ctx, operation, performed.reply, kernel.services.config.appUrl);
  if (performed.replayed) ctx.set('Idempotency-Replayed', 'true');
  sendStored(ctx, operation, performed.answer);
}

/**
 * The pipeline that serves every operation. The order of its checks is fixed: route, credential, scopes, rate limit, idempotency key,
 * input, subjects of the path, state. No byte of a body is received before the credential was verified.
 */
export function serveOperation(kernel: Kernel): (operation: Operation) => Middleware {
  return (operation) => {
    const receive = operation.method === 'GET' ? null : bodyReader(operation, kernel.services.config.dataDir);
    const takesKeys = takesKey(operation);
    return async (ctx) => {
      ctx.state.operationId = operation.id;
      const actor = await admit(ctx, kernel, operation);
      ctx.state.actor = actor;
      const key = takesKeys ? readIdempotencyKey(ctx.req.headers['idempotency-key'] as string | undefined, operation.idempotency === 'required') : null;
      const { params, query } = readParameters(ctx, operation);
      const call: Call = {
        params, query, body: undefined, files: {}, actor, requestId: ctx.state.requestId as string,
        resourceId: operation.mints ? newId(operation.mints) : '', credits: 0,
      };
      await operation.credential?.(params as Record<string, string>, kernel.services);
      if (receive === null) {
        await serve(ctx, kernel, operation, call, { key, body: undefined });
        return;
      }
      // Checked before the body is received, because the files of a form are written to the disk.
      if (needsSpace(operation) && takesFiles(operation.request.body)) await requireDiskSpace(kernel.services.config);
      const { body, files, identity, dispose } = await receive(ctx);
      try {
        await serve(ctx, kernel, operation, { ...call, body, files }, { key, body: identity });
      } finally {
        await dispose();
      }
    };
  };
}
