import type { Db } from '../../kernel/db/database.js';
import { directedReadKey, type DirectedRead } from '../../domain/artifacts/directed-read.js';
import { listClipObjects } from '../../domain/artifacts/clips/clip-store.js';
import { listFilmObjects } from '../../domain/artifacts/film/film-store.js';
import { buildManifestKeyOf, listRecordedFiles } from '../../domain/artifacts/finalize/recording-store.js';
import { listMixObjects } from '../../domain/artifacts/live-mix/live-mix-store.js';
import { listPieceObjects } from '../../domain/artifacts/music/served-piece-store.js';
import { performanceAudioKey, performanceWordsKey } from '../../domain/artifacts/performance/performance-keys.js';
import { chosenLinesKey } from '../../domain/artifacts/performance/chosen-lines-key.js';
import { pinnedKey } from '../../domain/artifacts/pictures/read-pictures.js';
import { draftKeyOf } from '../../domain/canon/bible/generation-kind.js';
import { lookKey, seedKey } from '../../domain/canon/looks/look-store.js';
import { OUTLINE } from '../../domain/canon/outlines/outline-store.js';
import { outlineKeyOf } from '../../domain/canon/outlines/outline-kind.js';
import { sceneKeyOf } from '../../domain/scripts/drafts/draft-model.js';
import { frameKeyOf, uploadKeyOf } from '../../domain/sources/captures/capture-objects.js';
import { keysOf } from '../../domain/sources/source-model.js';
import { madeKeyOf } from '../../kernel/families/candidates/candidates.js';
import { documentKey, judgementKey } from '../../kernel/families/coverage/coverage-objects.js';

type Stored = Pick<Db, 'query'>;

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Stored objects whose key contains the id of a row of the project. */
async function ownKeys(db: Stored, projectId: string): Promise<string[]> {
  const read = <T extends object>(sql: string): Promise<T[]> => db.query<T>(sql, [projectId]);
  const sources = await read<{ id: string }>('SELECT id FROM sources WHERE project_id = $1');
  const captures = await read<{ id: string; frames: number }>('SELECT id, frame_count AS frames FROM captures WHERE project_id = $1');
  const bibles = await read<{ id: string }>('SELECT id FROM bible_generations WHERE project_id = $1');
  const outlines = await read<{ id: string }>(`SELECT DISTINCT subject_id AS id FROM works WHERE project_id = $1 AND kind = '${OUTLINE}'`);
  const candidates = await read<{ id: string; lines: number }>(
    'SELECT r.id, w.line_count AS lines FROM candidate_requests r JOIN works w ON w.id = r.work_id WHERE r.project_id = $1');
  const scenes = await read<{ id: string; completed: number }>(
    `SELECT d.version_id AS id, d.completed FROM script_drafts d JOIN script_versions v ON v.id = d.version_id JOIN scripts s ON s.id = v.script_id
     WHERE s.project_id = $1`);
  const named = await read<{ key: string }>(
    `SELECT unnest(ARRAY[v.content_key, v.model_key, v.lines_key]) AS key FROM script_versions v JOIN scripts s ON s.id = v.script_id WHERE s.project_id = $1
     UNION SELECT input->>'briefKey' FROM works WHERE project_id = $1
     UNION SELECT payload->>'fileKey' FROM decisions WHERE project_id = $1`);
  return [
    ...sources.flatMap(({ id }) => keysOf(id)),
    ...captures.flatMap(({ id, frames }) => [uploadKeyOf(id), ...upTo(frames).map((index) => frameKeyOf(id, index))]),
    ...bibles.map(({ id }) => draftKeyOf(id)), ...outlines.map(({ id }) => outlineKeyOf(id)),
    ...candidates.flatMap(({ id, lines }) => upTo(lines).map((line) => madeKeyOf(id, line))),
    ...scenes.flatMap(({ id, completed }) => upTo(completed + 1).map((index) => sceneKeyOf(id, index))),
    ...named.map(({ key }) => key).filter((key) => key !== null),
  ];
}

/**
 * Stored objects of reads: recordings with their build manifests, films, clips, mixes, pieces of music, performances with the times of their words, lines
 * chosen for trailers, and decided pictures.
 */
async function readKeys(db: Stored, projectId: string): Promise<string[]> {
  const of = 'artifact_id IN (SELECT id FROM artifacts WHERE project_id = $1)';
  const recordings = await listRecordedFiles(db, of, [projectId]);
  const revisions = await db.query<{ artifactId: string; revision: number }>(
    `SELECT artifact_id AS "artifactId", revision FROM artifact_revisions WHERE ${of}`, [projectId]);
  return [
    ...recordings.flatMap(({ artifactId, revision, sha256, key }) => [key, buildManifestKeyOf(artifactId, revision, sha256)]),
    ...await listFilmObjects(db, of, [projectId]),
    ...await listClipObjects(db, of, [projectId]),
    ...await listMixObjects(db, of, [projectId]),
    ...await listPieceObjects(db, of, [projectId]),
    ...revisions.flatMap(({ artifactId, revision }) => [
      performanceAudioKey(artifactId, revision), performanceWordsKey(artifactId, revision), chosenLinesKey(artifactId, revision),
      pinnedKey({ artifactId, revision }),
    ]),
  ];
}

