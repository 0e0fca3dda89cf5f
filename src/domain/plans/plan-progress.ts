import type { Db } from '../../db/database.js';
import type { PlanStatus } from '../../contract/states.js';
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

export interface PlanDecision { revision: number; verdict: 'APPROVED' | 'REJECTED'; by: string; at: string }

/** REQUIRES_APPROVAL to APPROVED or REJECTED, for the version that was decided about; keeps who and when. */
export async function decidePlan(db: Db, { planId, epoch }: PlanKey, decision: PlanDecision): Promise<PlanStatus> {
  const at = Number.isNaN(Date.parse(decision.at ?? '')) ? new Date().toISOString() : decision.at;
  const row = await moved(db, planId,
    `UPDATE plans SET status = $3, decided_by = $4, decided_at = $5, updated_at = now()
     WHERE id = $1 AND epoch = $2 AND version = $6 AND status = 'REQUIRES_APPROVAL'`,
    [planId, epoch, decision.verdict, String(decision.by ?? 'operator').slice(0, 200), at, decision.revision]);
  return row.status;
}
