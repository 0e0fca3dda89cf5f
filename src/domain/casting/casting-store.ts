import { Casting } from '../../../entities/casting.js';
import type { Db } from '../../kernel/db/database.js';
import { columnsOf, tableOf, type Known } from '../../kernel/db/rows.js';
import { IS_OPEN } from '../../kernel/works/work-store.js';
import type { Progress, WorkStatus } from '../../kernel/works/model.js';
import type { WantedPicture } from './casting-plan.js';

/** A picture of an order. Its index in the list is the line of the work that charges it. */
export interface OrderedPicture extends WantedPicture { status: 'queued' | 'ready' | 'failed' }

export type CastingRow = Known<Casting, { pictures: OrderedPicture[] }>;
export type CastingWithWork = CastingRow & { workStatus: WorkStatus; progress: Progress; failureCode: string | null; failureMessage: string | null };

const CASTINGS = tableOf<Casting, CastingRow>(Casting);

const SELECT = `SELECT ${columnsOf(Casting, 'c')}, w.status AS "workStatus", w.progress, w.failure_code AS "failureCode", w.failure_message AS "failureMessage"
  FROM castings c JOIN works w ON w.id = c.work_id`;

/** The brief of the order, stored beside the input of the work. */
export interface CastingOrder extends Pick<CastingRow, 'scriptVersionId' | 'character'> { pictures: readonly WantedPicture[] }

/** Inserts an order, in the transaction that opens its work. */
export async function insertCasting(tx: Db, { pictures, ...row }: CastingOrder & Pick<CastingRow, 'id' | 'accountId' | 'projectId' | 'workId'>): Promise<void> {
  const ordered: OrderedPicture[] = pictures.map((picture) => ({ ...picture, status: 'queued' }));
  await tx.repository(CASTINGS).insert({ ...row, pictures: ordered as never });
}

/** The order; null when it was deleted with its project. */
export const findCasting = (db: Db, castingId: string): Promise<CastingRow | null> => db.repository(CASTINGS).findOneBy({ id: castingId });

/** The orders of a project, newest first. */
export const listCastings = (db: Db, projectId: string, limit = 20): Promise<CastingWithWork[]> =>
  db.query<CastingWithWork>(`${SELECT} WHERE c.project_id = $1 ORDER BY c.id DESC LIMIT $2`, [projectId, limit]);

/** The order with its work, or null. */
export async function findCastingWork(db: Db, castingId: string): Promise<CastingWithWork | null> {
  const [row] = await db.query<CastingWithWork>(`${SELECT} WHERE c.id = $1`, [castingId]);
  return row ?? null;
}

/** The pictures that open orders of the project have still to make. */
export async function picturesUnderWay(db: Db, projectId: string): Promise<WantedPicture[]> {
  return db.query<WantedPicture>(
    `SELECT picture->>'character' AS character, picture->>'kind' AS kind FROM castings c
       JOIN works w ON w.id = c.work_id AND w.${IS_OPEN}
       CROSS JOIN LATERAL jsonb_array_elements(c.pictures) picture
     WHERE c.project_id = $1 AND picture->>'status' = 'queued'`, [projectId]);
}

/**
 * Records the end of one picture, or with a null line the end of all that are still open. Returns false when the one picture was not open, or the order is
 * gone; true with a null line even when none was open.
 */
export async function notePicture(tx: Db, castingId: string, line: number | null, status: 'ready' | 'failed'): Promise<boolean> {
  const done = await tx.query(
    `UPDATE castings SET updated_at = now(), pictures = (
       SELECT coalesce(jsonb_agg(CASE WHEN picture->>'status' = 'queued' AND ($2::int IS NULL OR place = $2 + 1)
         THEN picture || jsonb_build_object('status', $3::text) ELSE picture END ORDER BY place), '[]')
       FROM jsonb_array_elements(pictures) WITH ORDINALITY AS listed(picture, place))
     WHERE id = $1 AND ($2::int IS NULL OR pictures->$2->>'status' = 'queued') RETURNING id`, [castingId, line, status]);
  return done.length > 0;
}
