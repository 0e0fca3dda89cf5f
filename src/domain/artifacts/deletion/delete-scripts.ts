import { ApiError } from '../../../errors/api-error.js';
import type { Services } from '../../../services.js';
import { EngineUnavailable } from '../../../contract/runs.js';
import type { Deleted } from './delete-store.js';
import { deleteObjects } from '../../scripts/script-objects.js';

interface Confirmation { confirmed?: true }

/** Raises `validation_failed` unless the caller confirmed in the query or in the body. */
export function requireConfirmed(...places: Confirmation[]): void {
  if (places.some(({ confirmed }) => confirmed)) return;
  throw new ApiError('validation_failed', 'send confirmed=true in the query, or {"confirmed": true} as the body', { field: 'confirmed' });
}

/** Deletes what deleted versions had stored and stops the runs that still read them. */
export async function dropDeleted({ store, engine, log }: Services, { objectKeys, runIds }: Deleted): Promise<void> {
  await deleteObjects(store, objectKeys);
  for (const runId of runIds) {
    try {
      await engine.cancel(runId);
    } catch (error) {
      // The run finds out by itself that its version is gone; cancelling spares it the work.
      if (!(error instanceof EngineUnavailable)) throw error;
      log.warn({ workflowId: runId }, 'the run of a deleted version could not be cancelled');
    }
  }
}
