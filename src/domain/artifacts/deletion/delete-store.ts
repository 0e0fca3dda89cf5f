import type { DataSource, EntityManager } from 'typeorm';
import { ApiError } from '../../../errors/api-error.js';
import type { JobStatus } from '../../../contract/states.js';
import { forgetReads, rendersUnderWay } from './delete-reads.js';
import { sceneKeyOf } from '../../scripts/drafts/draft-model.js';
import { draftKeyOf, type VersionRow } from '../../scripts/script-model.js';
import { listVersions } from '../../scripts/version-store.js';

/** Jobs in these states still read the script they were started with. */
const RUNNING: readonly JobStatus[] = ['PENDING', 'RESERVED', 'RUNNING', 'PARTIAL'];

/** Something live that needs a script. */
export interface ScriptUse { kind: 'job' | 'finalize'; id: string; status: string; scriptUploadId: string }

export interface Deleted { versions: VersionRow[]; objectKeys: string[] }

async function requireUnused(manager: EntityManager, accountId: string, ids: readonly string[]): Promise<void> {
  const uses = await manager.query(
    `SELECT 'job' AS kind, id, status, script_upload_id AS "scriptUploadId" FROM jobs
     WHERE account_id = $1 AND script_upload_id = ANY($2) AND status = ANY($3) ORDER BY id`, [accountId, ids, RUNNING]) as ScriptUse[];
  uses.push(...await rendersUnderWay(manager, ids));
  if (uses.length > 0) throw new ApiError('script_in_use', `running work still needs the script: ${uses.map(({ id }) => id).join(', ')}`, { uses });
}

/** Marks versions as gone and forgets their words. What they had stored is the caller's to delete once this is committed. */
async function forget(manager: EntityManager, versions: VersionRow[]): Promise<Deleted> {
  const ids = versions.map(({ id }) => id);
  const edits = await manager.query(
    'SELECT snapshot_key AS key FROM script_line_edits WHERE version_id = ANY($1)', [ids]) as { key: string }[];
  await manager.query('DELETE FROM script_line_edits WHERE version_id = ANY($1)', [ids]);
  const [drafts] = await manager.query(
    'DELETE FROM script_drafts WHERE version_id = ANY($1) RETURNING version_id AS id, completed', [ids]) as [{ id: string; completed: number }[], number];
  await manager.query(
    `UPDATE script_versions SET deleted_at = now(), updated_at = now(), title = '', overrides = '{}', parse_failure = NULL, source_id = NULL
     WHERE id = ANY($1)`, [ids]);
  const reads = await forgetReads(manager, ids);
  const stored = versions.flatMap(({ id, contentKey, modelKey, linesKey }) => [contentKey, modelKey, linesKey, draftKeyOf(id)]);
  const scenes = drafts.map(({ id, completed }) => sceneKeyOf(id, completed));
  return { versions, objectKeys: [...scenes, ...stored.filter((key) => key !== null), ...edits.map(({ key }) => key), ...reads] };
}

async function lockScript(manager: EntityManager, accountId: string, scriptId: string): Promise<VersionRow[]> {
  const rows = await manager.query(
    'SELECT id FROM scripts WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL FOR UPDATE', [scriptId, accountId]) as unknown[];
  if (rows.length === 0) throw new ApiError('script_not_found');
  await manager.query('SELECT id FROM script_versions WHERE script_id = $1 ORDER BY id FOR UPDATE', [scriptId]);
  return listVersions(manager, scriptId);
}

/** Deletes a script with all its versions. Raises `script_not_found`, `script_in_use`. */
export async function deleteScript(db: DataSource, accountId: string, scriptId: string): Promise<Deleted> {
  return db.transaction(async (manager) => {
    const versions = await lockScript(manager, accountId, scriptId);
    await requireUnused(manager, accountId, [scriptId, ...versions.map(({ id }) => id)]);
    await manager.query(
      `UPDATE scripts SET deleted_at = now(), updated_at = now(), title = '', slug = '', logline = NULL, format = NULL, genre = NULL
       WHERE id = $1`, [scriptId]);
    return forget(manager, versions);
  });
}

/** Deletes one of several versions. Raises `script_not_found`, `script_in_use`, `script_state_invalid`. */
export async function deleteVersion(db: DataSource, accountId: string, scriptId: string, versionId: string): Promise<Deleted> {
  return db.transaction(async (manager) => {
    const versions = await lockScript(manager, accountId, scriptId);
    const version = versions.find(({ id }) => id === versionId);
    if (!version) throw new ApiError('script_not_found', 'the script has no such version');
    await requireUnused(manager, accountId, [versionId]);
    if (versions.length === 1) {
      throw new ApiError('script_state_invalid', 'the only version of a script cannot be deleted; delete the script', { reason: 'only_version' });
    }
    await manager.query('UPDATE scripts SET updated_at = now() WHERE id = $1', [scriptId]);
    return forget(manager, [version]);
  });
}
