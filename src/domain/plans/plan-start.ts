import { ApiError } from '../../kernel/errors/api-error.js';
import type { PlanStatus } from '../../kernel/contract/states.js';
import type { Services } from '../../kernel/services.js';
import { mendLostWork, requestFreeWork, runOf, startFreeWork, startRow } from '../../kernel/works/request.js';
import { getWork } from '../../kernel/works/work-store.js';
import type { WorkKind } from '../../kernel/works/kind.js';
import { refusalDetails } from './next-step.js';
import { planKind } from './plan-kind.js';
import { findProjectName } from '../projects/project-store.js';
import type { PlanRequest } from './plan-request.js';
import { PLAN_KIND, type PlanInput } from './plan-run.js';
import { getPlan, insertPlan, listSuperseded, type PlanRow } from './plan-store.js';
import type { Quote } from './quote.js';

export interface PlanWanted { planId: string; accountId: string; projectId: string; requestId: string; request: PlanRequest; quote: Quote }

async function inputOf(
  { db }: Services, { planId, accountId, projectId, requestId, request }: Omit<PlanWanted, 'quote'>,
): Promise<Omit<PlanInput, 'epoch'>> {
  const types = request.artifactRequests.map(({ type }) => type.replaceAll('_', ' ')).join(', ');
  return {
    workId: planId, kind: PLAN_KIND, subjectId: planId, revision: 0, accountId, projectId, requestId, lines: [],
    label: `Planning: ${types} for ${await findProjectName(db, projectId) ?? projectId}`,
  };
}

/**
 * Creates the plan and starts its run; if the engine does not answer, the checker starts the run later. A repeat with the same id
 * returns the same plan. Returns the plan and those it superseded. Raises `project_not_found`.
 */
export async function startPlan(
  services: Services, wanted: PlanWanted, httpRequestId: string,
): Promise<{ plan: PlanRow; supersedes: string[] }> {
  const input = { ...await inputOf(services, wanted), epoch: 1 };
  await insertPlan(services.db, input, wanted.request, wanted.quote);
  await services.faults.reach('plan.inserted');
  await startFreeWork(services, runOf(planKind, input, { requestId: httpRequestId }));
  const older = await listSuperseded(services.db, wanted.planId);
  return { plan: await getPlan(services.db, wanted.accountId, wanted.planId), supersedes: older.map(({ id }) => id) };
}

/** Raises `story_plan_state_invalid` with `details.status` and `details.allowed`. */
function refuseResume(plan: PlanRow): never {
  const { status } = plan;
  throw new ApiError('story_plan_state_invalid', `a plan that is ${status} cannot be resumed`, { status, allowed: RESUMABLE, ...refusalDetails(plan) });
}

const RESUMABLE: readonly PlanStatus[] = ['FAILED', 'RUNNING', 'PENDING'];

/**
 * Drafts a failed plan again in its next epoch. A plan whose run was terminated is marked FAILED first; a plan that is being
 * drafted is left as it is. `resumeId` is equal for all repeats of one request, so that a repeat after a lost answer is recognised
 * as the same resume. Raises `story_plan_state_invalid`.
 */
export async function resumePlan(services: Services, plan: PlanRow, resumeId: string): Promise<PlanRow> {
  if (plan.requestId === resumeId) return plan;
  if (!RESUMABLE.includes(plan.status)) refuseResume(plan);
  const { id: planId, accountId, projectId, request } = plan;
  if (plan.status !== 'FAILED') await mendLostWork(services, planKind as WorkKind, await getWork(services.db, planId));
  const wanted = await inputOf(services, { planId, accountId, projectId, requestId: resumeId, request });
  await requestFreeWork(services, planKind, wanted);
  return getPlan(services.db, accountId, planId);
}

/** Starts the run of a drafted plan again if it was terminated while it waited for a decision. */
export async function restartPlanRun(services: Services, plan: PlanRow): Promise<void> {
  await startRow(services, planKind as WorkKind, plan.id);
}
