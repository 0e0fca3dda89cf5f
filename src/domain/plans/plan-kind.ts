import type { Db } from '../../kernel/db/database.js';
import { defineWork, STOPPED_RESUMABLE } from '../../kernel/works/kind.js';
import type { OpenAnswer } from '../../kernel/works/model.js';
import { loadDraftResult, type DraftedPlan } from './plan-draft.js';
import { failPlan, lockDraftable, applyDraft, reopenPlan, type DraftResult } from './plan-moves-store.js';
import { PLAN_KIND, type PlanInput } from './plan-run.js';

export type { DraftedPlan } from './plan-draft.js';

/** Drafts a plan; free. The work ends when the draft is stored; the decision about it comes later. */
export const planKind = defineWork<PlanInput, DraftedPlan, DraftResult>({
  kind: PLAN_KIND, workflow: 'planWorkflow', queue: 'plans', runOn: '<plan>', whenCancelled: 'FAILED', failureCode: 'story_plan_failed',
  unit: 'plans', provider: 'llm', stopped: STOPPED_RESUMABLE,
  admit: requirePlan,
  reopened: (tx, { workId }) => reopenPlan(tx, workId),
  load: loadDraftResult,
  publish: (tx, _key, result) => applyDraft(tx, result),
  fail: (tx, { workId }) => failPlan(tx, workId),
});

/** The API inserts plan and work together. A run has nothing to do when its plan does not exist or was superseded. */
async function requirePlan(tx: Db, { workId }: PlanInput): Promise<OpenAnswer | null> {
  return await lockDraftable(tx, workId) ? null : { outcome: 'over' };
}
