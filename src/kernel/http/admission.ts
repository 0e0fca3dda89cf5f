import type { Context } from 'koa';
import { parseApiKey } from '../access/api-keys.js';
import { ApiError } from '../errors/api-error.js';
import type { Services } from '../services.js';
import { requireScopes, type Authenticator } from './authenticate.js';
import { clientAddress, countedAddress } from './requests/client-address.js';
import type { Actor, Operation } from './operations/operation.js';
import { rateHeaders, type RateLimiter, type RateVerdict } from './limits/rate-limit.js';

export interface Admission { services: Services; authenticator: Authenticator; rates: RateLimiter }

const ANONYMOUS: Actor = { accountId: '', keyId: '', scopes: [], rateTier: 'default' };

/** First segment of the path; operations with the same one share a rate limit. */
const firstSegmentOf = (operation: Operation): string => operation.path.split('/')[1]!;

/** Counts a request against a bucket; with `cost` 0 it only checks. Raises `rate_limited` when the limit is exceeded. */
export function countRequest(ctx: Context, { rates }: Pick<Admission, 'rates'>, bucket: string, limit: number, cost = 1): void {
  const verdict = rates.hit(bucket, limit, cost);
  ctx.set(rateHeaders(verdict));
  requireAllowed(verdict);
}

/** The name under which an Authorization header is counted: the prefix of its key, or `none` for everything that is not a key. */
const namedKey = (header: string | undefined): string => parseApiKey(/^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? '')?.prefix ?? 'none';

/** Factor on the limit of one key. An address with more failures than this, with whatever keys, is refused with any key. */
const ALL_KEYS = 10;

/**
 * The caller behind an Authorization header. A failed authentication counts against the address with the named key, so that one wrong key behind an address
 * does not lock out the others, and with a wider limit against the address alone.
 */
export async function verifyCaller(ctx: Context, admission: Admission, header: string | undefined): Promise<Actor> {
  const { config } = admission.services;
  const address = clientAddress(ctx.req, config.trustedProxyHops);
  const failures = `ip:${countedAddress(address)}:failed-authentication`;
  const buckets = [
    { bucket: failures, limit: ALL_KEYS * config.rateLimitDefault }, { bucket: `${failures}:${namedKey(header)}`, limit: config.rateLimitDefault },
  ];
  for (const { bucket, limit } of buckets) countRequest(ctx, admission, bucket, limit, 0);
  try {
    return await admission.authenticator.authenticate(header, address);
  } catch (error) {
    if (error instanceof ApiError) for (const { bucket, limit } of buckets) countRequest(ctx, admission, bucket, limit);
    throw error;
  }
}

/** The limit of requests per minute of a caller for operations of this kind, and the bucket that counts them. */
export function allowanceOf(actor: Actor, address: string, operation: Operation, config: Services['config']): { bucket: string; limit: number } {
  return {
    bucket: `key:${actor.keyId}:${countedAddress(address)}:${firstSegmentOf(operation)}`,
    limit: actor.rateTier === 'elevated' ? config.rateLimitElevated : config.rateLimitDefault,
  };
}

/** Raises `rate_limited` when the verdict does not allow the request. */
export function requireAllowed({ allowed, limit, resetSeconds }: RateVerdict): void {
  if (allowed) return;
  throw new ApiError('rate_limited', `more than ${limit} requests in a minute`, { retryAfterSeconds: resetSeconds },
    { 'Retry-After': String(resetSeconds) });
}

/**
 * Checks credential, account and address, then scopes, then the rate limit. Failed authentication counts against the address; a
 * call with missing scopes counts against its key like any other.
 */
export async function admit(ctx: Context, admission: Admission, operation: Operation): Promise<Actor> {
  const { config } = admission.services;
  const address = clientAddress(ctx.req, config.trustedProxyHops);
  if (operation.public) {
    countRequest(ctx, admission, `ip:${countedAddress(address)}:${firstSegmentOf(operation)}`, config.rateLimitDefault);
    return ANONYMOUS;
  }
  const actor = await verifyCaller(ctx, admission, ctx.get('authorization') || undefined);
  const { bucket, limit } = allowanceOf(actor, address, operation, config);
  try {
    requireScopes(actor, operation.scopes);
  } catch (error) {
    countRequest(ctx, admission, bucket, limit);
    throw error;
  }
  countRequest(ctx, admission, bucket, limit);
  return actor;
}
