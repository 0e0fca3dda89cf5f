import { withNext, type NextStep } from '../../kernel/contract/next-step.js';
import type { PlanRequest } from './plan-request.js';
import type { PlanRow } from './plan-store.js';

const POLL_MS = 3_000;

/** What to do next with a plan. Null for a rejected one. */
export function nextOfPlan({ id, projectId, status, supersededBy }: Pick<PlanRow, 'id' | 'projectId' | 'status' | 'supersededBy'>): NextStep | null {
  switch (status) {
    case 'PENDING': case 'RUNNING': return { method: 'GET', path: `/story-plans/${id}`, afterMs: POLL_MS, why: 'The plan is being drafted.' };
    case 'REQUIRES_APPROVAL': return {
      method: 'POST', path: `/story-plans/${id}/approve`, body: { userConfirmed: true }, why: 'Approve it once a person has reviewed thesis, cast and price.',
    };
    case 'APPROVED': return {
      method: 'POST', path: '/story-jobs', body: { storyPlanId: id, acceptSuggestedVoices: true },
      why: 'Make it, with the suggested voice for everybody who has none; this reserves the quoted credits.',
    };
    case 'FAILED': return { method: 'POST', path: `/story-plans/${id}/resume`, why: 'Try again once what the failure names is mended.' };
    case 'SUPERSEDED': return { method: 'GET', path: supersededBy ? `/story-plans/${supersededBy}` : `/story-projects/${projectId}/story-plans`, why: 'A newer plan replaced it.' };
    default: return null;
  }
}

/** The call that plans a table read of what a plan is made from, for a project without a performed read. */
export const readFirst = (projectId: string, { sourceIds, sections, target }: PlanRequest): NextStep => ({
  method: 'POST', path: `/story-projects/${projectId}/story-plans`,
  body: { sourceIds, ...(sections ? { sections } : {}), artifactRequests: [{ type: 'table_read', mode: 'drama' }], target },
  why: 'A pitch deck is written from a performed table read of its project, and there is none: plans the read first. It takes the place of this plan; '
    + 'plan the deck again once the read is performed.',
});

/** Details for the refusal of a call because of the plan's state: the plan that superseded it, and the next call. */
export function refusalDetails(plan: Parameters<typeof nextOfPlan>[0]): Record<string, unknown> {
  return { ...(plan.supersededBy ? { supersededBy: plan.supersededBy } : {}), ...withNext(nextOfPlan(plan)) };
}
