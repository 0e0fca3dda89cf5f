import type { PlanRequest } from '../../src/domain/plans/plan-request.js';
import type { Quote } from '../../src/domain/plans/quote.js';

export const PLAN_WORKFLOW = 'planWorkflow';
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

/** Sent by the API, or by an operator, with a `Decision`. */
export const DECIDE_SIGNAL = 'decide';
/** Sent by the run of a newer plan of the project. */
export const SUPERSEDED_SIGNAL = 'superseded';

export interface PlanStage { stage: 'queued' | 'drafting' | 'awaiting_approval' | 'deciding' | 'done'; revision: number | null }
