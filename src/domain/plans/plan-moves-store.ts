import type { Decision } from '../../kernel/contract/decision.js';
import type { Database, Db } from '../../kernel/db/database.js';
import { recordVerdict } from '../../kernel/families/gates/verdict-store.js';
import type { Subject } from '../../kernel/families/subject.js';
import { QUEUED, type WorkKey } from '../../kernel/works/model.js';
import { startWork } from '../../kernel/works/work-store.js';
import type { PlanEnvelope } from './envelope.js';
import { statusAfterDraft } from './types/plan-types.js';
import { UNTITLED, type PlanRow } from './plan-store.js';
import type { PlanWarning } from './types/plan-type.js';

/** Locks a plan that still has to be drafted; false when there is none, or it is drafted or superseded. */
export async function lockDraftable(tx: Db, planId: string): Promise<boolean> {
  const plans = await tx.query(`SELECT 1 FROM plans WHERE id = $1 AND status IN ('PENDING', 'FAILED') FOR NO KEY UPDATE`, [planId]);
  return plans.length > 0;
}

/** FAILED to PENDING: the plan is drafted again. */
export async function reopenPlan(tx: Db, planId: string): Promise<void> {
  await tx.query(`UPDATE plans SET status = 'PENDING', updated_at = now() WHERE id = $1 AND status = 'FAILED'`, [planId]);
}

/** Moves work and plan to RUNNING when drafting begins; false when this run has nothing to do. */
export async function startDrafting(db: Database, key: WorkKey): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!await startWork(tx, key, { ...QUEUED, stage: 'planning' })) return false;
    await tx.query(`UPDATE plans SET status = 'RUNNING', updated_at = now() WHERE id = $1 AND status = 'PENDING'`, [key.workId]);
    return true;
  });
}

/** What a finished draft writes into its plan. */
export interface DraftResult { plan: PlanRow; draftKey: string; envelope: PlanEnvelope; warnings: readonly PlanWarning[] }

/**
 * RUNNING to REQUIRES_APPROVAL or APPROVED with the drafted envelope; false when the plan was not RUNNING. If the owner renamed
 * the plan meanwhile, it keeps the owner's title.
 */
export async function applyDraft(tx: Db, { plan, draftKey, envelope, warnings }: DraftResult): Promise<boolean> {
  const written = await tx.query(
    `UPDATE plans SET status = $2, title = CASE WHEN title = $3 THEN $4 ELSE title END, warnings = $6, draft_key = $7,
       envelope = jsonb_set($5::jsonb, '{title}', to_jsonb(CASE WHEN title = $3 THEN $4 ELSE title END)), updated_at = now()
     WHERE id = $1 AND status = 'RUNNING' RETURNING id`,
    [plan.id, statusAfterDraft(plan.request), UNTITLED, envelope.title, JSON.stringify(envelope), JSON.stringify(warnings), draftKey]);
  return written.length > 0;
}

/** PENDING or RUNNING to FAILED; false when the plan was neither. The reason is stored in the plan's work. */
export async function failPlan(tx: Db, planId: string): Promise<boolean> {
  const failed = await tx.query(
    `UPDATE plans SET status = 'FAILED', updated_at = now() WHERE id = $1 AND status IN ('PENDING', 'RUNNING') RETURNING id`, [planId]);
  return failed.length > 0;
}

/** The version that waits for a decision; null when none does, or the work is in another epoch. */
export async function findRevisionAtGate(db: Db, { workId, epoch }: WorkKey): Promise<number | null> {
  const [row] = await db.query<{ version: number }>(
    `SELECT p.version FROM plans p JOIN works w ON w.id = p.id WHERE p.id = $1 AND w.epoch = $2 AND p.status = 'REQUIRES_APPROVAL'`,
    [workId, epoch]);
  return row?.version ?? null;
}

/** A plan as the subject of family operations. */
export const planSubject = ({ id, projectId }: { id: string; projectId: string }): Subject => ({ type: 'plan', id, projectId });

/** REQUIRES_APPROVAL to APPROVED or REJECTED, if the plan is still at the version of the decision; stores who decided and when. */
export async function decidePlan(db: Database, { workId, epoch }: WorkKey, decision: Decision): Promise<void> {
  await db.transaction(async (tx) => {
    const [moved] = await tx.query<{ id: string; projectId: string }>(
      `UPDATE plans SET status = $3, updated_at = now()
       WHERE id = $1 AND version = $4 AND status = 'REQUIRES_APPROVAL' AND EXISTS (SELECT 1 FROM works WHERE id = $1 AND epoch = $2)
       RETURNING id, project_id AS "projectId"`, [workId, epoch, decision.verdict, decision.revision]);
    if (!moved) return;
    const { decidedBy, decidedAt } = await recordVerdict(tx, planSubject(moved), decision);
    await tx.query('UPDATE plans SET decided_by = $2, decided_at = $3 WHERE id = $1', [moved.id, decidedBy, decidedAt]);
  });
}
