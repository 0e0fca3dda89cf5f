import type { Db } from '../../db/database.js';
import { defineWork } from '../../works/kind.js';
import type { OpenAnswer } from '../../works/model.js';
import { loadDraftResult, type DraftedPlan } from './plan-draft.js';
import { failPlan, lockDraftable, putDraft, reopenPlan, type DraftResult } from './plan-moves-store.js';
import { PLAN_KIND, type PlanInput } from './plan-run.js';

export type { DraftedPlan } from './plan-draft.js';

/** Drafts a plan; free. Whatever a person decides about the draft comes after this work. */
export const planKind = defineWork<PlanInput, DraftedPlan, DraftResult>({
  kind: PLAN_KIND, workflow: 'planWorkflow', queue: 'plans', whenCancelled: 'FAILED', failureCode: 'story_plan_failed',
  admit: requirePlan,
  reopened: (tx, { workId }) => reopenPlan(tx, workId),
  load: loadDraftResult,
  publish: (tx, _key, result) => putDraft(tx, result),
  fail: (tx, { workId }) => failPlan(tx, workId),
});

/** The API makes plan and work together, so a run without a plan has nothing to do; neither has a plan that was superseded. */
async function requirePlan(tx: Db, { workId }: PlanInput): Promise<OpenAnswer | null> {
  return await lockDraftable(tx, workId) ? null : { outcome: 'over' };
}
