import { insertScript, parsed } from '../../support/stands/script-stand.js';
import { draftOf, jobIn } from './jobs.js';
import { withCast } from './plans.js';
import { UNKNOWN_ID } from './requests.js';
import { failedSource } from './sources.js';
import { inState, withBody, type AreaCalls, type State } from './state.js';

/** A script of the world's project that nothing was made from. */
export const anotherScript: State = async ({ stand, client, names }) => {
  const scriptUploadId = await insertScript(stand, client, names.projectId as string);
  return { scriptUploadId, versionId: scriptUploadId };
};

/** A script whose text is no screenplay. */
export const unreadable: State = async ({ client, names: { projectId } }) => {
  const content = '<FinalDraft><Content><Paragraph>';
  const { body } = await client.post('/scripts', { title: 'Odd', content, format: 'fdx', projectId });
  await parsed(client, body.script.id);
  return { scriptUploadId: body.script.id };
};

const writtenDraft: State = async (world) => {
  const names = await draftOf('ep_boot')(world);
  const content = 'INT. STEP - NIGHT\n\nA wet boot.';
  const { status, text } = await world.client.patch(`/scripts/${names.scriptUploadId}/content`, { content });
  if (status !== 200) throw new Error(text);
  await world.client.poll(`/scripts/${names.scriptUploadId}`, ({ script }) => script.parseStatus === 'complete');
  return names;
};

const JOB_DELETED = 'its job was deleted with the project meanwhile';
const RESUMED = 'its job was resumed by another call meanwhile';

export const SCRIPT_CALLS: AreaCalls = {
  createScript: { refusals: { script_not_found: 'the script was deleted before its answer was made' } },
  finishScript: { state: writtenDraft, refusals: { script_state_invalid: inState(draftOf('ep_glove')) } },
  deleteScript: { state: anotherScript },
  createScriptVersion: {
    refusals: {
      source_not_found: withBody({ content: undefined, sourceId: UNKNOWN_ID }), source_incomplete: failedSource('source_incomplete'),
      source_fetch_failed: failedSource('source_fetch_failed'),
    },
  },
  deleteScriptVersion: {
    state: async ({ client, names }) => {
      const { body } = await client.post(`/scripts/${names.scriptUploadId}/versions`, { content: 'INT. QUAY - DAY\n\nA boat.' });
      return { versionId: body.version.scriptUploadId };
    },
    refusals: { script_state_invalid: inState(anotherScript) },
  },
  updateScriptContent: { refusals: { script_state_invalid: withBody({ expectedVersion: 99 }) } },
  prepareTableRead: {
    state: anotherScript,
    refusals: {
      project_precondition_failed: async ({ client, names }) => {
        await client.delete(`/story-projects/${names.projectId}`);
        return {};
      },
      voice_retired: withCast({ narrator: 'old', characters: { Ada: 'ada', Tom: 'ben' } }),
      script_state_invalid: 'the adopted text was replaced while it was read', story_job_not_found: JOB_DELETED, story_job_state_invalid: RESUMED,
    },
  },
  retryTableReadAnalysis: {
    state: async (world) => {
      const names = await anotherScript(world);
      return { ...names, ...await jobIn('FAILED', names)(world) };
    },
    refusals: { story_job_not_found: JOB_DELETED, story_job_state_invalid: RESUMED },
  },
};
