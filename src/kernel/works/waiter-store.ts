import { WorkWaiter } from '../../../entities/work-waiter.js';
import type { Db } from '../db/database.js';
import { columnsOf } from '../db/rows.js';
import { IS_OPEN } from './work-store.js';

export async function noteWaiter(db: Db, workId: string, workflowId: string): Promise<void> {
  await db.query(
    `INSERT INTO work_waiters (work_id, workflow_id) VALUES ($1, $2)
     ON CONFLICT (work_id, workflow_id) DO UPDATE SET turn = work_waiters.turn + 1`, [workId, workflowId]);
}

/** Waiters whose work has ended or was deleted: those of this work, or of any work for null. */
export async function listDueWaiters(db: Db, workId: string | null, limit: number): Promise<WorkWaiter[]> {
  return db.query<WorkWaiter>(
    `SELECT ${columnsOf(WorkWaiter, 'r')} FROM work_waiters r
     WHERE ($1::text IS NULL OR r.work_id = $1) AND NOT EXISTS (SELECT 1 FROM works w WHERE w.id = r.work_id AND w.${IS_OPEN}) LIMIT $2`,
    [workId, limit]);
}

/** Deletes a waiter that was told. A waiter that was registered again meanwhile stays. */
export async function deleteWaiter(db: Db, { workId, workflowId, turn }: WorkWaiter): Promise<void> {
  await db.repository(WorkWaiter).delete({ workId, workflowId, turn });
}
