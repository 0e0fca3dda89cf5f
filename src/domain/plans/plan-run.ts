import type { Decision } from '../../kernel/contract/decision.js';
import { workRunId } from '../../kernel/works/ids.js';
import type { WorkInput } from '../../kernel/works/model.js';

export const PLAN_KIND = 'plan';

/** The gate that `decide` signals name; their revision is the plan's `version`. */
export const PLAN_GATE = 'plan';

/** Id of the run of a plan in one of its epochs. */
export const planRunId = (planId: string, epoch: number): string => workRunId({ kind: PLAN_KIND, subjectId: planId, revision: 0, epoch });

/** Input of a plan's run. Work and subject have the plan's id; the plan's row, inserted with the work's, holds the request. */
export interface PlanInput extends WorkInput { projectId: string }

declare module '../../kernel/contract/runs.js' {
  /** `decide` comes from the API or an operator. */
  interface RunSignals { planWorkflow: { decide: Decision } }
}
