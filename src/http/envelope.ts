import { randomBytes } from 'node:crypto';
import type { ErrorCode } from '../errors/catalogue.js';
import type { Refusal } from '../errors/refusal.js';

const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** The caller's X-Request-Id when it is well-formed, else a new one. */
export function requestIdFrom(header: string | string[] | undefined): string {
  return typeof header === 'string' && REQUEST_ID.test(header) ? header : `req_${randomBytes(12).toString('hex')}`;
}

/** Specification section 7. */
export interface ErrorEnvelope {
  error: { code: ErrorCode; message: string; requestId: string; details?: Record<string, unknown> };
}

export function envelopeOf(refusal: Refusal, requestId: string): ErrorEnvelope {
  const { code, message, details } = refusal;
  return { error: { code, message, requestId, ...(details ? { details } : {}) } };
}
