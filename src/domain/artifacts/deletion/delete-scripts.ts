import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { cancelRunsOfEndedWork } from '../../../kernel/works/request.js';
import type { Deleted } from './delete-store.js';
import { deleteObjects } from '../../scripts/script-objects.js';

interface Confirmation { confirmed?: true }

/** Raises `validation_failed` unless the query or the body contains the confirmation. */
export function requireConfirmed(...places: Confirmation[]): void {
  if (places.some(({ confirmed }) => confirmed)) return;
  throw new ApiError('validation_failed', 'send confirmed=true in the query, or {"confirmed": true} as the body', { field: 'confirmed' });
}

/** Deletes the stored objects of deleted versions and cancels the runs that still use them. */
export async function cleanUpDeleted(services: Services, { objectKeys, runIds }: Deleted): Promise<void> {
  await deleteObjects(services.store, objectKeys);
  await cancelRunsOfEndedWork(services, runIds);
}