/** Looks of the people whom the canon or a read of the project names. */
async function lookKeys(db: Stored, projectId: string): Promise<string[]> {
  const names = await db.query<{ name: string }>(
    `SELECT DISTINCT c->>'name' AS name FROM cast_canons, jsonb_array_elements(CASE jsonb_typeof(characters) WHEN 'array' THEN characters ELSE '[]' END) c WHERE project_id = $1
     UNION SELECT c->>'character' FROM artifact_revisions r JOIN artifacts a ON a.id = r.artifact_id,
       jsonb_array_elements(coalesce(r.content->'castList', '[]')) c WHERE a.project_id = $1`, [projectId]);
  return [seedKey(projectId), ...names.flatMap(({ name }) => (name === null ? [] : [lookKey(projectId, name)]))];
}

/** Stored screenplays and casts that no read of another project uses. Their key is the hash of their content, so equal ones share one stored object. */
async function screenplayKeys(db: Stored, projectId: string): Promise<string[]> {
  const revisions = await db.query<{ title: string; content: Omit<DirectedRead, 'title'> }>(
    'SELECT r.title, r.content FROM artifact_revisions r JOIN artifacts a ON a.id = r.artifact_id WHERE a.project_id = $1', [projectId]);
  const adopted = await db.query<{ key: string }>('SELECT screenplay_key AS key FROM jobs WHERE project_id = $1 AND screenplay_key IS NOT NULL', [projectId]);
  const keys = [...revisions.map(({ content }) => content.scriptKey), ...adopted.map(({ key }) => key)];
  const used = new Set((await db.query<{ key: string }>(
    `SELECT r.content->>'scriptKey' AS key FROM artifact_revisions r JOIN artifacts a ON a.id = r.artifact_id
     WHERE r.content->>'scriptKey' = ANY($2) AND a.project_id <> $1
     UNION SELECT screenplay_key FROM jobs WHERE screenplay_key = ANY($2) AND project_id <> $1`, [projectId, keys])).map(({ key }) => key));
  return [
    ...keys.filter((key) => !used.has(key)),
    ...revisions.filter(({ content }) => !used.has(content.scriptKey)).map(({ title, content }) => directedReadKey({ title, ...content })),
  ];
}

/** Keys of stored objects that are named by their hash, as rows `(project_id, key)` of all projects. */
const SHARED = [
  'SELECT project_id, object_key AS key FROM images',
  'SELECT project_id, draft_key AS key FROM plans WHERE draft_key IS NOT NULL',
  `SELECT s.project_id, key FROM publishing_assets x JOIN publishing_releases r ON r.id = x.release_id JOIN publishing_series s ON s.id = r.series_id
     CROSS JOIN LATERAL (SELECT unnest(ARRAY[x.media_key, x.programme_key, x.film->>'mediaKey']) AS key UNION SELECT p.value->>'key' FROM jsonb_each(x.pictures) p) keys
   UNION ALL SELECT project_id, p->>'key' FROM publishing_series,
     jsonb_array_elements(jsonb_build_array(art) || coalesce(art->'former', '[]'::jsonb)) cover, jsonb_array_elements(cover->'pictures') p
   UNION ALL SELECT project_id, jsonb_array_elements_text(coalesce(art->'dropped', '[]'::jsonb)) FROM publishing_series`,
];

const HASHED = [{ column: 'document_hash', keyOf: documentKey }, { column: 'judgement_hash', keyOf: judgementKey }] as const;

/** Stored objects that are named by their hash and that no other project uses. */
async function sharedKeys(db: Stored, projectId: string): Promise<string[]> {
  const only = (rows: string): Promise<{ key: string }[]> => db.query<{ key: string }>(
    `WITH stored AS (${rows}) SELECT DISTINCT key FROM stored WHERE project_id = $1 AND key IS NOT NULL EXCEPT SELECT key FROM stored WHERE project_id <> $1`, [projectId]);
  const keys: string[] = [];
  for (const rows of SHARED) keys.push(...(await only(rows)).map(({ key }) => key));
  for (const { column, keyOf } of HASHED) {
    keys.push(...(await only(`SELECT project_id, ${column} AS key FROM coverage_reports`)).map(({ key }) => keyOf(key)));
  }
  return keys;
}

/**
 * Keys of the stored objects that only this project uses. Voiced lines, drawings and answers of a writing model belong to no project: they are in caches,
 * under a hash of the request.
 */
export async function objectKeysOf(db: Stored, projectId: string): Promise<string[]> {
  const keys: string[] = [];
  for (const list of [ownKeys, readKeys, lookKeys, screenplayKeys, sharedKeys]) keys.push(...await list(db, projectId));
  return [...new Set(keys)];
}
