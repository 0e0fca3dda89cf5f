import { currentScreenplay } from '../../../src/domain/scripts/adoption.js';
import { textHash } from '../../../src/domain/scripts/coverage/text-hash.js';
import type { Operation } from '../../../src/kernel/http/operations/operation.js';
import { newId } from '../../../src/kernel/db/ids.js';
import { workIdOf } from '../../../src/kernel/works/ids.js';
import type { ApiClient } from '../../support/api-client.js';
import { passStages } from '../../support/canon/staged-project.js';
import { insertReadyRead } from '../../support/ready-read.js';
import { insertPlanRow, type JobStand, type PlanOptions } from '../../support/stands/job-stand.js';
import { LAMP, uploaded } from '../../support/stands/script-stand.js';
import { insertedSeries, newRelease } from '../../support/publishing/recorded-read.js';
import { performs } from '../../support/stands/share-stand.js';
import { insertJobRow, insertPerformanceRow, insertWorkRow } from '../../support/work-rows.js';
import { CAPTURE_STATES } from './capture-states.js';
import { IMAGE_STATES } from './image-states.js';
import type { Names } from './requests.js';
import type { State, World } from './state.js';

const EPISODES = [
  { id: 'ep_boot', title: 'The Wet Boot', summary: 'A boot stands on the step.' },
  { id: 'ep_glove', title: 'The Left Glove', summary: 'A glove lies beside it.' },
];

const CAST: PlanOptions['canon'] = { narrator: 'nell', characters: { Ada: 'ada', Ben: 'ben', Tom: 'ben' } };

/** A project with a Bible, a cast, a source, an approved plan and a script; the script has a read that nobody performed yet. */
export async function makeWorld(stand: JobStand, client: ApiClient): Promise<World> {
  const { planId, projectId } = await insertPlanRow(stand, client, { canon: CAST });
  await passStages(stand.services, client, projectId, {
    productionMedium: 'audio', characters: [{ name: 'Ada', role: 'keeper' }, { name: 'Ben', role: 'postman' }], episodes: EPISODES,
  });
  const sourceId = (await client.get(`/story-projects/${projectId}/sources`)).body.sources[0].id as string;
  const { scriptUploadId } = await uploaded(client, LAMP, { projectId });
  const read = await insertReadyRead(stand, client.accountId);
  await performs(stand, read, scriptUploadId);
  const { artifactId, jobId } = read;
  const names = {
    projectId, planId, storyPlanId: planId, sourceId, sourceIds: [sourceId], scriptUploadId, versionId: scriptUploadId,
    artifactId, jobId,
  };
  return { stand, client, names, made: names };
}

/** A plan of the world's project in another state. */
export const planIn = (status: string): State => async ({ stand, client, names }) => {
  const { planId } = await insertPlanRow(stand, client, { status, canon: CAST, projectId: names.projectId as string });
  return { planId, storyPlanId: planId };
};

/** A job of the world's plan, with one artifact, in another state. */
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

/** A script of the world's project that nothing was made from. */
export const anotherScript: State = async ({ client, names }) => {
  const { scriptUploadId } = await uploaded(client, LAMP, { projectId: names.projectId });
  return { scriptUploadId, versionId: scriptUploadId };
};

export const draftOf = (episodeId: 'ep_boot' | 'ep_glove'): State => async ({ client, names }) => {
  const { body } = await client.post(`/story-projects/${names.projectId}/episodes`, { episodeId });
  return { scriptUploadId: body.scriptUploadId };
};

const writtenDraft: State = async (world) => {
  const names = await draftOf('ep_boot')(world);
  const content = 'INT. STEP - NIGHT\n\nA wet boot.';
  const { status, text } = await world.client.patch(`/scripts/${names.scriptUploadId}/content`, { content });
  if (status !== 200) throw new Error(text);
  await world.client.poll(`/scripts/${names.scriptUploadId}`, ({ script }) => script.parseStatus === 'complete');
  return names;
};

/** A design of one voice of the catalogue for Ada, in a state of its work. */
export const designIn = (status: 'RUNNING' | 'READY', voiceId = 'ada'): State => async ({ stand, client, names }) => {
  const { db } = stand.services;
  const [designId, projectId, accountId] = [newId('voiceDesign'), names.projectId as string, client.accountId];
  const brief = { character: 'Ada', description: '', gender: 'female', ageRange: 'adult', accent: null, pitch: null, pace: null, tags: [], count: 3, round: 0 };
  const variant = {
    voiceId, name: 'Ada 1', provider: 'scripted', measuredLufs: -24, nearest: null, pitchHz: 190, wordsPerSecond: 3, timbre: Array(14).fill(0),
  };
  await db.query(
    `INSERT INTO voice_designs (id, account_id, project_id, character, character_key, brief, variants) VALUES ($1, $2, $3, 'Ada', 'ada', $4, $5)`,
    [designId, accountId, projectId, JSON.stringify(brief), JSON.stringify([variant])]);
  await insertWorkRow(db, { workId: workIdOf('voice-design', designId), kind: 'voice-design', accountId, projectId, subjectId: designId, status, credits: 2 });
  return { designId, voiceId };
};

const performed: State = async ({ stand, client, names }) => {
  const read = { artifactId: names.artifactId as string, accountId: client.accountId, projectId: names.projectId as string };
  await insertPerformanceRow(stand.services.db, read, { status: 'READY', lineCount: 7, performedCount: 7 });
  return {};
};

