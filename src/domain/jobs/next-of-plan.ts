import type { NextStep } from '../../kernel/contract/next-step.js';
import type { Db } from '../../kernel/db/database.js';
import { findReadForDeck } from '../artifacts/decks/deck-rows-store.js';
import { nextOfPlan, readFirst } from '../plans/next-step.js';
import type { PlanSummaryRow } from '../plans/plan-store.js';
import { planTypeOf } from '../plans/types/plan-types.js';
import { TABLE_READ } from '../plans/types/table-read-type.js';
import { listJobs } from './job-store.js';

/** Jobs of a project that are searched for a read. */
const RECENT_JOBS = 20;

/** The call that leads to the performed read that a plan needs; null when the project has one, or the plan needs none. */
async function nextOfNeededRead(db: Db, { id, accountId, projectId, request }: PlanSummaryRow): Promise<NextStep | null> {
  if (!request.artifactRequests.some((each) => planTypeOf(each).needsRead) || await findReadForDeck(db, projectId, id)) return null;
  const jobs = await listJobs(db, accountId, { projectId, limit: RECENT_JOBS });
  const read = jobs.find(({ status, artifacts }) => status !== 'FAILED' && status !== 'CANCELED' && artifacts.some(({ type }) => type === TABLE_READ));
  if (!read) return readFirst(projectId, request);
  return { method: 'GET', path: `/story-jobs/${read.id}`, why: 'What it makes is written from a table read that is performed to its end: shows how far the read of the project is.' };
}

/** As `nextOfPlan`; an approved plan whose job was started leads to the job instead of a second one, and one that lacks a read that it needs leads to that. */
export async function nextOfMadePlan(db: Db, plan: PlanSummaryRow): Promise<NextStep | null> {
  if (plan.status !== 'APPROVED') return nextOfPlan(plan);
  const [job] = await listJobs(db, plan.accountId, { storyPlanId: plan.id, limit: 1 });
  if (job && job.status !== 'CANCELED') return { method: 'GET', path: `/story-jobs/${job.id}`, why: 'It is being made, or is made already.' };
  return await nextOfNeededRead(db, plan) ?? nextOfPlan(plan);
}
