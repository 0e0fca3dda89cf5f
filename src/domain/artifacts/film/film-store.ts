import type { Film } from '../../../../entities/film.js';
import type { Db } from '../../../kernel/db/database.js';
import type { Progress, WorkStatus } from '../../../kernel/works/model.js';
import type { FilmChoice } from './film-choice.js';

export const FILM_KIND = 'film';

export type PlayedFilm = Pick<Film, 'mediaKey' | 'sha256' | 'byteSize' | 'createdAt'>;

/** A finished film: its file, and what it was made of. */
export interface MadeFilmOfRead {
  artifactId: string; revision: number; choice: FilmChoice; filmKey: string;
  mediaKey: string; sha256: string; byteSize: number; durationMs: number;
  /** Object that says how it was made, until it is in the row. */
  manifestKey: string;
}

/** The newest work on a film of an artifact, and the film that it has; either may be absent. */
export interface FilmState {
  status: WorkStatus | null; progress: Progress | null; failureMessage: string | null;
  made: Pick<Film, 'revision' | 'filmKey' | 'sha256' | 'byteSize' | 'durationMs'> & { choice: FilmChoice } | null;
}

/** How a film was made: versions of the programs, and the keys of its pieces in their order. */
export interface FilmManifest { pieces: { shots: string[]; sound: string[] }; [fact: string]: unknown }

/** The film of an artifact as it is played; what it was made of is left out, because every visit of a page asks for it. */
export async function findFilm(db: Db, artifactId: string): Promise<PlayedFilm | null> {
  const [row] = await db.query<PlayedFilm>(
    'SELECT media_key AS "mediaKey", sha256, byte_size AS "byteSize", created_at AS "createdAt" FROM films WHERE artifact_id = $1', [artifactId]);
  return row ?? null;
}

/** SQL: the `FilmState` of an artifact as JSON, from a column with its id. */
export const filmStateOf = (artifactId: string): string => `(SELECT jsonb_build_object('status', w.status, 'progress', w.progress,
    'failureMessage', w.failure_message, 'made', CASE WHEN f.artifact_id IS NOT NULL THEN jsonb_build_object('revision', f.revision, 'choice', f.choice,
      'filmKey', f.film_key, 'sha256', f.sha256, 'byteSize', f.byte_size, 'durationMs', f.duration_ms) END)
  FROM (SELECT 1) one LEFT JOIN films f ON f.artifact_id = ${artifactId} LEFT JOIN LATERAL (SELECT status, progress, failure_message FROM works
    WHERE kind = '${FILM_KIND}' AND subject_id = ${artifactId} ORDER BY revision DESC LIMIT 1) w ON true)`;

/** True when a film was paid since the read was refined last: those that follow a correction, another edition or a change of the stage are free. */
export async function isFilmPaid(db: Db, artifactId: string, revision: number): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM films f WHERE f.artifact_id = $1 AND NOT EXISTS (
       SELECT 1 FROM artifact_revisions r WHERE r.artifact_id = $1 AND r.revision > f.revision AND r.revision <= $2 AND r.cause = 'refine')`,
    [artifactId, revision]);
  return rows.length > 0;
}

/** Stores a finished film in the place of the one before it. */
export async function putFilm(tx: Db, workId: string, made: MadeFilmOfRead, buildManifest: FilmManifest, objectKeys: readonly string[]): Promise<void> {
  await tx.query(
    `INSERT INTO films (artifact_id, revision, work_id, choice, film_key, media_key, sha256, byte_size, duration_ms, build_manifest, object_keys)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (artifact_id) DO UPDATE SET former_keys = films.object_keys, revision = $2, work_id = $3, choice = $4, film_key = $5, media_key = $6,
       sha256 = $7, byte_size = $8, duration_ms = $9, build_manifest = $10, object_keys = $11, created_at = now()`,
    [made.artifactId, made.revision, workId, JSON.stringify(made.choice), made.filmKey, made.mediaKey, made.sha256, made.byteSize, made.durationMs,
      JSON.stringify(buildManifest), objectKeys]);
}

/** Notes an object before it is stored. */
export async function noteFilmObject(db: Db, artifactId: string, key: string): Promise<void> {
  await db.query('INSERT INTO film_objects (artifact_id, object_key) VALUES ($1, $2) ON CONFLICT DO NOTHING', [artifactId, key]);
}

/** Objects that neither the film nor the one before it has; none while a film is being made. */
export async function listUnusedFilmObjects(db: Db, artifactId: string): Promise<string[]> {
  const rows = await db.query<{ key: string }>(
    `SELECT o.object_key AS key FROM film_objects o LEFT JOIN films f ON f.artifact_id = o.artifact_id
     WHERE o.artifact_id = $1 AND o.object_key <> ALL(coalesce(f.object_keys || f.former_keys, '{}'))
       AND NOT EXISTS (SELECT 1 FROM works w WHERE w.kind = $2 AND w.subject_id = $1 AND w.status NOT IN ('READY', 'FAILED', 'CANCELED'))`,
    [artifactId, FILM_KIND]);
  return rows.map(({ key }) => key);
}

export async function forgetFilmObjects(db: Db, artifactId: string, keys: readonly string[]): Promise<void> {
  await db.query('DELETE FROM film_objects WHERE artifact_id = $1 AND object_key = ANY($2)', [artifactId, keys]);
}

/** Keys of all stored objects of the films that `of` selects. */
export async function listFilmObjects(db: Pick<Db, 'query'>, of: string, values: readonly unknown[]): Promise<string[]> {
  const rows = await db.query<{ key: string }>(`SELECT object_key AS key FROM film_objects WHERE ${of}`, values);
  return rows.map(({ key }) => key);
}
