import { newId } from '../../../src/kernel/db/ids.js';
import { MAX_CAPTURE_BYTES } from '../../../src/domain/sources/captures/captures.js';
import type { ErrorCode } from '../../../src/kernel/errors/catalogue.js';
import type { Operation } from '../../../src/kernel/http/operations/operation.js';
import type { ApiClient } from '../../support/api-client.js';
import { insertPlanRow, type PlanOptions } from '../../support/stands/job-stand.js';
import { insertReadyRead, TEST_VOICES } from '../../support/ready-read.js';
import { longScript, parsed } from '../../support/stands/script-stand.js';
import { plannedCapture, openCapture, uploadedCapture } from './capture-states.js';
import { portraitDesignIn, visualBible } from './image-states.js';
import { bodyOf, pathOf, UNKNOWN_ID, type Names } from './requests.js';
import { anotherScript, designIn, draftOf, jobIn, planIn, seasonRunIn, worldFor } from './world.js';
import type { State, World } from './state.js';

/** What makes an operation refuse: other things named, another body, another caller. */
export interface Refusal {
  names?: Names; body?: object; rawBody?: string; client?: ApiClient;
  upload?: { bytes: Buffer; filename: string; fields?: Record<string, string> };
}

type Provoke = (world: World, operation: Operation) => Promise<Refusal>;

const inState = (state: State): Provoke => async (world) => ({ names: await state(world) });
const withBody = (bodies: Record<string, object>): Provoke => async (_world, { id }) => ({ body: bodies[id] ?? {} });
const NO_CANDIDATE = `mre_${'0'.repeat(26)}.1`;
const HUGE = 'x'.repeat(2_000_001);

/** A form with this file. */
const formWith = (text: string, filename: string): Provoke => async ({ names }, { id }) => ({
  upload: {
    bytes: Buffer.from(text), filename,
    ...(id === 'advanceSeasonRun' ? { fields: { action: 'revise', episodeId: names.episodeId as string, confirmed: 'true' } } : {}),
  },
});

/** A script whose text is no screenplay. */
const unreadable: State = async ({ client, names: { projectId } }) => {
  const content = '<FinalDraft><Content><Paragraph>';
  const { body } = await client.post('/scripts', { title: 'Odd', content, format: 'fdx', projectId });
  await parsed(client, body.script.id);
  return { scriptUploadId: body.script.id };
};

/** The same world for a caller without credits. */
const poor: Provoke = async ({ stand }, operation) => {
  const client = await stand.newAccount({ credits: 0 });
  return { client, names: (await worldFor(stand, client, operation)).names };
};

/** The world's project gets this cast, and a plan that was approved. */
const withCast = (canon: PlanOptions['canon']): Provoke => async ({ stand, client, names }) => {
  const { planId } = await insertPlanRow(stand, client, { canon, projectId: names.projectId as string });
  return { names: { storyPlanId: planId } };
};

/** A source of the world's project that could not be read. */
const failedSource = (code: ErrorCode): Provoke => async ({ stand, client, names }) => {
  const sourceId = newId('source');
  await stand.services.db.query(
    `INSERT INTO sources (id, account_id, project_id, failure_code, type, status, retention_policy, metadata, digest_status)
     VALUES ($1, $2, $3, $4, 'url', 'FAILED', 'EXTRACTED_ONLY', '{}', 'SKIPPED')`,
    [sourceId, client.accountId, names.projectId, code]);
  return { body: { content: undefined, sourceId } };
};

/** The world's read as if it had been made otherwise. */
async function madeOtherwise({ stand, names }: World, content: object): Promise<void> {
  await stand.services.db.query('UPDATE artifact_revisions SET content = content || $2::jsonb WHERE artifact_id = $1', [names.artifactId, JSON.stringify(content)]);
}

/** A read whose narrator was cast anew, and in which somebody has a voice that was retired since. */
const oldVoiceInRead: Provoke = async (world) => {
  const { client, names } = world;
  await madeOtherwise(world, { castVoices: {}, voiceMap: { ...TEST_VOICES, TOBIAS: { voiceId: 'old', voiceName: 'Old', provider: 'scripted' } } });
  const { body: { artifact } } = await client.get(`/artifacts/${names.artifactId}`);
  await client.patch(`/story-projects/${artifact.projectId}/cast-canon`, { narrator: { voiceId: 'ada' } });
  return {};
};

