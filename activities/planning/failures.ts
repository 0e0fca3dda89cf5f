import { ApplicationFailure, CancelledFailure } from '@temporalio/activity';
import { ProviderBackoff, ProviderFailure } from '../../src/adapters/failures.js';
import type { ErrorCode } from '../../src/errors/catalogue.js';
import { ApiError } from '../../src/errors/api-error.js';

/**
 * The failure an activity throws for an error: a refusal is final under its own code, a provider that asks for time gets it,
 * a provider failure that a repeat cannot mend is final under `code`; anything else is retried.
 */
export function asActivityFailure(error: unknown, code: ErrorCode): Error {
  if (error instanceof ApplicationFailure || error instanceof CancelledFailure) return error;
  if (error instanceof ApiError && error.status < 500) return ApplicationFailure.nonRetryable(error.message, error.code);
  if (error instanceof ProviderBackoff) {
    return ApplicationFailure.create({
      type: 'provider_backoff', message: error.message, nextRetryDelay: error.retryAfterMs, details: [{ provider: error.provider }], cause: error,
    });
  }
  if (error instanceof ProviderFailure) {
    return ApplicationFailure.create({ type: code, message: error.message, nonRetryable: !error.retryable, cause: error });
  }
  return error instanceof Error ? error : new Error(String(error));
}
