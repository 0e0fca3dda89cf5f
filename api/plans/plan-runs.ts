import { refusalDetails } from '../../src/domain/plans/next-step.js';
import { planSubject } from '../../src/domain/plans/plan-moves-store.js';
import { PLAN_GATE, planRunId } from '../../src/domain/plans/plan-run.js';
import { restartPlanRun } from '../../src/domain/plans/plan-start.js';
import { getPlan, type PlanRow } from '../../src/domain/plans/plan-store.js';
import type { Gate, GatedRun } from '../../src/kernel/families/gates/gate.js';

/** The gate at which a drafted plan waits for a person's decision about its current version. */
export const PLAN_APPROVAL: Gate = { gate: PLAN_GATE, waiting: ['REQUIRES_APPROVAL'], passed: ['APPROVED'] };

/** Connects decisions of the API with the run of a plan. */
export const gatedPlan: GatedRun<PlanRow> = {
  words: 'a plan', stateInvalid: 'story_plan_state_invalid',
  subjectOf: planSubject, statusOf: ({ status }) => status, revisionOf: ({ version }) => version,
  refusalOf: refusalDetails,
  reread: ({ db }, { accountId, id }) => getPlan(db, accountId, id),
  send: ({ engine }, { id, epoch }, decision) => engine.signal('planWorkflow', planRunId(id, epoch), 'decide', decision),
  async reviveRun(services, plan) {
    await restartPlanRun(services, plan);
    return getPlan(services.db, plan.accountId, plan.id);
  },
};
