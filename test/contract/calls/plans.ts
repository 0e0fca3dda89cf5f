import { insertPlanRow, type PlanOptions } from '../../support/stands/job-stand.js';
import { UNKNOWN_ID } from './requests.js';
import { withBody, type AreaCalls, type Provoke, type State } from './state.js';
import { CAST } from './world.js';

/** A plan of the world's project with this status. */
export const planIn = (status: string): State => async ({ stand, client, names }) => {
  const { planId } = await insertPlanRow(stand, client, { status, canon: CAST, projectId: names.projectId as string });
  return { planId, storyPlanId: planId };
};

/** Gives the world's project this cast and an approved plan. */
export const withCast = (canon: PlanOptions['canon']): Provoke => async ({ stand, client, names }) => {
  const { planId } = await insertPlanRow(stand, client, { canon, projectId: names.projectId as string });
  return { names: { storyPlanId: planId } };
};

const REDRAFTED = 'the plan was drafted again between look and decision: test/families/gates.test.ts';

export const PLAN_CALLS: AreaCalls = {
  createPlan: {
    refusals: {
      source_not_found: withBody({ sourceIds: [UNKNOWN_ID] }),
      voice_retired: withBody({ artifactRequests: [{ type: 'table_read', voiceMap: { ADA: { voiceId: 'old' } } }] }),
    },
  },
  approvePlan: { state: planIn('REQUIRES_APPROVAL'), refusals: { version_conflict: REDRAFTED } },
  rejectPlan: { state: planIn('REQUIRES_APPROVAL'), refusals: { version_conflict: REDRAFTED } },
  editPlanCast: {
    state: planIn('REQUIRES_APPROVAL'),
    refusals: {
      version_conflict: withBody({ expectedVersion: 99 }), voice_retired: withBody({ edits: [{ op: 'voice', character: 'ADA', voiceId: 'old' }] }),
    },
  },
  resumePlan: { state: planIn('FAILED') },
};
