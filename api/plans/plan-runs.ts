import { planSubject } from '../../src/domain/plans/plan-moves-store.js';
import { PLAN_GATE, planRunId } from '../../src/domain/plans/plan-run.js';
import { restartPlanRun } from '../../src/domain/plans/plan-start.js';
import { getPlan, type PlanRow } from '../../src/domain/plans/plan-store.js';
import type { Gate, GatedRun } from '../../src/families/gates/gate.js';

/** A drafted plan waits here until a person decides about the version that they reviewed. */
export const PLAN_APPROVAL: Gate = { gate: PLAN_GATE, waiting: ['REQUIRES_APPROVAL'], passed: ['APPROVED'] };

/** How decisions reach the run of a plan. */
export const gatedPlan: GatedRun<PlanRow> = {
  words: 'a plan', stateInvalid: 'story_plan_state_invalid',
  subjectOf: planSubject, statusOf: ({ status }) => status, revisionOf: ({ version }) => version,
  reread: ({ db }, { accountId, id }) => getPlan(db, accountId, id),
  send: ({ engine }, { id, epoch }, decision) => engine.signal('planWorkflow', planRunId(id, epoch), 'decide', decision),
  async reviveRun(services, plan) {
    await restartPlanRun(services, plan);
    return getPlan(services.db, plan.accountId, plan.id);
  },
};