/** What each code takes, whichever operation declares it. */
export const REFUSALS: Partial<Record<ErrorCode, Provoke>> = {
  story_plan_not_found: withBody({ createJob: { storyPlanId: UNKNOWN_ID } }),
  script_not_found: async (_world, { id }) => ({ body: { scriptUploadId: UNKNOWN_ID, ...(id === 'advanceSeasonRun' ? { action: 'revise' } : {}) } }),
  character_not_found: async ({ client }) => ({ names: { projectId: (await client.post('/story-projects', { name: 'Bare' })).body.project.id } }),
  source_not_found: withBody({
    createPlan: { sourceIds: [UNKNOWN_ID] }, createScriptVersion: { content: undefined, sourceId: UNKNOWN_ID },
  }),
  source_type_unsupported: async (world, operation) =>
    (operation.id === 'createSource' ? { body: { type: 'video' } } : formWith('{\\rtf1 words}', 'a.rtf')(world, operation)),
  source_too_large: async (world, operation) => {
    if (operation.id === 'uploadCapture') return { rawBody: 'x'.repeat(MAX_CAPTURE_BYTES.image + 1) };
    return operation.id === 'advanceSeasonRun' ? formWith(HUGE, 'a.fountain')(world, operation) : { body: { content: HUGE } };
  },
  capture_not_found: async () => ({ names: { token: UNKNOWN_ID } }),
  capture_state_invalid: async (world, { id }) => {
    const state = { deleteCapture: plannedCapture, finalizeCapture: openCapture, uploadCapture: uploadedCapture }[id];
    if (!state) throw new Error(`no capture is in a wrong state for ${id}`);
    return { names: await state(world) };
  },
  plan_limit_reached: async (world, operation) =>
    (operation.id === 'advanceSeasonRun' ? formWith(longScript(6), 'a.fountain')(world, operation) : { body: { content: longScript(6) } }),
  story_plan_state_invalid: inState(planIn('SUPERSEDED')),
  story_job_state_invalid: async ({ made }) => ({ names: { jobId: made.jobId! } }),
  insufficient_credits: async (world, operation) => {
    const found = await poor(world, operation);
    if (!operation.price) return found;
    if (operation.id === 'castProject') await visualBible({ ...world, client: found.client!, names: found.names! });
    const { text, body } = await found.client!.post(pathOf(operation, found.names), bodyOf(operation, found.names).body);
    if (!body.quote) throw new Error(text);
    return { ...found, body: { confirm: true, quoteId: body.quote.quoteId } };
  },
  quote_invalid: async () => ({ body: { confirm: true, quoteId: UNKNOWN_ID } }),
  image_design_not_found: async () => ({ names: { designId: UNKNOWN_ID, candidateId: NO_CANDIDATE, frameId: UNKNOWN_ID } }),
  voice_design_not_found: async () => ({ names: { designId: UNKNOWN_ID } }),
  source_fetch_failed: failedSource('source_fetch_failed'),
  source_incomplete: async (world, operation) => {
    if (operation.id === 'createScriptVersion') return failedSource('source_incomplete')(world, operation);
    return formWith('PK\x03\x04 damaged', operation.id === 'advanceSeasonRun' ? 'a.pdf' : 'a.docx')(world, operation);
  },
  cast_precondition_failed: async (world, operation) => {
    if (operation.id === 'castProject') return { body: await unreadable(world) };
    if (operation.id !== 'updateRecording') return withCast({})(world, operation);
    await madeOtherwise(world, { adopted: { revision: 0, edition: 0 } });
    return {};
  },
  project_precondition_failed: async ({ client, names }, { id }) => {
    if (id === 'prepareTableRead') {
      await client.delete(`/story-projects/${names.projectId}`);
      return {};
    }
    const { body } = await client.post('/story-projects', { name: 'Bare' });
    return { names: { projectId: body.project.id } };
  },
  voice_retired: async (world, operation) => {
    const old = { voiceId: 'old' };
    switch (operation.id) {
      case 'advanceSeasonRun':
      case 'prepareTableRead': return withCast({ narrator: 'old', characters: { Ada: 'ada', Tom: 'ben' } })(world, operation);
      case 'updateRecording': return oldVoiceInRead(world, operation);
      case 'updateCastVoice': return { body: old };
      case 'chooseVoice': return { names: await designIn('READY', 'old')(world) };
      case 'updateCastCanon': return { body: { narrator: old } };
      case 'createPlan': return { body: { artifactRequests: [{ type: 'table_read', voiceMap: { ADA: old } }] } };
      default: return { body: { voiceMap: { ADA: old } } };
    }
  },
  version_conflict: async () => ({ body: { expectedVersion: 99 } }),
  artifact_not_ready: async (world, { id }) => {
    if (/Portrait/.test(id)) return { names: await portraitDesignIn('RUNNING')(world) };
    return { names: await (id.includes('VoiceDesign') ? designIn('RUNNING') : jobIn('RUNNING'))(world) };
  },
  table_read_not_failed: async ({ made }) => ({ names: { scriptUploadId: made.scriptUploadId! } }),
  season_run_state_invalid: async (world, { id }) => {
    if (id === 'createSeasonRun') await seasonRunIn(world);
    else await world.stand.services.db.query(`UPDATE season_runs SET status = 'completed', finished_at = now() WHERE id = $1`, [world.names.runId]);
    return {};
  },
  artifact_not_found: async () => ({ body: { sourceArtifactId: UNKNOWN_ID } }),
  publishing_series_not_found: async (_world, { id }) => (id === 'createSeasonRun' ? { body: { seriesId: UNKNOWN_ID } } : { names: { seriesSlug: 'none' } }),
  publishing_asset_not_ready: async ({ stand, client, names }) => {
    const { artifactId } = await insertReadyRead(stand, client.accountId, undefined, undefined, names.projectId as string);
    return { body: { sourceArtifactId: artifactId } };
  },
  publishing_asset_stale: async ({ stand, names }) => {
    await stand.services.db.query('UPDATE publishing_releases SET source_revision = 9 WHERE id = $1', [names.releaseId]);
    return {};
  },
  publishing_release_state_invalid: async ({ client, names }) => {
    await client.post(`/publishing-releases/${names.releaseId}/cancel`);
    return {};
  },
  script_in_use: async (world) => {
    await jobIn('RUNNING', { scriptUploadId: world.names.versionId! })(world);
    return {};
  },
  script_state_invalid: async (world, { id }) => {
    switch (id) {
      case 'updateScriptContent': return { body: { expectedVersion: 99 } };
      case 'deleteScriptVersion': return { names: await anotherScript(world) };
      case 'getScreenplayDraft':
      case 'writeScreenplayDraft': return { names: { scriptUploadId: world.made.scriptUploadId! } };
      case 'finishScript': return { names: await draftOf('ep_glove')(world) };
      case 'createProjectFromScript': return { names: await anotherScript(world) };
      default: return { names: await unreadable(world) };
    }
  },
};

