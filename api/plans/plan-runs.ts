import { setTimeout as sleep } from 'node:timers/promises';
import { getPlan, openNextEpoch, type PlanRow } from '../../src/domain/plans/plan-store.js';
import type { PlanStatus } from '../../src/contract/states.js';
import { ApiError } from '../../src/errors/api-error.js';
import type { Services } from '../../src/services.js';
import type { RunSpec } from '../../src/contract/runs.js';
import { PLAN_GATE, planWorkflowId, type PlanInput } from '../../src/domain/plans/plan-run.js';
import type { Decision } from '../../src/contract/decision.js';

/** What a plan's run is started with. */
export function planRun(input: PlanInput, requestId: string): RunSpec<'planWorkflow'> {
  const kinds = input.request.artifactRequests.map(({ type }) => type).join(', ');
  return {
    workflow: 'planWorkflow', workflowId: planWorkflowId(input.planId, input.epoch), input,
    labels: { accountId: input.accountId, projectId: input.projectId, requestId },
    summary: `Plan ${input.planId}: ${kinds} from ${input.request.sourceIds.length} source(s)`,
  };
}

/**
 * The plan has an open run afterwards: the one it has, the one its epoch never got to start, or, when its run ended before the
 * plan did (failed, terminated), a run of the next epoch.
 */
export async function ensurePlanRun(services: Services, plan: PlanRow, requestId: string): Promise<string> {
  const { engine, db } = services;
  const { id: planId, accountId, projectId, title, request, quote } = plan;
  const status = await engine.status(planWorkflowId(planId, plan.epoch));
  const epoch = status === 'closed' ? await openNextEpoch(db, planId, plan.epoch) : plan.epoch;
  if (status !== 'open') await engine.start(planRun({ planId, accountId, projectId, epoch, title, request, quote }, requestId));
  return planWorkflowId(planId, epoch);
}

/**
 * Gives a FAILED plan its next run. A run that wrote the failure may still be closing, and one that another caller just started
 * may not have begun: both settle within moments, so it is looked at again before an epoch is opened.
 */
export async function resumeFailedPlan(services: Services, plan: PlanRow, requestId: string): Promise<void> {
  const deadline = Date.now() + PROJECTION_MS;
  let current = plan;
  while (current.status === 'FAILED' && await services.engine.status(planWorkflowId(plan.id, current.epoch)) === 'open') {
    if (Date.now() > deadline) return;
    await sleep(LOOK_EVERY_MS);
    current = await getPlan(services.db, plan.accountId, plan.id);
  }
  if (current.status === 'FAILED') await ensurePlanRun(services, current, requestId);
}

const PROJECTION_MS = 2_000;
const LOOK_EVERY_MS = 40;

/** Reads the plan until it has left `from`, for two seconds at most; answers what it then is. */
export async function afterProjection(services: Services, plan: PlanRow, from: readonly PlanStatus[]): Promise<PlanRow> {
  const deadline = Date.now() + PROJECTION_MS;
  for (;;) {
    const current = await getPlan(services.db, plan.accountId, plan.id);
    if (!from.includes(current.status) || Date.now() > deadline) return current;
    await sleep(LOOK_EVERY_MS);
  }
}

/** Raises `story_plan_state_invalid` with `details.status` and `details.allowed`. */
export function refuseState(plan: PlanRow, allowed: readonly PlanStatus[], verb: string): never {
  throw new ApiError('story_plan_state_invalid', `a plan that is ${plan.status} cannot be ${verb}`, { status: plan.status, allowed });
}

/**
 * Signals a decision about the plan's current version and waits briefly for it to show. When the plan shows another decision,
 * this one has lost: `story_plan_state_invalid`. Without a worker the signal is kept and the answer still shows the old status.
 */
export async function decide(
  services: Services, plan: PlanRow, verdict: Decision['verdict'], by: { keyId: string; requestId: string },
): Promise<PlanRow> {
  const decision: Decision = { gate: PLAN_GATE, revision: plan.version, verdict, by: by.keyId, at: new Date().toISOString() };
  const reached = await services.engine.signal('planWorkflow', planWorkflowId(plan.id, plan.epoch), 'decide', decision);
  if (!reached) {
    const current = await getPlan(services.db, plan.accountId, plan.id);
    if (current.status === 'REQUIRES_APPROVAL') {
      await services.engine.signal('planWorkflow', await ensurePlanRun(services, current, by.requestId), 'decide', decision);
    }
  }
  const decided = await afterProjection(services, plan, ['REQUIRES_APPROVAL']);
  if (decided.status !== verdict && decided.status !== 'REQUIRES_APPROVAL') {
    refuseState(decided, ['REQUIRES_APPROVAL'], verdict === 'APPROVED' ? 'approved' : 'rejected');
  }
  return decided;
}
