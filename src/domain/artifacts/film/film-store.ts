import type { Film } from '../../../../entities/film.js';
import type { Db } from '../../../kernel/db/database.js';
import type { Progress, WorkStatus } from '../../../kernel/works/model.js';
import { PAID_CAUSE } from '../revision-causes.js';
import type { EntryRange } from '../performance/performed-part.js';
import type { Cut, FilmChoice } from './film-choice.js';

export const FILM_KIND = 'film';

/** A film with what playing it needs. */
export type PlayedFilm = Pick<Film, 'mediaKey' | 'sha256' | 'byteSize' | 'durationMs' | 'createdAt' | 'revision' | 'filmKey'>
  & { choice: Partial<FilmChoice>; part: EntryRange | null };

/** A finished film: its file, and what it was made of. */
export interface MadeFilmOfRead {
  artifactId: string; cut: Cut; part: EntryRange | null; revision: number; choice: FilmChoice; filmKey: string;
  mediaKey: string; sha256: string; byteSize: number; durationMs: number;
  /** The stored object that describes how the film was made, until the row contains it. */
  manifestKey: string;
}

/** The newest work on a cut of an artifact, and the finished film of that cut; either may be missing. */
export interface FilmState {
  cut: Cut;
  /** The last requested part; null for films of the whole. */
  part: EntryRange & { revision: number } | null;
  status: WorkStatus | null; progress: Progress | null; failureMessage: string | null;
  made: Pick<Film, 'revision' | 'filmKey' | 'sha256' | 'byteSize' | 'durationMs'> & { choice: Partial<FilmChoice>; part: EntryRange | null } | null;
}

/** How a film was made: program versions, and the keys of its pieces in order. */
export interface FilmManifest { pieces: { shots: string[]; sound: string[] }; [fact: string]: unknown }

/** A film of an artifact for playing. The manifest is left out, because every page visit runs this query. */
export async function findFilm(db: Db, artifactId: string, cut: Cut): Promise<PlayedFilm | null> {
  const [row] = await db.query<PlayedFilm>(
    `SELECT media_key AS "mediaKey", sha256, byte_size AS "byteSize", duration_ms AS "durationMs", created_at AS "createdAt", choice, revision,
       film_key AS "filmKey", part FROM films WHERE artifact_id = $1 AND cut = $2`, [artifactId, cut]);
  return row ?? null;
}

/** SQL: the cut that the work `w` makes. Earlier films have no `cut` and show the whole. */
const CUT_OF_WORK = `coalesce(w.input->>'cut', w.input->'choice'->>'aspect')`;

/** SQL: the `FilmState` of each requested cut of an artifact as JSON, the newest request first. `artifactId` is an SQL expression for its id. */
export const filmStatesOf = (artifactId: string): string => `(SELECT coalesce(jsonb_agg(jsonb_build_object('cut', c.cut, 'part', w.input->'part', 'status', w.status,
    'progress', w.progress, 'failureMessage', w.failure_message, 'made', CASE WHEN f.artifact_id IS NOT NULL THEN jsonb_build_object('revision', f.revision,
      'choice', f.choice, 'part', f.part, 'filmKey', f.film_key, 'sha256', f.sha256, 'byteSize', f.byte_size, 'durationMs', f.duration_ms) END)
    ORDER BY w.revision DESC NULLS LAST), '[]')
  FROM (VALUES ('16:9'), ('9:16'), ('part')) c(cut) LEFT JOIN films f ON f.artifact_id = ${artifactId} AND f.cut = c.cut
  LEFT JOIN LATERAL (SELECT status, progress, failure_message, revision, input FROM works w WHERE kind = '${FILM_KIND}' AND subject_id = ${artifactId}
    AND ${CUT_OF_WORK} = c.cut ORDER BY revision DESC LIMIT 1) w ON true
  WHERE f.artifact_id IS NOT NULL OR w.revision IS NOT NULL)`;

/** The number of the newest work on a cut and part if it is open or failed, else the next free number of the artifact. */
export async function nextFilmRound(db: Db, artifactId: string, { cut, part }: { cut: Cut; part: object | null }): Promise<number> {
  const [row] = await db.query<{ own: number | null; newest: number | null }>(
    `SELECT max(revision) AS newest, max(revision) FILTER (WHERE of_cut AND status <> 'READY' AND revision = newest_of_cut) AS own
     FROM (SELECT revision, status, of_cut, max(revision) FILTER (WHERE of_cut) OVER () AS newest_of_cut
       FROM (SELECT revision, status, ${CUT_OF_WORK} = $3 AND (input->'part') IS NOT DISTINCT FROM $4::jsonb AS of_cut FROM works w
         WHERE kind = $1 AND subject_id = $2) rounds) numbered`, [FILM_KIND, artifactId, cut, part && JSON.stringify(part)]);
  return row?.own ?? (row?.newest ?? 0) + 1;
}

/**
 * True when a film was paid for, or is being made for credits, since the last refinement of the read. Later films are then free: after a correction, another
 * edition or a change of the stage, or in another shape.
 */
export async function isFilmPaid(db: Db, artifactId: string, revision: number): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM films f WHERE f.artifact_id = $1 AND NOT EXISTS (
       SELECT 1 FROM artifact_revisions r WHERE r.artifact_id = $1 AND r.revision > f.revision AND r.revision <= $2 AND r.cause = '${PAID_CAUSE}')
     UNION ALL SELECT 1 FROM works w WHERE w.kind = $3 AND w.subject_id = $1 AND w.credits_reserved > 0 AND w.status NOT IN ('READY', 'FAILED', 'CANCELED')`,
    [artifactId, revision, FILM_KIND]);
  return rows.length > 0;
}

/** Stores a finished film, replacing the previous one of the same cut. */
export async function putFilm(tx: Db, workId: string, made: MadeFilmOfRead, buildManifest: FilmManifest, objectKeys: readonly string[]): Promise<void> {
  await tx.query(
    `INSERT INTO films (artifact_id, cut, part, revision, work_id, choice, film_key, media_key, sha256, byte_size, duration_ms, build_manifest, object_keys)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     ON CONFLICT (artifact_id, cut) DO UPDATE SET former_keys = films.object_keys, part = $3, revision = $4, work_id = $5, choice = $6, film_key = $7,
       media_key = $8, sha256 = $9, byte_size = $10, duration_ms = $11, build_manifest = $12, object_keys = $13, created_at = now()`,
    [made.artifactId, made.cut, made.part && JSON.stringify(made.part), made.revision, workId, JSON.stringify(made.choice), made.filmKey, made.mediaKey,
      made.sha256, made.byteSize, made.durationMs, JSON.stringify(buildManifest), objectKeys]);
}

/** Records an object in the database before it is stored. */
export async function noteFilmObject(db: Db, artifactId: string, key: string): Promise<void> {
  await db.query('INSERT INTO film_objects (artifact_id, object_key) VALUES ($1, $2) ON CONFLICT DO NOTHING', [artifactId, key]);
}

/**
 * Objects that neither a current film nor its predecessor uses; empty while a film is being made. The same table lists objects of trailers and decks, which
 * are left out.
 */
export async function listUnusedFilmObjects(db: Db, artifactId: string): Promise<string[]> {
  const rows = await db.query<{ key: string }>(
    `SELECT o.object_key AS key FROM film_objects o WHERE o.artifact_id = $1 AND o.object_key NOT LIKE 'trailers/%' AND o.object_key NOT LIKE 'pitch-decks/%'
       AND NOT EXISTS (SELECT 1 FROM films f WHERE f.artifact_id = $1 AND o.object_key = ANY(f.object_keys || f.former_keys))
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
