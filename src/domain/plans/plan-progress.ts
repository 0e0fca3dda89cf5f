import type { Decision } from '../../contract/decision.js';
import type { PlanStatus } from '../../contract/states.js';
import type { Database, Db } from '../../db/database.js';
import { recordDecision } from '../../families/gates/decision-store.js';
import type { Subject } from '../../families/subject.js';
import type { PlanEnvelope } from './envelope.js';
import { statusAfterDraft, type PlanRequest } from './plan-request.js';
import { findPlan, UNTITLED, type PlanRow } from './plan-store.js';

/** What a run may do to its plan; every move is conditional on the epoch and on the status it starts from. */
export interface PlanKey { planId: string; epoch: number }

async function moved(db: Db, planId: string, sql: string, values: unknown[]): Promise<PlanRow> {
  await db.query(sql, values);
  return (await findPlan(db, planId))!;
}

/** PENDING or FAILED to RUNNING; any other status is left as it is. Answers the row. */
export async function beginPlan(db: Db, { planId, epoch }: PlanKey): Promise<PlanRow> {
  return moved(db, planId,
    `UPDATE plans SET status = 'RUNNING', failure_code = NULL, failure_message = NULL, updated_at = now()
     WHERE id = $1 AND epoch = $2 AND status IN ('PENDING', 'FAILED')`, [planId, epoch]);
}

/** RUNNING to REQUIRES_APPROVAL or APPROVED with the drafted envelope. The title stays when the caller renamed the plan. */
export async function completeDraft(
  db: Db, { planId, epoch }: PlanKey, envelope: PlanEnvelope, request: PlanRequest,
): Promise<PlanRow> {
  return moved(db, planId,
    `UPDATE plans SET status = $3, title = CASE WHEN title = $4 THEN $5 ELSE title END,
       envelope = jsonb_set($6::jsonb, '{title}', to_jsonb(CASE WHEN title = $4 THEN $5 ELSE title END)), updated_at = now()
     WHERE id = $1 AND epoch = $2 AND status = 'RUNNING'`,
    [planId, epoch, statusAfterDraft(request), UNTITLED, envelope.title, JSON.stringify(envelope)]);
}

/** RUNNING to FAILED. */
export async function failPlan(db: Db, { planId, epoch }: PlanKey, code: string, message: string): Promise<PlanRow> {
  return moved(db, planId,
    `UPDATE plans SET status = 'FAILED', failure_code = $3, failure_message = $4, updated_at = now()
     WHERE id = $1 AND epoch = $2 AND status IN ('PENDING', 'RUNNING')`, [planId, epoch, code, message.slice(0, 1_000)]);
}

/** A plan as families know it. */
export const planSubject = ({ id, projectId }: { id: string; projectId: string }): Subject => ({ type: 'plan', id, projectId });

/** REQUIRES_APPROVAL to APPROVED or REJECTED, for the version that was decided about; keeps who and when. */
export async function decidePlan(db: Database, { planId, epoch }: PlanKey, decision: Decision): Promise<PlanStatus> {
  return db.transaction(async (tx) => {
    const [moved] = await tx.query<{ id: string; projectId: string }>(
      `UPDATE plans SET status = $3, updated_at = now()
       WHERE id = $1 AND epoch = $2 AND version = $4 AND status = 'REQUIRES_APPROVAL' RETURNING id, project_id AS "projectId"`,
      [planId, epoch, decision.verdict, decision.revision]);
    if (moved) {
      const { decidedBy, decidedAt } = await recordDecision(tx, planSubject(moved), decision);
      await tx.query('UPDATE plans SET decided_by = $2, decided_at = $3 WHERE id = $1', [planId, decidedBy, decidedAt]);
    }
    return (await findPlan(tx, planId))!.status;
  });
}
