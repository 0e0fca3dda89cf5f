import type { ErrorCode } from '../../errors/catalogue.js';
import { takesKey, type Operation } from './operation.js';

/** Every code that an operation can answer: its own, and those of the pipeline. */
export function errorCodesOf(operation: Operation): ErrorCode[] {
  const codes: ErrorCode[] = ['rate_limited', 'validation_failed', 'internal_error'];
  if (!operation.public) {
    codes.push('authentication_required', 'invalid_api_key', 'api_key_revoked', 'api_key_expired', 'account_disabled',
      'ip_not_allowed', 'insufficient_scope');
  }
  if (takesKey(operation)) codes.push('idempotency_conflict');
  if (operation.idempotency === 'required') codes.push('idempotency_key_required');
  return [...new Set([...codes, ...operation.errors])];
}
