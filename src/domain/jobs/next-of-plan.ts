import type { NextStep } from '../../kernel/contract/next-step.js';
import type { Db } from '../../kernel/db/database.js';
import { nextOfPlan } from '../plans/next-step.js';
import type { PlanSummaryRow } from '../plans/plan-store.js';
import { listJobs } from './job-store.js';

/** As `nextOfPlan`; an approved plan whose job was started leads to the job instead of a second one. */
export async function nextOfMadePlan(db: Db, plan: PlanSummaryRow): Promise<NextStep | null> {
  if (plan.status !== 'APPROVED') return nextOfPlan(plan);
  const [job] = await listJobs(db, plan.accountId, { storyPlanId: plan.id, limit: 1 });
  return job && job.status !== 'CANCELED' ? { method: 'GET', path: `/story-jobs/${job.id}`, why: 'It is being made, or is made already.' } : nextOfPlan(plan);
}
