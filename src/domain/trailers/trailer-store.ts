import { Trailer } from '../../../entities/trailer.js';
import { afterCursor, newestFirst, pageQuerySize, startAfter, type Page } from '../../kernel/contract/paging.js';
import type { Db } from '../../kernel/db/database.js';
import { columnsOf, now, tableOf } from '../../kernel/db/rows.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { RenderedFilm } from '../storyboards/boarded-film.js';
import { TRAILER, type TrailerRow, type TrailerStatus } from './trailer-model.js';

const TRAILERS = tableOf<Trailer, TrailerRow>(Trailer);
const LIVE_PROJECT = 'EXISTS (SELECT 1 FROM projects p WHERE p.id = t.project_id AND p.deleted_at IS NULL)';

/** The trailer in any state, even in a deleted project; null when there is none. */
export const findTrailer = (db: Db, id: string): Promise<TrailerRow | null> => db.repository(TRAILERS).findOneBy({ id });

/** A trailer of the account in a live project. Raises `story_job_not_found`. */
export async function getTrailer(db: Db, accountId: string, id: string): Promise<TrailerRow> {
  const [row] = await db.query<TrailerRow>(
    `SELECT ${columnsOf(TRAILERS, 't')} FROM trailers t WHERE t.id = $1 AND t.account_id = $2 AND ${LIVE_PROJECT}`, [id, accountId]);
  if (!row) throw new ApiError('story_job_not_found', 'there is no such trailer');
  return row;
}

/** One page of the trailers of a project, newest first. */
export async function listTrailers(db: Db, projectId: string, page: Page): Promise<TrailerRow[]> {
  return db.query<TrailerRow>(
    `SELECT ${columnsOf(TRAILERS, 't')} FROM trailers t WHERE t.project_id = $1 AND ${afterCursor('t', 'trailers', '$2')} ORDER BY ${newestFirst('t')} LIMIT $3`,
    [projectId, startAfter(page, 'trailer'), pageQuerySize(page)]);
}

/**
 * Trailers that a run must work on: trailers that are not cut yet and have not failed, trailers that are being rendered, and trailers in draft or review that
 * were edited within the last hour, because an edit may ask for another take. Only trailers that last changed at least `seconds` ago.
 */
export async function listUnattended(db: Db, seconds: number, limit: number): Promise<TrailerRow[]> {
  return db.query<TrailerRow>(
    `SELECT ${columnsOf(TRAILERS, 't')} FROM trailers t WHERE t.updated_at < now() - make_interval(secs => $1) AND ${LIVE_PROJECT} AND (
       t.status IN ('rendering', 'finishing')
       OR (t.status = 'draft' AND t.failure_code IS NULL AND NOT EXISTS (SELECT 1 FROM storyboards s WHERE s.subject_type = '${TRAILER}' AND s.subject_id = t.id))
       OR (t.status IN ('draft', 'review') AND t.updated_at > now() - interval '1 hour'))
     ORDER BY t.id LIMIT $2`, [seconds, limit]);
}

export type NewTrailer = Pick<TrailerRow, 'id' | 'accountId' | 'projectId' | 'artifactId' | 'readRevision' | 'title' | 'seconds' | 'aspect' | 'intent' | 'createdBy' | 'requestId'>;

/** Inserts a trailer unless it exists. */
export async function insertTrailer(db: Db, trailer: NewTrailer): Promise<void> {
  await db.repository(TRAILERS).createQueryBuilder().insert().orIgnore().values({ ...trailer, status: 'draft' }).execute();
}

/** Locks the trailer until the transaction ends; null when it is gone. */
export async function lockTrailer(tx: Db, id: string): Promise<TrailerRow | null> {
  return tx.repository(TRAILERS).findOne({ where: { id }, lock: { mode: 'for_no_key_update' } });
}

export type TrailerChange = Partial<Pick<TrailerRow, 'status' | 'resolution' | 'approvedRevision' | 'draft' | 'film' | 'failureCode' | 'failureMessage'>>;

export async function updateTrailer(tx: Db, id: string, change: TrailerChange): Promise<void> {
  await tx.repository(TRAILERS).update({ id }, { ...change, updatedAt: now });
}

/** Updates a trailer whose storyboard was edited: a complete trailer returns to review. */
export async function noteEdited(tx: Db, id: string): Promise<void> {
  await tx.query(`UPDATE trailers SET status = CASE WHEN status = 'complete' THEN 'review' ELSE status END, updated_at = now() WHERE id = $1`, [id]);
}

/** Stores the current film of a trailer, for review or finished, and clears its failure. */
export async function putTrailerFilm(tx: Db, id: string, place: 'draft' | 'film', film: RenderedFilm, status: TrailerStatus | null): Promise<void> {
  await updateTrailer(tx, id, { [place]: film, ...(status ? { status } : {}), failureCode: null, failureMessage: null });
}
