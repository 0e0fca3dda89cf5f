import { UNTITLED, type PlanRow, type PlanSummaryRow } from './plan-store.js';

const WITH_ENVELOPE = ['REQUIRES_APPROVAL', 'APPROVED'];
/** Polling interval suggested to clients while a plan is being drafted. */
const POLL_MS = 3_000;

/** A plan without its envelope, as listed. */
export function viewPlanSummary(row: PlanSummaryRow) {
  const { target, artifactRequests, sourceIds, creativeBrief, autoApprove } = row.request;
  return {
    id: row.id,
    projectId: row.projectId,
    title: row.title,
    status: row.status,
    version: row.version,
    target,
    artifactRequests: artifactRequests.map((request) => ({ ...request })),
    sourceIds,
    creativeBrief,
    autoApprove,
    quote: row.quote,
    warnings: row.warnings,
    failureCode: row.failureCode,
    failureMessage: row.failureMessage,
    supersededBy: row.supersededBy,
    decidedBy: row.decidedBy,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    nextPollAfterMs: ['PENDING', 'RUNNING'].includes(row.status) ? POLL_MS : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** The envelope is shown while the plan waits for approval and once it is approved. */
export function viewPlan(row: PlanRow) {
  return { ...viewPlanSummary(row), plan: WITH_ENVELOPE.includes(row.status) ? row.envelope : null };
}

/** The answer to a create call: always PENDING, so that every repeat of the call gets the same answer. */
export function viewNewPlan(row: PlanRow) {
  return viewPlan({ ...row, status: 'PENDING', title: UNTITLED, envelope: null, warnings: [], supersededBy: null, failureCode: null, failureMessage: null, updatedAt: row.createdAt });
}
