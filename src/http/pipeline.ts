import type { Context, Middleware } from 'koa';
import { newId } from '../db/ids.js';
import { ApiError } from '../errors/api-error.js';
import type { Services } from '../services.js';
import { admit } from './admission.js';
import type { Reply } from './operations/answers.js';
import type { Authenticator } from './authenticate.js';
import { checkError, checkReply } from './operations/conformity.js';
import type { IdempotencyStore, StoredAnswer } from './limits/idempotency-store.js';
import { fingerprintOf, readIdempotencyKey } from './limits/idempotency.js';
import { takesKey, type Call, type Operation } from './operations/operation.js';
import { quoteOrPerform, splitConfirmation, type PricedCall } from './operations/priced.js';
import type { RateLimiter } from './limits/rate-limit.js';
import { bodyReader } from './requests/read-body.js';
import { sendReply, sendStored, storedForm } from './send.js';
import { validateInput } from './requests/validation.js';

export interface Kernel { services: Services; authenticator: Authenticator; rates: RateLimiter; idempotency: IdempotencyStore }

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

/** Adds the subjects of the path to the call, from left to right, so that a source is only looked up in an existing project. */
async function loadSubjects(services: Services, { subjects }: Operation, call: Call): Promise<void> {
  for (const { load } of subjects) Object.assign(call, await load(services, call.actor, call.params as Record<string, string>));
}

/** Moves the confirmation out of the body of a priced call; the quote is for the rest of the body. */
function pricedCallOf({ id, method }: Operation, path: string, call: Call, usedBy: string): PricedCall {
  const { own, confirmation } = splitConfirmation(call.body);
  call.body = own;
  const { accountId } = call.actor;
  return { quoted: { accountId, operation: id, fingerprint: fingerprintOf(method, path, own) }, confirmation, usedBy };
}

/** Loads the subjects into the call, calls the handler and checks that its answer or error is declared. */
async function perform({ services }: Kernel, operation: Operation, call: Call, priced: PricedCall | null): Promise<Reply> {
  try {
    await loadSubjects(services, operation, call);
    const reply = operation.price && priced
      ? await quoteOrPerform(services, operation.price, call, priced, (credits) => operation.handle({ ...call, credits }, services))
      : await operation.handle(call, services);
    checkReply(services, operation, reply);
    return reply;
  } catch (error) {
    if (error instanceof ApiError) checkError(services, operation, error);
    throw error;
  }
}

interface IdempotentCall { key: string; fingerprint: string }

/** Performs the call once per idempotency key; a repeat gets the stored answer. */
async function performOnce(
  ctx: Context, kernel: Kernel, operation: Operation, call: Call, priced: PricedCall | null, { key, fingerprint }: IdempotentCall,
): Promise<void> {
  const { idempotency, services: { faults } } = kernel;
  const { accountId } = call.actor;
  const claim = await idempotency.claim(accountId, key, fingerprint, call.resourceId);
  if (claim.kind === 'replay') {
    ctx.set('Idempotency-Replayed', 'true');
    sendStored(ctx, operation, claim.answer);
    return;
  }
  let answer: StoredAnswer;
  try {
    const { resourceId } = claim;
    const performed = storedForm(await perform(kernel, operation, { ...call, resourceId }, priced));
    await faults.reach('idem.before_complete');
    answer = await idempotency.complete(claim, performed);
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) await idempotency.releaseClaim(claim);
    else await idempotency.expireLease(claim);
    throw error;
  }
  await faults.reach('idem.after_commit_before_send');
  sendStored(ctx, operation, answer);
}

/** Serves a request whose body was received. */
async function serve(
  ctx: Context, kernel: Kernel, operation: Operation, call: Call, key: string | null, identity: unknown,
): Promise<void> {
  const { method, price, check } = operation;
  const priced = price ? pricedCallOf(operation, ctx.path, call, key ?? call.requestId) : null;
  if (check) await check(call, kernel.services);
  if (key === null) await sendReply(ctx, operation, await perform(kernel, operation, call, priced));
  else await performOnce(ctx, kernel, operation, call, priced, { key, fingerprint: fingerprintOf(method, ctx.path, identity) });
}

/**
 * The pipeline that serves every operation. The order of its checks is fixed: route, credential, scopes, rate limit, idempotency key,
 * input, subjects of the path, state.
 */
export function serveOperation(kernel: Kernel): (operation: Operation) => Middleware {
  return (operation) => {
    const receive = operation.method === 'GET' ? null : bodyReader(operation, kernel.services.config.dataDir);
    const takesKeys = takesKey(operation);
    return async (ctx) => {
      ctx.state.operationId = operation.id;
      const actor = await admit(ctx, kernel, operation);
      ctx.state.actor = actor;
      const key = takesKeys ? readIdempotencyKey(ctx.get('idempotency-key') || undefined, operation.idempotency === 'required') : null;
      const { params, query } = readParameters(ctx, operation);
      const call: Call = {
        params, query, body: undefined, files: {}, actor, requestId: ctx.state.requestId as string,
        resourceId: operation.mints ? newId(operation.mints) : '', credits: 0,
      };
      if (receive === null) {
        await serve(ctx, kernel, operation, call, key, undefined);
        return;
      }
      const { body, files, identity, dispose } = await receive(ctx);
      try {
        await serve(ctx, kernel, operation, { ...call, body, files }, key, identity);
      } finally {
        await dispose();
      }
    };
  };
}
