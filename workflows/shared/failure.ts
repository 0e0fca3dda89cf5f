import { ActivityFailure, ApplicationFailure, ChildWorkflowFailure } from '@temporalio/workflow';
import type { WorkFailure } from '../../src/kernel/works/model.js';

export const BACKOFF = 'provider_backoff';

function causeOf(error: unknown): unknown {
  return error instanceof ActivityFailure || error instanceof ChildWorkflowFailure ? causeOf(error.cause) : error;
}

const OURS: WorkFailure = { code: 'artifact_generation_failed', message: 'Something went wrong on our side; try it again.' };

/**
 * The code and message of an activity's failure. Any other error is a defect of the server: it becomes `ours`, without the error's
 * message, which is for the log and not for the caller.
 */
export function failureOf(error: unknown, ours = OURS): WorkFailure {
  const cause = causeOf(error);
  if (!(cause instanceof ApplicationFailure) || !/^[a-z]+(?:_[a-z]+)+$/.test(cause.type ?? '')) {
    return ours;
  }
  if (cause.type === BACKOFF) return { code: 'artifact_generation_failed', message: `Gave up waiting: ${cause.message}.` };
  const details = cause.details?.[0] as Record<string, unknown> | undefined;
  return { code: cause.type!, message: cause.message, ...(details ? { details } : {}) };
}

/** How long a provider asked to wait, in ms; null for any other failure. */
export function backoffOf(error: unknown): number | null {
  const cause = causeOf(error);
  if (!(cause instanceof ApplicationFailure) || cause.type !== BACKOFF) return null;
  return (cause.details?.[0] as { waitMs: number }).waitMs;
}
