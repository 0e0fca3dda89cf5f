import { newId } from '../../../src/kernel/db/ids.js';
import { insertJobRow } from '../../support/work-rows.js';
import { insertPlanRow } from '../../support/stands/job-stand.js';
import { UNKNOWN_ID, type Names } from './requests.js';
import { withBody, type AreaCalls, type Provoke, type State } from './state.js';

/** A job of the world's plan with this status and one artifact. */
export const jobIn = (status: 'RUNNING' | 'FAILED' | 'CANCELED', of: Names = {}): State => async ({ stand, client, names }) => {
  const [jobId, artifactId] = [newId('job'), newId('artifact')];
  const { db } = stand.services;
  const owner = { accountId: client.accountId, projectId: names.projectId as string };
  const lineItems = [{ kind: 'artifact', label: 'Read', credits: 10, artifactIndex: 0 }];
  const quote = { currency: 'studio_credits', total: 10, notes: [], lineItems };
  await insertJobRow(db, { jobId, planId: names.planId as string, status, credits: 10, quote, ...owner, ...of });
  await db.query(
    `INSERT INTO artifacts (id, account_id, project_id, job_id, line, type, title, status, current_version, refine_count, share_expires_at)
     VALUES ($1, $2, $3, $4, 0, 'table_read', 'Read', $5, 1, 0, now() + interval '1 day')`,
    [artifactId, owner.accountId, owner.projectId, jobId, status === 'RUNNING' ? 'RUNNING' : 'FAILED']);
  return { jobId, artifactId };
};

/** The draft of an episode that has been started and has no text yet. */
export const draftOf = (episodeId: 'ep_boot' | 'ep_glove'): State => async ({ client, names }) => {
  const { body } = await client.post(`/story-projects/${names.projectId}/episodes`, { episodeId });
  return { scriptUploadId: body.scriptUploadId };
};

const WRITTEN_OTHERWISE: Provoke = async ({ made }) => ({ names: { scriptUploadId: made.scriptUploadId! } });

export const JOB_CALLS: AreaCalls = {
  createJob: {
    refusals: {
      story_plan_not_found: withBody({ storyPlanId: UNKNOWN_ID }),
      script_state_invalid: 'the adopted text was replaced while it was read',
      // The plan of a deck, in a project without a performed read.
      artifact_not_ready: async ({ stand, client }) => {
        const { planId } = await insertPlanRow(stand, client, { artifactRequests: [{ type: 'pitch_deck', includePdf: false }] });
        return { names: { storyPlanId: planId } };
      },
      version_conflict: 'the plan that it approves was drafted again between look and decision: test/families/gates.test.ts',
    },
  },
  cancelJob: { state: jobIn('RUNNING') },
  resumeJob: { state: jobIn('FAILED'), refusals: { script_not_found: 'the adopted version was deleted meanwhile' } },
  getScreenplayDraft: { state: draftOf('ep_boot'), refusals: { script_state_invalid: WRITTEN_OTHERWISE } },
  writeScreenplayDraft: { state: draftOf('ep_boot'), refusals: { script_state_invalid: WRITTEN_OTHERWISE } },
};
