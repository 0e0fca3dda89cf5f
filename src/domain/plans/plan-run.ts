import type { Decision } from '../../contract/decision.js';
import type { PlanRequest } from './plan-request.js';
import type { Quote } from './quote.js';

/** The gate that `decide` signals name; their revision is the plan's `version`. */
export const PLAN_GATE = 'plan';

/** One run per plan and epoch; every resume of a plan whose run is gone opens the next epoch. */
export function planWorkflowId(planId: string, epoch: number): string {
  return epoch === 0 ? `plan:${planId}` : `plan:${planId}:e${epoch}`;
}

/** The whole request, so that the run can insert the row when the process that started it died before doing so. */
export interface PlanInput {
  planId: string;
  accountId: string;
  projectId: string;
  epoch: number;
  title: string;
  request: PlanRequest;
  quote: Quote;
}

export type PlanEnd = 'APPROVED' | 'REJECTED' | 'FAILED' | 'SUPERSEDED' | 'STALE';

export interface PlanStage { stage: 'queued' | 'drafting' | 'awaiting_approval' | 'deciding' | 'done'; revision: number | null }

declare module '../../contract/runs.js' {
  interface RunInputs { planWorkflow: PlanInput }
  /** `decide` comes from the API or an operator; `superseded` from the run of a newer plan of the project. */
  interface RunSignals { planWorkflow: { decide: Decision; superseded: undefined } }
}
