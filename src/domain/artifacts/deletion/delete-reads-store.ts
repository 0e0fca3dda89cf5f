import type { Db } from '../../../kernel/db/database.js';
import { directedReadKey, type DirectedRead } from '../directed-read.js';
import { listClipObjects } from '../clips/clip-store.js';
import { listFilmObjects } from '../film/film-store.js';
import { buildManifestKeyOf, listRecordedFiles } from '../finalize/recording-store.js';
import { listMixObjects } from '../live-mix/live-mix-store.js';
import { listPieceObjects } from '../music/served-piece-store.js';
import { performanceAudioKey, performanceWordsKey } from '../performance/performance-keys.js';
import { chosenLinesKey } from '../performance/chosen-lines-key.js';
import { pinnedKey } from '../pictures/read-pictures.js';

/**
 * Deletes the table reads of versions, and with them their share links. Their jobs stay, because the ledger refers to them. Returns the ids of the reads and
 * the keys of the objects that only they used; voiced lines belong to the cache and stay. The caller deletes the settings of the reads, which the order of
 * locks puts later.
 */
export async function deleteReads(tx: Db, versionIds: readonly string[]): Promise<{ artifactIds: string[]; objectKeys: string[] }> {
  const of = `artifact_id IN (SELECT a.id FROM artifacts a JOIN jobs j ON j.id = a.job_id WHERE j.script_upload_id = ANY($1))`;
  const keys = await tx.query<{ key: string }>(
    `SELECT chunk_key AS key FROM performance_lines WHERE ${of}`, [versionIds]);
  const films = [...await listFilmObjects(tx, of, [versionIds]), ...await listClipObjects(tx, of, [versionIds])];
  const pieces = await listPieceObjects(tx, of, [versionIds]);
  const recordings = await listRecordedFiles(tx, of, [versionIds]);
  const mixed = await listMixObjects(tx, of, [versionIds]);
  const revisions = await tx.query<{ artifactId: string; revision: number; title: string; content: Omit<DirectedRead, 'title'> }>(
    `SELECT artifact_id AS "artifactId", revision, title, content FROM artifact_revisions WHERE ${of}`, [versionIds]);
  const withdrawn = await listWithdrawn(tx, versionIds);
  const adopted = await tx.query<{ key: string }>(
    'SELECT screenplay_key AS key FROM jobs WHERE script_upload_id = ANY($1) AND screenplay_key IS NOT NULL', [versionIds]);
  const deleted = await tx.query<{ id: string }>(
    'DELETE FROM artifacts WHERE job_id IN (SELECT id FROM jobs WHERE script_upload_id = ANY($1)) RETURNING id', [versionIds]);
  const screenplays = await withoutUses(tx, [...revisions.map(({ content }) => content.scriptKey), ...adopted.map(({ key }) => key)], versionIds);
  const objectKeys = [
    ...keys.map(({ key }) => key), ...mixed, ...pieces, ...screenplays, ...films,
    ...revisions.flatMap(({ artifactId, revision }) => [
      performanceAudioKey(artifactId, revision), performanceWordsKey(artifactId, revision), chosenLinesKey(artifactId, revision),
      pinnedKey({ artifactId, revision }),
    ]),
    ...revisions.map(({ title, content }) => directedReadKey({ title, ...content })), ...withdrawn,
    ...recordings.flatMap(({ artifactId, revision, sha256, key }) => [key, buildManifestKeyOf(artifactId, revision, sha256)]),
  ];
  return { artifactIds: deleted.map(({ id }) => id), objectKeys };
}

/** Objects of withdrawn episodes of these versions that no other episode uses: their audio, their film, and the times of their words. */
async function listWithdrawn(tx: Db, versionIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ key: string }>(
    `WITH gone AS (
       SELECT x.token, x.media_key, x.programme_key, x.film->>'mediaKey' AS film_key FROM publishing_assets x JOIN publishing_releases r ON r.id = x.release_id
       JOIN artifacts a ON a.id = r.source_artifact_id JOIN jobs j ON j.id = a.job_id
       WHERE j.script_upload_id = ANY($1) AND r.status = 'cancelled')
     SELECT media_key AS key FROM gone WHERE NOT EXISTS (
       SELECT 1 FROM publishing_assets x WHERE x.media_key = gone.media_key AND x.token NOT IN (SELECT token FROM gone))
     UNION SELECT programme_key FROM gone WHERE NOT EXISTS (
       SELECT 1 FROM publishing_assets x WHERE x.programme_key = gone.programme_key AND x.token NOT IN (SELECT token FROM gone))
     UNION SELECT film_key FROM gone WHERE film_key IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM publishing_assets x WHERE x.film->>'mediaKey' = gone.film_key AND x.token NOT IN (SELECT token FROM gone))`, [versionIds]);
  return rows.map(({ key }) => key);
}

/** Leaves out screenplays that other reads use: they are stored under their hash, so two scripts with the same words share one. */
async function withoutUses(tx: Db, keys: readonly string[], versionIds: readonly string[]): Promise<string[]> {
  const used = await tx.query<{ key: string }>(
    `SELECT content->>'scriptKey' AS key FROM artifact_revisions WHERE content->>'scriptKey' = ANY($1)
     UNION SELECT screenplay_key FROM jobs WHERE screenplay_key = ANY($1) AND script_upload_id <> ALL($2)`, [keys, versionIds]);
  return [...new Set(keys)].filter((key) => !used.some((other) => other.key === key));
}
