import { ApiError } from '../../kernel/errors/api-error.js';
import type { Services } from '../../kernel/services.js';
import { cancelRunsOfEndedWork, startRow } from '../../kernel/works/request.js';
import { startDigest } from './digest-kind.js';
import { sourceKind } from './source-kind.js';
import type { SourceRow } from './source-model.js';
import { clearAwaySource, storePrepared } from './source-objects.js';
import type { PreparedSource } from './source-request.js';
import { createSource, deleteSource, findSourceById } from './source-store.js';
import { sourceWorkId, type SourceInput } from './source-work.js';

/**
 * Attaches a source: stores its text, inserts its row and its work, and starts the run. A repeat with the same id
 * returns the existing source. While the engine is not available the work waits, and the checker starts it. Raises
 * `project_not_found`.
 */
export async function attachSource(
  services: Services, prepared: PreparedSource, requestId: string, more: Pick<SourceInput, 'screenplay'> = {},
): Promise<SourceRow> {
  const { db, store, faults } = services;
  const { id } = prepared.draft;
  let row = await findSourceById(db, id);
  // If there is a row, an earlier attempt stored the text; storing it again could restore a text that was discarded.
  if (!row) {
    await storePrepared(store, prepared);
    await faults.reach('source.before_insert');
    row = await createSource(db, prepared, requestId, more);
    // The run of another attempt may have discarded the text already; this removes the copy that was stored again.
    await clearAwaySource(services, id);
    if (!row) throw new ApiError('project_not_found');
  }
  if (row.status === 'PENDING') await startRow(services, sourceKind, sourceWorkId(id));
  else if (row.digestStatus === 'PENDING') await startDigest(services, id);
  return row;
}

/** Deletes a source permanently, with its text and original, and ends its open runs. Raises `source_not_found`. */
export async function detachSource(services: Services, accountId: string, projectId: string, sourceId: string): Promise<void> {
  await endDetached(services, sourceId, await deleteSource(services.db, { accountId, projectId, sourceId }));
}

/** Deletes the objects of a deleted source and cancels the runs that its deletion named. */
export async function endDetached(services: Services, sourceId: string, runIds: readonly string[]): Promise<void> {
  await clearAwaySource(services, sourceId);
  await cancelRunsOfEndedWork(services, runIds);
}
