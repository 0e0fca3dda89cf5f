import { LessThan } from 'typeorm';
import { Capture } from '../../../../entities/capture.js';
import { pageQuerySize, startAfter, type Page } from '../../../kernel/contract/paging.js';
import type { Database, Db } from '../../../kernel/db/database.js';
import { now, tableOf, type Known } from '../../../kernel/db/rows.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { deleteSourceIn, listLiveSources, lockSourceWork } from '../source-store.js';

export const CAPTURE_KINDS = ['screen', 'image'] as const;
export type CaptureKind = (typeof CAPTURE_KINDS)[number];
export const CAPTURE_STATUSES = ['uploading', 'finalizing', 'ready', 'failed'] as const;
/** `details.reason` of a failure whose bytes can never be read, so that reading them again does not help. */
export const UNREADABLE = 'unreadable';

export type CaptureRow = Known<Capture, { kind: CaptureKind; status: (typeof CAPTURE_STATUSES)[number] }>;

const CAPTURES = tableOf<Capture, CaptureRow>(Capture);

export async function findCapture(db: Db, id: string): Promise<CaptureRow | null> {
  return db.repository(CAPTURES).findOneBy({ id });
}

/** The captures, without the source of those whose source was deleted. */
async function withLiveSources(db: Db, rows: readonly CaptureRow[]): Promise<CaptureRow[]> {
  const ids = rows.flatMap(({ sourceId }) => sourceId ?? []);
  const live = new Set((ids.length === 0 ? [] : await listLiveSources(db, ids)).map(({ id }) => id));
  return rows.map((row) => ({ ...row, sourceId: row.sourceId !== null && live.has(row.sourceId) ? row.sourceId : null }));
}

/** A capture; its source is null once that was deleted. Raises `capture_not_found` for one that is missing, of another project or of another account. */
export async function getCapture(db: Db, accountId: string, projectId: string, id: string): Promise<CaptureRow> {
  const row = await db.repository(CAPTURES).findOneBy({ id, projectId, accountId });
  if (!row) throw new ApiError('capture_not_found');
  return (await withLiveSources(db, [row]))[0]!;
}

/** Whether a source was made of a capture. */
export const isCaptured = (db: Db, { id, projectId }: { id: string; projectId: string }): Promise<boolean> =>
  db.repository(CAPTURES).existsBy({ projectId, sourceId: id });

/** One page, newest first. The source of a capture is null once that was deleted. */
export async function listCaptures(db: Db, projectId: string, page: Page): Promise<CaptureRow[]> {
  const after = startAfter(page, 'capture');
  const where = { projectId, ...(after === null ? {} : { id: LessThan(after) }) };
  return withLiveSources(db, await db.repository(CAPTURES).find({ where, order: { id: 'DESC' }, take: pageQuerySize(page) }));
}

export type NewCapture = Pick<CaptureRow, 'id' | 'accountId' | 'projectId' | 'kind' | 'label' | 'uploadExpiresAt'>;

/** A repeat with the same id changes nothing. */
export async function insertCapture(db: Db, capture: NewCapture): Promise<void> {
  await db.repository(CAPTURES).createQueryBuilder().insert().values({ ...capture, status: 'uploading' }).orIgnore().execute();
}

/** Records the size of the uploaded bytes; false when bytes were uploaded already or the capture is gone. */
export async function takeUpload(db: Db, id: string, byteSize: number): Promise<boolean> {
  const rows = await db.query(
    `UPDATE captures SET byte_size = $2, updated_at = now() WHERE id = $1 AND status = 'uploading' AND byte_size IS NULL RETURNING id`, [id, byteSize]);
  return rows.length > 0;
}

/** Clears the recorded size when the bytes could not be stored, so that they can be uploaded again. */
export async function giveUploadBack(db: Db, id: string): Promise<void> {
  await db.query(`UPDATE captures SET byte_size = NULL, updated_at = now() WHERE id = $1 AND status = 'uploading'`, [id]);
}

/** uploading or failed → finalizing; false in another status or without bytes. */
export async function beginFinalizing(db: Db, id: string): Promise<boolean> {
  const rows = await db.query(
    `UPDATE captures SET status = 'finalizing', failure_message = NULL, updated_at = now()
     WHERE id = $1 AND status IN ('uploading', 'failed') AND byte_size IS NOT NULL RETURNING id`, [id]);
  return rows.length > 0;
}

/**
 * The id that the source of a capture gets: the id of an earlier attempt while that source exists, else `sourceId`. Null when the capture is not being read
 * any more.
 */
export async function reserveSource(db: Db, captureId: string, sourceId: string): Promise<string | null> {
  const [row] = await db.query<{ sourceId: string }>(
    `UPDATE captures c SET source_id = coalesce((SELECT s.id FROM sources s WHERE s.id = c.source_id AND s.deleted_at IS NULL), $2)
     WHERE c.id = $1 AND c.status = 'finalizing' RETURNING c.source_id AS "sourceId"`, [captureId, sourceId]);
  return row?.sourceId ?? null;
}

/**
 * Deletes the source of a failed capture, which cannot be finalized again meanwhile. Returns the id of the source and the ids of its open runs; null for a
 * capture in another status or without a source.
 */
export async function deleteFailedSource(db: Database, id: string): Promise<{ sourceId: string; runIds: string[] } | null> {
  return db.transaction(async (tx) => {
    const { sourceId = null } = await findCapture(tx, id) ?? {};
    if (sourceId === null) return null;
    await lockSourceWork(tx, sourceId);
    const capture = await tx.repository(CAPTURES).findOne({ where: { id, sourceId, status: 'failed' }, lock: { mode: 'for_no_key_update' } });
    const runIds = capture && await deleteSourceIn(tx, { ...capture, sourceId });
    return runIds && { sourceId, runIds };
  });
}

export interface FinalizedCapture { captureId: string; sourceId: string; durationMs: number | null; frameCount: number }

/** finalizing → ready; false when the capture is gone. */
export async function completeCapture(tx: Db, { captureId, ...made }: FinalizedCapture): Promise<boolean> {
  const done = await tx.repository(CAPTURES).update({ id: captureId, status: 'finalizing' }, { ...made, status: 'ready', updatedAt: now });
  return done.affected === 1;
}

/** finalizing → failed for the capture of this work. */
export async function failCapture(tx: Db, workId: string, message: string): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE captures c SET status = 'failed', failure_message = $2, updated_at = now() FROM works w
     WHERE w.id = $1 AND c.id = w.subject_id AND c.status = 'finalizing' RETURNING c.id`, [workId, message]);
  return rows.length > 0;
}

/** Ids of the plans that were made from a source. */
export async function listPlansOf(db: Db, projectId: string, sourceId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM plans WHERE project_id = $1 AND request->'sourceIds' @> to_jsonb($2::text) ORDER BY id`, [projectId, sourceId]);
  return rows.map(({ id }) => id);
}

/** Deletes a capture; false while it is being read. */
export async function deleteCaptureRow(db: Db, id: string): Promise<boolean> {
  await db.query(`DELETE FROM captures WHERE id = $1 AND status <> 'finalizing'`, [id]);
  return await findCapture(db, id) === null;
}
