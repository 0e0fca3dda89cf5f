import type { Database, Db } from '../../../kernel/db/database.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { workRunId } from '../../../kernel/works/ids.js';
import { deleteWorks, lockOpenWork } from '../../../kernel/works/work-store.js';
import { deleteReports } from '../../../kernel/families/coverage/coverage-store.js';
import { SCRIPT_SUBJECT } from '../../scripts/script-model.js';
import { deleteRequests } from '../../../kernel/families/candidates/candidate-store.js';
import { madeKeyOf } from '../../../kernel/families/candidates/candidates.js';
import { deleteSettings } from '../../../kernel/families/settings/settings-store.js';
import { ARTIFACT_SUBJECT } from '../overlays/overlay.js';
import { readCoverage } from '../read-coverage.js';
import { boardedRunIds, deleteBoardedDecisions, deleteBoardedFamilies, listBoardedOf, lockBoardedReports, type DeletedRows } from './boarded-rows-store.js';
import { deleteReads } from './delete-reads-store.js';
import { listScriptUses } from './script-uses-store.js';
import { DRAFT, sceneKeyOf } from '../../scripts/drafts/draft-model.js';
import { PARSE } from '../../scripts/parsing/parse-work.js';
import type { VersionRow } from '../../scripts/script-model.js';
import { listVersions } from '../../scripts/version-store.js';

/** What remains to be deleted or cancelled outside the database after a deletion. */
export interface Deleted { versions: VersionRow[]; objectKeys: string[]; runIds: string[] }

/** Kinds of free work on a version; their rows are deleted with the version. */
const VERSION_WORK = [PARSE, DRAFT];

async function requireUnused(tx: Db, accountId: string, ids: readonly string[]): Promise<void> {
  const uses = await listScriptUses(tx, accountId, ids);
  if (uses.length > 0) throw new ApiError('script_in_use', `the script is in use; finish or cancel first: ${uses.map(({ id }) => id).join(', ')}`, { uses });
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
  const boarded = await listBoardedOf(tx, ids);
  for (const { type, ids: subjects } of boarded) await lockBoardedReports(tx, type, subjects);
  const reads = await deleteReads(tx, ids);
  const pictures = await deleteRequests(tx, ARTIFACT_SUBJECT, reads.artifactIds);
  const stored = versions.flatMap(({ contentKey, modelKey, linesKey }) => [contentKey, modelKey, linesKey]);
  const runIds = (await deleteWorks(tx, VERSION_WORK, ids)).map(workRunId);
  const reports = await deleteReports(tx, SCRIPT_SUBJECT, ids);
  const ofReads = await deleteReports(tx, readCoverage.subject, reads.artifactIds);
  const ofFilms: DeletedRows[] = [];
  for (const { type, ids: subjects } of boarded) ofFilms.push(await deleteBoardedFamilies(tx, type, subjects));
  for (const id of reads.artifactIds) await deleteSettings(tx, { type: ARTIFACT_SUBJECT, id });
  for (const { type, ids: subjects } of boarded) await deleteBoardedDecisions(tx, type, subjects);
  const scenes = drafts.map(({ id, completed }) => sceneKeyOf(id, completed));
  const judged = [reports, ofReads, ...ofFilms];
  return {
    versions,
    runIds: [...runIds, ...judged.flatMap((one) => one.runIds), ...boarded.flatMap(({ type, ids: subjects }) => boardedRunIds(type, subjects))],
    objectKeys: [...scenes, ...stored.filter((key) => key !== null), ...edits.map(({ key }) => key), ...reads.objectKeys,
      ...judged.flatMap((one) => one.objectKeys),
      ...pictures.flatMap(({ id, wanted }) => Array.from({ length: wanted }, (_, line) => madeKeyOf(id, line)))],
  };
}

/** Removes failures that may quote these texts from episodes of seasons, which are locked before scripts. */
async function forgetFailures(tx: Db, accountId: string, scriptId: string, versionId: string | null): Promise<void> {
  await tx.query(
    `UPDATE season_run_episodes SET failure_message = NULL, failure_details = NULL WHERE script_upload_id IN (
       SELECT v.id FROM script_versions v JOIN scripts s ON s.id = v.script_id
       WHERE s.id = $1 AND s.account_id = $2 AND ($3::text IS NULL OR v.id = $3))`, [scriptId, accountId, versionId]);
}

async function lockScript(tx: Db, accountId: string, scriptId: string): Promise<VersionRow[]> {
  const rows = await tx.query(
    'SELECT id FROM scripts WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL FOR NO KEY UPDATE', [scriptId, accountId]);
  if (rows.length === 0) throw new ApiError('script_not_found');
  const ids = (await listVersions(tx, scriptId)).map(({ id }) => id);
  await lockOpenWork(tx, VERSION_WORK, ids);
  await tx.query('SELECT id FROM script_versions WHERE script_id = $1 ORDER BY id FOR NO KEY UPDATE', [scriptId]);
  return listVersions(tx, scriptId);
}

/** Deletes a script with all its versions. Raises `script_not_found`, `script_in_use`. */
export async function deleteScript(db: Database, accountId: string, scriptId: string): Promise<Deleted> {
  return db.transaction(async (tx) => {
    await forgetFailures(tx, accountId, scriptId, null);
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
    await forgetFailures(tx, accountId, scriptId, versionId);
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
