import { newId } from '../../../src/kernel/db/ids.js';
import { addCandidates, insertRequest } from '../../../src/kernel/families/candidates/candidate-store.js';
import { workIdOf } from '../../../src/kernel/works/ids.js';
import { insertWorkRow } from '../../support/work-rows.js';
import { keptFrame, portraitDesignIn, renderedFrame, visualBible } from './image-states.js';
import { unreadable } from './scripts.js';
import { inState, withBody, type AreaCalls, type State } from './state.js';

/** A voice design for Ada, with one candidate voice and its work in this status. */
const designIn = (status: 'RUNNING' | 'READY', voiceId = 'ada'): State => async ({ stand, client, names }) => {
  const { db } = stand.services;
  const [designId, projectId, accountId] = [newId('voiceDesign'), names.projectId as string, client.accountId];
  const brief = { character: 'Ada', description: '', gender: 'female', ageRange: 'adult', accent: null, pitch: null, pace: null, tags: [], count: 3 };
  const variant = {
    voiceId, name: 'Ada 1', provider: 'scripted', measuredLufs: -24, nearest: null, pitchHz: 190, wordsPerSecond: 3, timbre: Array(14).fill(0),
  };
  const work = { workId: workIdOf('voice-design', designId), kind: 'voice-design', projectId };
  await insertWorkRow(db, { ...work, accountId, subjectId: designId, status, credits: 2 });
  await insertRequest(db, { ...work, id: designId }, { subject: { type: 'character', id: 'ada' }, brief, wanted: 3 });
  await addCandidates(db, designId, 0, [variant]);
  return { designId, voiceId };
};

const judgedVoiceDesign: State = async (world) => {
  const names = await designIn('READY')(world);
  await world.client.post(`/story-projects/${world.names.projectId}/cast-voice/designs/${names.designId}/coverage`);
  return names;
};

const judgedPortraitDesign: State = async (world) => {
  const names = await portraitDesignIn('READY')(world);
  await world.client.post(`/story-projects/${world.names.projectId}/cast-portraits/designs/${names.designId}/coverage`);
  return names;
};

const OLD = { voiceId: 'old' };
const IN_THE_QUERY = 'the script is a field of the query: test/api/canon/cast.test.ts';

export const CANON_CALLS: AreaCalls = {
  updateOutlineMap: { state: async () => ({ episodeId: 'ep_boot' }) },
  updateCastCanon: { refusals: { voice_retired: withBody({ narrator: OLD }) } },
  updateCastVoice: { state: async () => ({ voiceId: 'ada' }), refusals: { voice_retired: withBody(OLD) } },
  chooseVoice: { state: designIn('READY'), refusals: { voice_retired: inState(designIn('READY', 'old')) } },
  requestVoiceDesignCoverage: { state: designIn('READY'), refusals: { artifact_not_ready: inState(designIn('RUNNING')) } },
  getVoiceDesignCoverage: { state: judgedVoiceDesign },
  getProjectCast: { refusals: { script_not_found: IN_THE_QUERY, cast_precondition_failed: IN_THE_QUERY } },
  castProject: {
    state: visualBible,
    refusals: {
      cast_precondition_failed: async (world) => ({ body: await unreadable(world) }),
      artifact_not_ready: 'two orders of one picture were confirmed at once: test/api/canon/cast.test.ts',
    },
  },
  designPortrait: { state: visualBible },
  choosePortrait: { state: portraitDesignIn('READY'), refusals: { artifact_not_ready: inState(portraitDesignIn('RUNNING')) } },
  requestPortraitDesignCoverage: { state: portraitDesignIn('READY'), refusals: { artifact_not_ready: inState(portraitDesignIn('RUNNING')) } },
  getPortraitDesignCoverage: { state: judgedPortraitDesign },
  renderMoodFrames: { state: visualBible },
  keepMoodFrame: { state: renderedFrame },
  removeMoodFrame: { state: keptFrame },
};
