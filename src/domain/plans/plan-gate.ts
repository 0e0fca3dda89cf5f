import { refusalDetails } from './next-step.js';
import { planSubject } from './plan-moves-store.js';
import { PLAN_GATE, planRunId } from './plan-run.js';
import { restartPlanRun } from './plan-start.js';
import { findPlan, type PlanRow } from './plan-store.js';
import { gateDecider } from '../../kernel/families/gates/decide.js';
import type { Gate, GatedRun } from '../../kernel/families/gates/gate.js';

/** The gate at which a drafted plan waits for a person's decision about its current version. */
export const PLAN_APPROVAL: Gate = { gate: PLAN_GATE, waiting: ['REQUIRES_APPROVAL'], passed: ['APPROVED'], rejects: true };

/** Connects decisions of the API with the run of a plan. */
export const gatedPlan: GatedRun<PlanRow> = {
  words: 'a plan', gates: [PLAN_APPROVAL], stateInvalid: 'story_plan_state_invalid',
  subjectOf: planSubject, statusOf: ({ status }) => status, revisionOf: ({ version }) => version,
  refusalOf: refusalDetails,
  find: ({ db }, id) => findPlan(db, id),
  runIdOf: ({ id, epoch }) => planRunId(id, epoch),
  send: ({ engine }, { id, epoch }, decision) => engine.signal('planWorkflow', planRunId(id, epoch), 'decide', decision),
  async reviveRun(services, plan) {
    await restartPlanRun(services, plan);
    return await findPlan(services.db, plan.id) ?? plan;
  },
};

export const planDecider = gateDecider('plan', gatedPlan);