const failedFinalize: State = async ({ stand, client, names }) => {
  const [artifactId, projectId] = [names.artifactId as string, names.projectId as string];
  await insertWorkRow(stand.services.db, {
    workId: workIdOf('finalize', artifactId, 1), kind: 'finalize', accountId: client.accountId, projectId,
    subjectId: artifactId, revision: 1, status: 'FAILED', credits: 6, failureCode: 'artifact_generation_failed',
  });
  return {};
};

/** A series of the world's project and a release of a recorded read, not yet published. */
const releaseIn: State = async ({ stand, client, names }) => {
  const series = await insertedSeries(stand, client, names.projectId as string);
  const release = await newRelease(stand, client, series);
  return { seriesId: series.id, seriesSlug: series.slug, releaseId: release.id, sourceArtifactId: release.read.artifactId };
};

/** A season run whose map is drafted. */
export const seasonRunIn: State = async ({ client, names }) => {
  const made = await client.post(`/story-projects/${names.projectId}/season-runs`, { seasonNumber: 1 });
  if (made.status !== 201) throw new Error(made.text);
  const { run } = await client.poll(`/season-runs/${made.body.run.id}`, (body) => body.run.mapVersion > 0);
  return { runId: run.id, episodeId: run.episodes[0].id };
};

/** A season run with an episode that passed the gate and waits for its read. */
const coveredEpisode: State = async (world) => {
  const run = await seasonRunIn(world);
  const { scriptUploadId } = await anotherScript(world);
  const { services } = world.stand;
  const { screenplay } = await currentScreenplay(services, scriptUploadId as string, { mode: 'drama', narrationPolicy: 'include', title: '' });
  await services.db.query(
    `UPDATE season_run_episodes SET status = 'gate_passed', begun = true, attempt = 1, script_upload_id = $2, page_count = 1, gate_passed = true,
       judged_text_hash = $3 WHERE id = $1`, [run.episodeId, scriptUploadId, textHash(screenplay.entries)]);
  return run;
};

const PUBLISHING = [
  'getPublishingSeries', 'updatePublishingSeries', 'generatePublishingCoverArt', 'listPublishingDestinations', 'putPublishingDestination',
  'getPublishingFeed', 'getPublishingAnalytics', 'listPublishingReleases', 'createPublishingRelease', 'getPublishingRelease', 'updatePublishingRelease',
  'generatePublishingDescription', 'listPublishingTargets', 'schedulePublishingRelease', 'publishRelease', 'refreshPublishingMedia',
  'cancelPublishingRelease',
];

/** The state in which an operation does what it is for, where that is not the world as it is made. */
const STATES: Record<string, State> = {
  ...CAPTURE_STATES,
  ...IMAGE_STATES,
  ...Object.fromEntries(['getSeasonRun', 'updateSeasonEpisode', 'approveSeasonRun', 'cancelSeasonRun'].map((id) => [id, seasonRunIn])),
  advanceSeasonRun: coveredEpisode,
  ...Object.fromEntries(PUBLISHING.map((id) => [id, releaseIn])),
  restoreProject: async ({ client, names }) => {
    await client.delete(`/story-projects/${names.projectId}`);
    return {};
  },
  approvePlan: planIn('REQUIRES_APPROVAL'),
  rejectPlan: planIn('REQUIRES_APPROVAL'),
  resumePlan: planIn('FAILED'),
  cancelJob: jobIn('RUNNING'),
  resumeJob: jobIn('FAILED'),
  finalizeArtifact: performed,
  retryFinalize: failedFinalize,
  getScreenplayDraft: draftOf('ep_boot'),
  writeScreenplayDraft: draftOf('ep_boot'),
  finishScript: writtenDraft,
  deleteScript: anotherScript,
  deleteScriptVersion: async ({ client, names }) => {
    const { body } = await client.post(`/scripts/${names.scriptUploadId}/versions`, { content: 'INT. QUAY - DAY\n\nA boat.' });
    return { versionId: body.version.scriptUploadId };
  },
  prepareTableRead: anotherScript,
  retryTableReadAnalysis: async (world) => {
    const names = await anotherScript(world);
    return { ...names, ...await jobIn('FAILED', names)(world) };
  },
  updateOutlineMap: async () => ({ episodeId: 'ep_boot' }),
  updateCastVoice: async () => ({ voiceId: 'ada' }),
  chooseVoice: designIn('READY'),
  requestVoiceDesignCoverage: designIn('READY'),
  getVoiceDesignCoverage: async (world) => {
    const names = await designIn('READY')(world);
    await world.client.post(`/story-projects/${world.names.projectId}/cast-voice/designs/${names.designId}/coverage`);
    return names;
  },
  createProjectFromScript: async ({ client }) => ({ scriptUploadId: (await uploaded(client)).scriptUploadId }),
};

export const hasState = ({ id }: Operation): boolean => id in STATES;

/** A world of its own for one operation, in the state that it needs. */
export async function worldFor(stand: JobStand, client: ApiClient, { id }: Operation): Promise<World> {
  const world = await makeWorld(stand, client);
  return { ...world, names: { ...world.names, ...await STATES[id]?.(world) } };
}
