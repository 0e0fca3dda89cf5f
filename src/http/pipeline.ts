import type { Context, Middleware } from 'koa';
import { newId } from '../db/ids.js';
import { ApiError } from '../errors/api-error.js';
import type { Services } from '../services.js';
import type { Authenticator } from './authenticate.js';
import { requireScopes } from './authenticate.js';
import { readJsonBody } from './body.js';
import { clientAddress } from './client-address.js';
import { fingerprintOf, readIdempotencyKey, type IdempotencyStore, type StoredAnswer } from './idempotency.js';
import { Reply, TextAnswer, type SuccessStatus } from './answers.js';
import { checkError, checkReply } from './conformity.js';
import { takesKey, type Actor, type Call, type Operation } from './operation.js';
import { rateHeaders, type RateLimiter } from './rate-limit.js';
import { validateInput } from './validation.js';

export interface Kernel { services: Services; authenticator: Authenticator; rates: RateLimiter; idempotency: IdempotencyStore }

const ANONYMOUS: Actor = { accountId: '', keyId: '', scopes: [], rateTier: 'default' };

/** First path segment: operations on one resource share a budget (specification 8). */
const familyOf = (operation: Operation): string => operation.path.split('/')[1]!;

function countRequest(ctx: Context, kernel: Kernel, bucket: string, limit: number, cost = 1): void {
  const verdict = kernel.rates.hit(bucket, limit, cost);
  ctx.set(rateHeaders(verdict));
  if (!verdict.allowed) {
    throw new ApiError('rate_limited', `more than ${limit} requests in a minute`, { retryAfterSeconds: verdict.resetSeconds },
      { 'Retry-After': String(verdict.resetSeconds) });
  }
}

/** Credential, account and address, then scopes, then rate limit. Failed attempts are throttled by address. */
async function admit(ctx: Context, kernel: Kernel, operation: Operation): Promise<Actor> {
  const { config } = kernel.services;
  const address = clientAddress(ctx.req, config.trustedProxyHops);
  if (operation.public) {
    countRequest(ctx, kernel, `ip:${address}:${familyOf(operation)}`, config.rateLimitDefault);
    return ANONYMOUS;
  }
  const failures = `ip:${address}:failed-authentication`;
  countRequest(ctx, kernel, failures, config.rateLimitDefault, 0);
  let actor: Actor;
  try {
    actor = await kernel.authenticator.authenticate(ctx.get('authorization') || undefined, address);
  } catch (error) {
    if (error instanceof ApiError) countRequest(ctx, kernel, failures, config.rateLimitDefault);
    throw error;
  }
  const limit = actor.rateTier === 'elevated' ? config.rateLimitElevated : config.rateLimitDefault;
  const bucket = `key:${actor.keyId}:${address}:${familyOf(operation)}`;
  ctx.set(rateHeaders(kernel.rates.hit(bucket, limit, 0)));
  requireScopes(actor, operation.scopes);
  countRequest(ctx, kernel, bucket, limit);
  return actor;
}

async function readInput(ctx: Context, operation: Operation): Promise<{ params: unknown; query: unknown; body: unknown }> {
  const { request } = operation;
  const params: unknown = { ...(ctx.params as object) };
  if (request.params) validateInput(request.params, params, 'path');
  const query: unknown = { ...ctx.query };
  if (request.query) validateInput(request.query, query, 'query');
  else if (Object.keys(ctx.query).length > 0) {
    const field = Object.keys(ctx.query)[0]!;
    throw new ApiError('validation_failed', `${field} is not a query parameter of this operation`, { field });
  }
  let body: unknown;
  if (operation.method !== 'GET') {
    body = await readJsonBody(ctx, operation.maxBodyBytes);
    if (request.body) {
      body ??= {};
      validateInput(request.body, body, 'body');
    } else if (body !== undefined && (typeof body !== 'object' || body === null || Object.keys(body).length > 0)) {
      throw new ApiError('validation_failed', 'this operation takes no body', { field: 'body' });
    }
  }
  return { params, query, body };
}

const statusesOf = (operation: Operation): SuccessStatus[] => Object.keys(operation.response).map(Number) as SuccessStatus[];

/** Finds what the path names, from left to right: a source is looked for only in a project that is there. */
async function loadSubjects(services: Services, { subjects }: Operation, { actor, params }: Call): Promise<object> {
  const loaded = {};
  for (const { load } of subjects) Object.assign(loaded, await load(services, actor, params as Record<string, string>));
  return loaded;
}

/** Calls the handler; what it answers or refuses must be declared. */
async function perform(kernel: Kernel, operation: Operation, call: Call): Promise<Reply> {
  const { services } = kernel;
  try {
    const loaded = await loadSubjects(services, operation, call);
    const outcome = await operation.handle({ ...call, ...loaded }, services);
    const reply = outcome instanceof Reply ? outcome : new Reply(statusesOf(operation)[0]!, outcome);
    checkReply(services, operation, reply);
    return reply;
  } catch (error) {
    if (error instanceof ApiError) checkError(services, operation, error);
    throw error;
  }
}

/** The answer as it is kept for a repeat and sent. */
const storedForm = ({ status, body }: Reply): StoredAnswer => ({ status, body: typeof body === 'string' ? body : JSON.stringify(body) });

function send(ctx: Context, operation: Operation, { status, body }: StoredAnswer): void {
  const kind = operation.response[status as SuccessStatus];
  ctx.status = status;
  ctx.set('Cache-Control', 'no-store');
  ctx.type = kind instanceof TextAnswer ? kind.contentType : 'application/json';
  ctx.body = body;
}

/** The one path every operation takes; the order of refusals is fixed (route, credential, scopes, rate, key, input, state). */
export function serveOperation(kernel: Kernel): (operation: Operation) => Middleware {
  return (operation) => async (ctx) => {
    ctx.state.operationId = operation.id;
    const actor = await admit(ctx, kernel, operation);
    ctx.state.actor = actor;
    const key = !takesKey(operation)
      ? null : readIdempotencyKey(ctx.get('idempotency-key') || undefined, operation.idempotency === 'required');
    const input = await readInput(ctx, operation);
    const requestId = ctx.state.requestId as string;
    const freshId = operation.mints ? newId(operation.mints) : '';
    const call: Call = { ...input, actor, requestId, resourceId: freshId };
    await operation.check?.(call, kernel.services);
    const run = async (resourceId: string): Promise<StoredAnswer> => storedForm(await perform(kernel, operation, { ...call, resourceId }));
    if (key === null) {
      send(ctx, operation, await run(freshId));
      return;
    }
    const fingerprint = fingerprintOf(operation.method, ctx.path, input.body);
    const claim = await kernel.idempotency.claim(actor.accountId, key, fingerprint, freshId);
    if (claim.kind === 'replay') {
      ctx.set('Idempotency-Replayed', 'true');
      send(ctx, operation, claim.answer);
      return;
    }
    const { faults } = kernel.services;
    let answer: StoredAnswer;
    try {
      answer = await run(claim.resourceId);
      await faults.reach('idem.before_complete');
      await kernel.idempotency.complete(actor.accountId, key, answer);
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) await kernel.idempotency.free(actor.accountId, key);
      else await kernel.idempotency.surrender(actor.accountId, key);
      throw error;
    }
    await faults.reach('idem.after_commit_before_send');
    send(ctx, operation, answer);
  };
}
