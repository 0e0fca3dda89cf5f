import { setTimeout as sleep } from 'node:timers/promises';
import { planSubject } from '../../src/domain/plans/plan-progress.js';
import { getPlan, openNextEpoch, type PlanRow } from '../../src/domain/plans/plan-store.js';
import type { PlanStatus } from '../../src/contract/states.js';
import { ApiError } from '../../src/errors/api-error.js';
import type { Services } from '../../src/services.js';
import type { RunSpec } from '../../src/contract/runs.js';
import { PLAN_GATE, planWorkflowId, type PlanInput } from '../../src/domain/plans/plan-run.js';
import type { Gate, GatedRun } from '../../src/families/gates/gate.js';

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
export async function ensurePlanRun(services: Services, plan: PlanRow, requestId: string): Promise<void> {
  const { engine, db } = services;
  const { id: planId, accountId, projectId, title, request, quote } = plan;
  const status = await engine.status(planWorkflowId(planId, plan.epoch));
  const epoch = status === 'closed' ? await openNextEpoch(db, planId, plan.epoch) : plan.epoch;
  if (status !== 'open') await engine.start(planRun({ planId, accountId, projectId, epoch, title, request, quote }, requestId));
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

/** A drafted plan waits here until a person decides about the version that they reviewed. */
export const PLAN_APPROVAL: Gate = { gate: PLAN_GATE, waiting: ['REQUIRES_APPROVAL'], passed: ['APPROVED'] };

/** How decisions reach the run of a plan. */
export const gatedPlan: GatedRun<PlanRow> = {
  words: 'a plan', stateInvalid: 'story_plan_state_invalid',
  subjectOf: planSubject, statusOf: ({ status }) => status, revisionOf: ({ version }) => version,
  reread: ({ db }, { accountId, id }) => getPlan(db, accountId, id),
  send: ({ engine }, { id, epoch }, decision) => engine.signal('planWorkflow', planWorkflowId(id, epoch), 'decide', decision),
  async reviveRun(services, plan, requestId) {
    await ensurePlanRun(services, plan, requestId);
    return getPlan(services.db, plan.accountId, plan.id);
  },
};
