import type { Database, Db } from '../../../db/database.js';
import { ApiError } from '../../../errors/api-error.js';
import { workRunId } from '../../../works/ids.js';
import { deleteWorks, IS_OPEN, lockOpenWork } from '../../../works/work-store.js';
import { deleteReads, listLiveReleases, listOpenRenders } from './delete-reads-store.js';
import { DRAFT, sceneKeyOf } from '../../scripts/drafts/draft-model.js';
import { PARSE } from '../../scripts/parsing/parse-work.js';
import type { VersionRow } from '../../scripts/script-model.js';
import { listVersions } from '../../scripts/version-store.js';

/** Open work that needs a script, or an episode that is made of it and is published or scheduled. */
export interface ScriptUse { kind: 'job' | 'finalize' | 'release'; id: string; status: string; scriptUploadId: string }

/** What remains to be deleted or cancelled outside the database after a deletion. */
export interface Deleted { versions: VersionRow[]; objectKeys: string[]; runIds: string[] }

/** Kinds of free work on a version; their rows are deleted with the version. */
const VERSION_WORK = [PARSE, DRAFT];

async function requireUnused(tx: Db, accountId: string, ids: readonly string[]): Promise<void> {
  const uses = await tx.query<ScriptUse>(
    `SELECT 'job' AS kind, j.id, w.status, j.script_upload_id AS "scriptUploadId" FROM jobs j JOIN works w ON w.id = j.id
     WHERE j.account_id = $1 AND j.script_upload_id = ANY($2) AND w.${IS_OPEN} ORDER BY j.id`, [accountId, ids]);
  uses.push(...await listOpenRenders(tx, ids), ...await listLiveReleases(tx, ids));
  if (uses.length > 0) throw new ApiError('script_in_use', `the script is in use by running work or by episodes; wait for them or cancel them first: ${uses.map(({ id }) => id).join(', ')}`, { uses });
}

/** Marks versions as deleted and removes their words from the database. The caller deletes their objects after the commit. */
async function deleteVersions(tx: Db, versions: VersionRow[]): Promise<Deleted> {
  const ids = versions.map(({ id }) => id);
  const edits = await tx.query<{ key: string }>(
    'SELECT snapshot_key AS key FROM script_line_edits WHERE version_id = ANY($1)', [ids]);
  await tx.query('DELETE FROM script_line_edits WHERE version_id = ANY($1)', [ids]);
  const drafts = await tx.query<{ id: string; completed: number }>(
    'DELETE FROM script_drafts WHERE version_id = ANY($1) RETURNING version_id AS id, completed', [ids]);
  await tx.query(
    `UPDATE script_versions SET deleted_at = now(), updated_at = now(), title = '', overrides = '{}', parse_failure = NULL, source_id = NULL
     WHERE id = ANY($1)`, [ids]);
  const reads = await deleteReads(tx, ids);
  const stored = versions.flatMap(({ contentKey, modelKey, linesKey }) => [contentKey, modelKey, linesKey]);
  const runIds = (await deleteWorks(tx, VERSION_WORK, ids)).map(workRunId);
  const scenes = drafts.map(({ id, completed }) => sceneKeyOf(id, completed));
  return { versions, runIds, objectKeys: [...scenes, ...stored.filter((key) => key !== null), ...edits.map(({ key }) => key), ...reads] };
}

async function lockScript(tx: Db, accountId: string, scriptId: string): Promise<VersionRow[]> {
  const rows = await tx.query(
    'SELECT id FROM scripts WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL FOR UPDATE', [scriptId, accountId]);
  if (rows.length === 0) throw new ApiError('script_not_found');
  const ids = (await listVersions(tx, scriptId)).map(({ id }) => id);
  // Lock order: the work first, the version second.
  await lockOpenWork(tx, VERSION_WORK, ids);
  await tx.query('SELECT id FROM script_versions WHERE script_id = $1 ORDER BY id FOR UPDATE', [scriptId]);
  return listVersions(tx, scriptId);
}

/** Deletes a script with all its versions. Raises `script_not_found`, `script_in_use`. */
export async function deleteScript(db: Database, accountId: string, scriptId: string): Promise<Deleted> {
  return db.transaction(async (tx) => {
    const versions = await lockScript(tx, accountId, scriptId);
    await requireUnused(tx, accountId, [scriptId, ...versions.map(({ id }) => id)]);
    await tx.query(
      `UPDATE scripts SET deleted_at = now(), updated_at = now(), title = '', slug = '', logline = NULL, format = NULL, genre = NULL
       WHERE id = $1`, [scriptId]);
    return deleteVersions(tx, versions);
  });
}

/** Deletes a version, which must not be the script's only one. Raises `script_not_found`, `script_in_use`, `script_state_invalid`. */
export async function deleteVersion(db: Database, accountId: string, scriptId: string, versionId: string): Promise<Deleted> {
  return db.transaction(async (tx) => {
    const versions = await lockScript(tx, accountId, scriptId);
    const version = versions.find(({ id }) => id === versionId);
    if (!version) throw new ApiError('script_not_found', 'the script has no such version');
    await requireUnused(tx, accountId, [versionId]);
    if (versions.length === 1) {
      throw new ApiError('script_state_invalid', 'the only version of a script cannot be deleted; delete the script', { reason: 'only_version' });
    }
    await tx.query('UPDATE scripts SET updated_at = now() WHERE id = $1', [scriptId]);
    return deleteVersions(tx, [version]);
  });
}
