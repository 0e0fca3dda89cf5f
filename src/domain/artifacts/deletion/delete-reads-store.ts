import type { Db } from '../../../db/database.js';
import { deleteSettings } from '../../../families/settings/settings-store.js';
import { IS_OPEN } from '../../../works/work-store.js';
import { ARTIFACT_SUBJECT } from '../overlays/overlay.js';
import { performanceAudioKey } from '../performance/performance-keys.js';

/** Table reads of these versions whose MP3 is being made: their credits are on hold. */
export async function listOpenRenders(tx: Db, versionIds: readonly string[]) {
  return tx.query<{ kind: 'finalize'; id: string; status: string; scriptUploadId: string }>(
    `SELECT w.kind, w.subject_id AS id, w.status, j.script_upload_id AS "scriptUploadId"
     FROM works w JOIN artifacts a ON a.id = w.subject_id JOIN jobs j ON j.id = a.job_id
     WHERE j.script_upload_id = ANY($1) AND w.credits_reserved > 0 AND w.${IS_OPEN} ORDER BY w.subject_id`, [versionIds]);
}

/** Published and scheduled episodes that were made of reads of these versions. */
export async function listLiveReleases(tx: Db, versionIds: readonly string[]) {
  return tx.query<{ kind: 'release'; id: string; status: string; scriptUploadId: string }>(
    `SELECT 'release' AS kind, r.id, r.status, j.script_upload_id AS "scriptUploadId"
     FROM publishing_releases r JOIN artifacts a ON a.id = r.source_artifact_id JOIN jobs j ON j.id = a.job_id
     WHERE j.script_upload_id = ANY($1) AND r.status IN ('scheduled', 'published') ORDER BY r.id`, [versionIds]);
}

/**
 * Deletes the table reads of versions, and their share links with them. Their jobs stay, because the ledger refers to them.
 * Returns the keys of the objects that only these reads used; voiced lines belong to the cache and stay.
 */
export async function deleteReads(tx: Db, versionIds: readonly string[]): Promise<string[]> {
  const of = `artifact_id IN (SELECT a.id FROM artifacts a JOIN jobs j ON j.id = a.job_id WHERE j.script_upload_id = ANY($1))`;
  const keys = await tx.query<{ key: string }>(
    `SELECT chunk_key AS key FROM performance_lines WHERE ${of} UNION SELECT media_key FROM recordings WHERE ${of}`,
    [versionIds]);
  const revisions = await tx.query<{ artifactId: string; revision: number; scriptKey: string }>(
    `SELECT artifact_id AS "artifactId", revision, content->>'scriptKey' AS "scriptKey" FROM artifact_revisions WHERE ${of}`, [versionIds]);
  const adopted = await tx.query<{ key: string }>(
    'SELECT screenplay_key AS key FROM jobs WHERE script_upload_id = ANY($1) AND screenplay_key IS NOT NULL', [versionIds]);
  const deleted = await tx.query<{ id: string }>(
    'DELETE FROM artifacts WHERE job_id IN (SELECT id FROM jobs WHERE script_upload_id = ANY($1)) RETURNING id', [versionIds]);
  for (const { id } of deleted) await deleteSettings(tx, { type: ARTIFACT_SUBJECT, id });
  const screenplays = await withoutUses(tx, [...revisions.map(({ scriptKey }) => scriptKey), ...adopted.map(({ key }) => key)], versionIds);
  return [
    ...keys.map(({ key }) => key), ...revisions.map(({ artifactId, revision }) => performanceAudioKey(artifactId, revision)), ...screenplays,
  ];
}

/** Leaves out screenplays that other reads use: they are stored under their hash, so two scripts with the same words share one. */
async function withoutUses(tx: Db, keys: readonly string[], versionIds: readonly string[]): Promise<string[]> {
  const used = await tx.query<{ key: string }>(
    `SELECT content->>'scriptKey' AS key FROM artifact_revisions WHERE content->>'scriptKey' = ANY($1)
     UNION SELECT screenplay_key FROM jobs WHERE screenplay_key = ANY($1) AND script_upload_id <> ALL($2)`, [keys, versionIds]);
  return [...new Set(keys)].filter((key) => !used.some((other) => other.key === key));
}
