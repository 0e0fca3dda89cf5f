import { ApiError } from '../../../errors/api-error.js';
import type { Services } from '../../../services.js';
import { EngineUnavailable } from '../../../contract/runs.js';
import { scriptWorkflowId } from '../../scripts/script-run.js';
import type { Deleted } from './delete-store.js';
import { deleteObjects } from '../../scripts/script-objects.js';

interface Confirmation { confirmed?: true }

/** Raises `validation_failed` unless the caller confirmed in the query or in the body. */
export function requireConfirmed(...places: Confirmation[]): void {
  if (places.some(({ confirmed }) => confirmed)) return;
  throw new ApiError('validation_failed', 'send confirmed=true in the query, or {"confirmed": true} as the body', { field: 'confirmed' });
}

/** Deletes what deleted versions had stored and stops the runs that still read them. */
export async function dropDeleted({ store, engine, log }: Services, { versions, objectKeys }: Deleted): Promise<void> {
  await deleteObjects(store, objectKeys);
  for (const { id, revision, status } of versions) {
    if (status !== 'pending' && status !== 'parsing') continue;
    try {
      await engine.cancel(scriptWorkflowId(id, revision));
    } catch (error) {
      // The run sees by itself that its version is gone; cancelling only saves its work.
      if (!(error instanceof EngineUnavailable)) throw error;
      log.warn({ versionId: id }, 'the run of a deleted version could not be cancelled');
    }
  }
}
