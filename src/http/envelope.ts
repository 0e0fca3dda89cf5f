import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '../errors/catalogue.js';
import type { ApiError } from '../errors/api-error.js';

const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** The caller's X-Request-Id when it is well-formed, else a new one; Node keeps random UUIDs in store, but no other random bytes. */
export function requestIdFrom(header: string | string[] | undefined): string {
  return typeof header === 'string' && REQUEST_ID.test(header) ? header : `req_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
}

/** The body of every error answer. */
export interface ErrorEnvelope {
  error: { code: ErrorCode; message: string; requestId: string; details?: Record<string, unknown> };
}

export function envelopeOf(refusal: ApiError, requestId: string): ErrorEnvelope {
  const { code, message, details } = refusal;
  return { error: { code, message, requestId, ...(details ? { details } : {}) } };
}
