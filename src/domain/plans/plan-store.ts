import type { Database, Db } from '../../db/database.js';
import { ApiError } from '../../errors/api-error.js';
import { rowsWanted, startAfter, type Page } from '../../contract/paging.js';
import type { PlanStatus } from '../../contract/states.js';
import type { PlanEnvelope } from './envelope.js';
import type { PlanRequest } from './plan-request.js';
import type { Quote } from './quote.js';

export interface PlanRow {
  id: string; accountId: string; projectId: string; title: string; status: PlanStatus;
  /** The revision an approval names. */
  version: number;
  /** Rises with every resume of a plan whose run is gone. */
  epoch: number;
  request: PlanRequest; envelope: PlanEnvelope | null; quote: Quote;
  decidedBy: string | null; decidedAt: Date | null; failureCode: string | null; failureMessage: string | null;
  createdAt: Date; updatedAt: Date;
}

/** The title of a plan until its draft or its owner gives it one. */
export const UNTITLED = 'Untitled plan';

const SUMMARY_COLUMNS = `id, account_id AS "accountId", project_id AS "projectId", title, status, version, epoch, request, quote,
  decided_by AS "decidedBy", decided_at AS "decidedAt", failure_code AS "failureCode", failure_message AS "failureMessage",
  created_at AS "createdAt", updated_at AS "updatedAt"`;
const COLUMNS = `${SUMMARY_COLUMNS}, envelope`;

/** The plan with this id, whoever owns it, or null. For background work; the API uses `getPlan`. */
export async function findPlan(db: Db, planId: string): Promise<PlanRow | null> {
  const [row] = await db.query<PlanRow>(`SELECT ${COLUMNS} FROM plans WHERE id = $1`, [planId]);
  return row ?? null;
}

/** A plan of the account in a live project. Raises `story_plan_not_found` for missing, deleted and foreign ones alike. */
export async function getPlan(db: Db, accountId: string, planId: string): Promise<PlanRow> {
  const [row] = await db.query<PlanRow>(
    `SELECT ${COLUMNS} FROM plans p WHERE id = $1 AND account_id = $2
       AND EXISTS (SELECT 1 FROM projects WHERE id = p.project_id AND deleted_at IS NULL)`, [planId, accountId]);
  if (!row) throw new ApiError('story_plan_not_found');
  return row;
}

/** One page of a project's plans, newest first, without their envelopes. */
export async function listPlans(db: Db, projectId: string, page: Page): Promise<PlanRow[]> {
  return db.query<PlanRow>(
    `SELECT ${SUMMARY_COLUMNS}, NULL AS envelope FROM plans WHERE project_id = $1 AND ($2::text IS NULL OR id < $2)
     ORDER BY id DESC LIMIT $3`, [projectId, startAfter(page), rowsWanted(page)]);
}

export interface NewPlan {
  planId: string; accountId: string; projectId: string; epoch: number; title: string; request: PlanRequest; quote: Quote;
}

/**
 * Inserts the plan and supersedes every other open plan of its project, in the order of insertion; a plan that is there already
 * is left as it is and supersedes nothing. Running jobs of superseded plans go on (specification 3.2).
 */
export async function insertPlan(db: Database, plan: NewPlan): Promise<PlanRow> {
  return db.transaction(async (tx) => {
    await tx.query('SELECT id FROM projects WHERE id = $1 FOR UPDATE', [plan.projectId]);
    const inserted = await tx.query(
      `INSERT INTO plans (id, account_id, project_id, title, status, version, epoch, request, quote)
       VALUES ($1, $2, $3, $4, 'PENDING', 1, $5, $6, $7) ON CONFLICT (id) DO NOTHING RETURNING id`,
      [plan.planId, plan.accountId, plan.projectId, plan.title, plan.epoch, JSON.stringify(plan.request), JSON.stringify(plan.quote)],
    );
    if (inserted.length > 0) {
      await tx.query(
        `UPDATE plans SET status = 'SUPERSEDED', updated_at = now()
         WHERE project_id = $1 AND id <> $2 AND status NOT IN ('SUPERSEDED', 'REJECTED')`, [plan.projectId, plan.planId]);
    }
    return (await findPlan(tx, plan.planId))!;
  });
}

/** Plans that the insertion of `plan` superseded: both happened in one transaction, so they carry its time. */
export async function supersededBy(db: Db, plan: PlanRow): Promise<{ id: string; epoch: number }[]> {
  return db.query<{ id: string; epoch: number }>(
    `SELECT id, epoch FROM plans WHERE project_id = $1 AND id <> $2 AND status = 'SUPERSEDED'
       AND updated_at >= (SELECT created_at FROM plans WHERE id = $2) ORDER BY id DESC LIMIT 20`,
    [plan.projectId, plan.id]);
}

/** Renames the plan, in its envelope too. Raises `story_plan_not_found`. */
export async function renamePlan(db: Db, accountId: string, planId: string, title: string): Promise<PlanRow> {
  await getPlan(db, accountId, planId);
  await db.query(
    `UPDATE plans SET title = $3, envelope = jsonb_set(envelope, '{title}', to_jsonb($3::text)), updated_at = now()
     WHERE id = $1 AND account_id = $2`, [planId, accountId, title]);
  return getPlan(db, accountId, planId);
}

/** Opens the next epoch unless someone else did; answers the epoch that is now the plan's. */
export async function openNextEpoch(db: Db, planId: string, from: number): Promise<number> {
  await db.query('UPDATE plans SET epoch = epoch + 1, updated_at = now() WHERE id = $1 AND epoch = $2', [planId, from]);
  const [row] = await db.query<{ epoch: number }>('SELECT epoch FROM plans WHERE id = $1', [planId]);
  return row!.epoch;
}
