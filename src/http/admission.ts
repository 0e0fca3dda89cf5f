import type { Context } from 'koa';
import { ApiError } from '../errors/api-error.js';
import type { Services } from '../services.js';
import { requireScopes, type Authenticator } from './authenticate.js';
import { clientAddress } from './requests/client-address.js';
import type { Actor, Operation } from './operations/operation.js';
import { rateHeaders, type RateLimiter } from './limits/rate-limit.js';

interface Gate { services: Services; authenticator: Authenticator; rates: RateLimiter }

const ANONYMOUS: Actor = { accountId: '', keyId: '', scopes: [], rateTier: 'default' };

/** First path segment: operations on one resource share a budget. */
const familyOf = (operation: Operation): string => operation.path.split('/')[1]!;

/** Counts a request (or looks, with `cost` 0). Raises `rate_limited` once the bucket is empty. */
export function countRequest(ctx: Context, { rates }: Pick<Gate, 'rates'>, bucket: string, limit: number, cost = 1): void {
  const verdict = rates.hit(bucket, limit, cost);
  ctx.set(rateHeaders(verdict));
  if (verdict.allowed) return;
  throw new ApiError('rate_limited', `more than ${limit} requests in a minute`, { retryAfterSeconds: verdict.resetSeconds },
    { 'Retry-After': String(verdict.resetSeconds) });
}

/**
 * Credential, account and address, then scopes, then rate limit. Failed attempts count against the address; a call without its
 * scopes counts like any other.
 */
export async function admit(ctx: Context, gate: Gate, operation: Operation): Promise<Actor> {
  const { config } = gate.services;
  const address = clientAddress(ctx.req, config.trustedProxyHops);
  if (operation.public) {
    countRequest(ctx, gate, `ip:${address}:${familyOf(operation)}`, config.rateLimitDefault);
    return ANONYMOUS;
  }
  const failures = `ip:${address}:failed-authentication`;
  countRequest(ctx, gate, failures, config.rateLimitDefault, 0);
  let actor: Actor;
  try {
    actor = await gate.authenticator.authenticate(ctx.get('authorization') || undefined, address);
  } catch (error) {
    if (error instanceof ApiError) countRequest(ctx, gate, failures, config.rateLimitDefault);
    throw error;
  }
  const limit = actor.rateTier === 'elevated' ? config.rateLimitElevated : config.rateLimitDefault;
  const bucket = `key:${actor.keyId}:${address}:${familyOf(operation)}`;
  try {
    requireScopes(actor, operation.scopes);
  } catch (error) {
    countRequest(ctx, gate, bucket, limit);
    throw error;
  }
  countRequest(ctx, gate, bucket, limit);
  return actor;
}