/**
 * Codes that need two calls at once, each with what happens between them. A path names the test that brings the code about.
 */
export const RACES: Record<string, string> = {
  'getProjectCast script_not_found': 'the script is a field of the query: test/api/canon/cast.test.ts',
  'getProjectCast cast_precondition_failed': 'the script is a field of the query: test/api/canon/cast.test.ts',
  'castProject artifact_not_ready': 'two orders of one picture were confirmed at once: test/api/canon/cast.test.ts',
  'createProject project_not_found': 'the project of a lost answer was deleted before the retry',
  'createProjectFromScript project_not_found': 'the project of a lost answer was deleted before the retry',
  'createScript script_not_found': 'the script was deleted before its answer was made',
  'startEpisode script_not_found': 'the script that covers the episode was deleted meanwhile',
  'resumeJob script_not_found': 'the adopted version was deleted meanwhile',
  'advanceSeasonRun script_state_invalid': 'the judged text was replaced while it was read',
  'createJob script_state_invalid': 'the adopted text was replaced while it was read',
  'prepareTableRead script_state_invalid': 'the adopted text was replaced while it was read',
  'createJob version_conflict': 'the plan that it approves was drafted again between look and decision: test/families/gates.test.ts',
  'approvePlan version_conflict': 'the plan was drafted again between look and decision: test/families/gates.test.ts',
  'rejectPlan version_conflict': 'the plan was drafted again between look and decision: test/families/gates.test.ts',
  'prepareTableRead story_job_not_found': 'its job was deleted with the project meanwhile',
  'prepareTableRead story_job_state_invalid': 'its job was resumed by somebody else meanwhile',
  'retryTableReadAnalysis story_job_not_found': 'its job was deleted with the project meanwhile',
  'retryTableReadAnalysis story_job_state_invalid': 'its job was resumed by somebody else meanwhile',
};
