import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { detachSource } from '../attach.js';
import type { CaptureRow } from './capture-store.js';

/** Removes the source of a capture; does nothing when the capture has none or it was deleted already. */
export async function removeSource(services: Services, { accountId, projectId, sourceId }: Pick<CaptureRow, 'accountId' | 'projectId' | 'sourceId'>): Promise<void> {
  if (sourceId === null) return;
  await detachSource(services, accountId, projectId, sourceId).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'source_not_found') throw error;
  });
}
