import { ensureImage } from '../../../src/domain/canon/images/image-store.js';
import { insertReadyRead } from '../../support/ready-read.js';
import { insertPerformedRead, insertTrailerIn, type TrailerPhase } from '../../support/stands/trailer-rows.js';
import { UNKNOWN_ID, type Names } from './requests.js';
import { inState, withBody, type AreaCalls, type Calls, type Provoke, type State, type World } from './state.js';

/** A read of the world's project that is performed to its end. */
const performedRead: State = async ({ stand: { services }, client, names }) =>
  ({ sourceArtifactId: await insertPerformedRead(services, client.accountId, names.projectId as string) });

const unperformedRead: State = async ({ stand, client, names }) =>
  ({ sourceArtifactId: (await insertReadyRead(stand, client.accountId, undefined, undefined, names.projectId as string)).artifactId });

/** A trailer of the world's project in a phase of its life. */
const trailerIn = (phase: TrailerPhase): State => async (world) => {
  const { stand: { services }, client, names } = world;
  const { sourceArtifactId } = await performedRead(world);
  const of = { accountId: client.accountId, projectId: names.projectId as string, artifactId: sourceArtifactId as string };
  return { jobId: await insertTrailerIn(services, of, phase) };
};

/** The token in the URL of a trailer's file. */
const takenFile: State = async (world) => {
  const { jobId } = await trailerIn('review')(world);
  const { storyboard } = (await world.client.get(`/trailers/${jobId}/storyboard`)).body;
  return { token: (storyboard.beats[0].frameUrl as string).split('/').at(-1)! };
};

/** A trailer whose takes are being rendered, so that it accepts no decisions and no edits. */
const rendering: Provoke = async (world) => {
  const { jobId } = await trailerIn('draft')(world);
  await world.stand.services.db.query(`UPDATE trailers SET status = 'rendering' WHERE id = $1`, [jobId]);
  return { names: { jobId: jobId as string } };
};

/** A trailer in a phase of its life, and further names that `found` looks up in it. */
const naming = (phase: TrailerPhase, found: (world: World, jobId: string) => Promise<Names>): State => async (world) => {
  const jobId = (await trailerIn(phase)(world)).jobId as string;
  return { jobId, ...await found(world, jobId) };
};

const beatsOf = async ({ client }: World, jobId: string): Promise<any[]> => (await client.get(`/trailers/${jobId}/storyboard`)).body.storyboard.beats;

const takeOfFirst = async (world: World, jobId: string): Promise<Names> => ({ takeId: (await beatsOf(world, jobId))[0].selectedTake });

/** The longest beat with a line. */
const roomiest = async (world: World, jobId: string): Promise<Names> => {
  const heard = (await beatsOf(world, jobId)).filter(({ line }) => line !== null);
  return { beatIndex: heard.reduce((most, beat) => (beat.durationMs > most.durationMs ? beat : most)).index };
};

const imageOfProject = async ({ stand: { services: { db } }, names }: World): Promise<Names> => ({
  imageId: (await ensureImage(db, {
    projectId: names.projectId as string, objectKey: 'images/plain', mime: 'image/png', widthPx: 8, heightPx: 8, byteSize: 4, sha256: 'a'.repeat(64), purpose: 'place',
    fingerprint: null, prompt: '', seed: 's', provider: 'embedded',
  })).id,
});

const LATE = 'an edit comes between the look at the trailer and the decision: test/api/trailers/decisions.test.ts';

/** The calls of an operation that edits a trailer: by default on one that is cut, and refused while takes are rendered or with a wrong revision. */
const edit = (state: State = trailerIn('draft'), refusals: Calls['refusals'] = {}): Calls =>
  ({ state, refusals: { story_job_state_invalid: rendering, version_conflict: withBody({ expectedRevision: 99 }), ...refusals } });

const requested = { state: trailerIn('draft') };

export const TRAILER_CALLS: AreaCalls = {
  createTrailer: { state: performedRead, refusals: { artifact_not_ready: inState(unperformedRead) } },
  getTrailerStoryboard: requested,
  getTrailerNarrator: requested,
  getTrailerAudio: requested,
  getTrailerAudioTimeline: { ...requested, refusals: { artifact_not_ready: inState(trailerIn('uncut')) } },
  downloadTrailerFile: { state: takenFile, refusals: { story_job_not_found: async () => ({ names: { token: UNKNOWN_ID } }) } },
  requestTrailerCoverage: { ...requested, refusals: { artifact_not_ready: inState(trailerIn('uncut')) } },
  getTrailerCoverage: requested,
  exportTrailerVideo: { state: trailerIn('complete'), refusals: { artifact_not_ready: inState(trailerIn('draft')) } },
  approveTrailerPlan: { state: trailerIn('draft'), refusals: { story_job_state_invalid: inState(trailerIn('uncut')), version_conflict: LATE } },
  approveTrailerStoryboard: { state: trailerIn('review'), refusals: { story_job_state_invalid: inState(trailerIn('draft')), version_conflict: LATE } },
  approveTrailerDraft: { state: trailerIn('approved'), refusals: { story_job_state_invalid: inState(trailerIn('draft')), version_conflict: LATE } },
  applyTrailerComponent: edit(naming('review', takeOfFirst)),
  swapTrailerImage: edit(naming('draft', imageOfProject)),
  moveTrailerLine: edit(naming('draft', roomiest)),
  changeTrailerMusic: edit(),
  changeTrailerEffects: edit(naming('draft', async () => ({ soundId: 'thunder' }))),
  refineTrailer: edit(naming('draft', async () => ({ instruction: 'no narrator' }))),
  regenerateTrailerText: edit(naming('draft', roomiest)),
  regenerateTrailerFrame: edit(),
  regenerateTrailerClip: edit(),
  setTrailerNarrator: edit(naming('draft', async () => ({ voiceId: 'ada' })), { voice_retired: withBody({ voiceId: 'old' }) }),
};
