import { ApplicationFailure, CancelledFailure } from '@temporalio/activity';
import { ProviderBackoff, ProviderFailure } from '../../src/craft/failures.js';
import type { ErrorCode } from '../../src/kernel/errors/catalogue.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import { OWN_FAILURE } from '../../src/kernel/works/model.js';
import { MakingFailed } from '../../src/kernel/works/step.js';

/**
 * Turns an error into the failure that an activity throws: an `ApiError` and a `MakingFailed` are final with their own code and details, a `ProviderBackoff` is
 * retried after its delay, a permanent provider failure is final with `code`; anything else is retried.
 */
export function asActivityFailure(error: unknown, code: ErrorCode): Error {
  if (error instanceof ApplicationFailure || error instanceof CancelledFailure) return error;
  if (error instanceof ApiError && error.status < 500) {
    const { code: type, message, details } = error;
    return ApplicationFailure.create({ type, message, nonRetryable: true, ...(details ? { details: [details] } : {}) });
  }
  if (error instanceof MakingFailed) return ApplicationFailure.nonRetryable(error.message, error.code);
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

/** Runs a step of a run. Fails for good, without a retry, on an error that only a person can mend. */
export async function endingAtOnce<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw asActivityFailure(error, OWN_FAILURE);
  }
}
