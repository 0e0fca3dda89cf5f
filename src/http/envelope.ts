import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '../errors/catalogue.js';
import type { ApiError } from '../errors/api-error.js';

const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** The caller's X-Request-Id if it is well-formed, else a new id. Made of a UUID, because Node caches random bytes for those only. */
export function requestIdFrom(header: string | string[] | undefined): string {
  return typeof header === 'string' && REQUEST_ID.test(header) ? header : `req_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
}

/** The body of every error answer. */
export interface ErrorEnvelope {
  error: { code: ErrorCode; message: string; requestId: string; details?: Record<string, unknown> };
}

export function envelopeOf(problem: ApiError, requestId: string): ErrorEnvelope {
  const { code, message, details } = problem;
  return { error: { code, message, requestId, ...(details ? { details } : {}) } };
}
