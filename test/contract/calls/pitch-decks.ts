import { ensureImage } from '../../../src/domain/canon/images/image-store.js';
import { insertDeckIn, type DeckPhase } from '../../support/stands/deck-rows.js';
import type { Screenplay } from '../../../src/craft/screenplay/model.js';
import { storyToTell } from '../../support/stands/edited-deck.js';
import { insertPerformedRead } from '../../support/stands/trailer-rows.js';
import { UNKNOWN_ID, type Names } from './requests.js';
import { inState, withBody, type AreaCalls, type Calls, type Provoke, type State, type World } from './state.js';

/** A pitch deck of the world's project in a phase of its life. */
export const deckIn = (phase: DeckPhase, screenplay?: Screenplay): State => async ({ stand: { services }, client, names }) => {
  const projectId = names.projectId as string;
  const artifactId = await insertPerformedRead(services, client.accountId, projectId, screenplay);
  return { jobId: await insertDeckIn(services, { accountId: client.accountId, projectId, artifactId }, phase) };
};

/** A deck in a phase of its life, and further names that `found` looks up in it. */
export const naming = (phase: DeckPhase, found: (world: World, jobId: string) => Promise<Names>): State => async (world) => {
  const jobId = (await deckIn(phase)(world)).jobId as string;
  return { jobId, ...await found(world, jobId) };
};

export const chaptersOf = async ({ client }: World, jobId: string): Promise<any[]> =>
  (await client.get(`/pitch-decks/${jobId}/storyboard`)).body.storyboard.chapters;

export const imageOfProject = async ({ stand: { services: { db } }, names }: World): Promise<Names> => ({
  imageId: (await ensureImage(db, {
    projectId: names.projectId as string, objectKey: 'images/plain', mime: 'image/png', widthPx: 8, heightPx: 8, byteSize: 4, sha256: 'a'.repeat(64), purpose: 'place',
    fingerprint: null, prompt: '', seed: 's', provider: 'embedded',
  })).id,
});

/** A deck whose chapters are being rendered, so that it accepts no decisions and no edits. */
const rendering: Provoke = async (world) => {
  const { jobId } = await deckIn('storyboard')(world);
  await world.stand.services.db.query(`UPDATE pitch_decks SET status = 'drafting' WHERE id = $1`, [jobId]);
  return { names: { jobId: jobId as string } };
};

/** The token in the URL of a deck's file. */
const takenFile: State = async (world) => {
  const { jobId } = await deckIn('draft')(world);
  const [chapter] = await chaptersOf(world, jobId as string);
  return { token: (chapter.takes[0].url as string).split('/').at(-1)! };
};

const LATE = 'an edit comes between the look at the deck and the decision: test/api/pitch-decks/decisions.test.ts';

/** The calls of an operation that edits a deck: by default in its plan phase, and refused while chapters are rendered or with a wrong revision. */
export const edit = (state: State = deckIn('plan'), refusals: Calls['refusals'] = {}): Calls =>
  ({ state, refusals: { story_job_state_invalid: rendering, version_conflict: withBody({ expectedRevision: 99 }), ...refusals } });

const requested = { state: deckIn('plan') };

const takeOfFirst = async (world: World, jobId: string): Promise<Names> => ({ takeId: (await chaptersOf(world, jobId))[0].selectedTake });

/** A chapter in which a line of the read is heard. */
const withLine = async (world: World, jobId: string): Promise<Names> =>
  ({ chapterIndex: (await chaptersOf(world, jobId)).find(({ lines }) => lines.length > 0).index });

/** A scene chapter of a deck whose story has more to tell. */
const untoldScene: State = async (world) => {
  const jobId = (await deckIn('plan', storyToTell())(world)).jobId as string;
  return { jobId, chapterIndex: (await chaptersOf(world, jobId)).find(({ kind }) => kind === 'scene').index };
};

const everyChapter = async (world: World, jobId: string): Promise<Names> => ({ order: [...(await chaptersOf(world, jobId)).keys()] as unknown as string[] });
/** The second chapter, whose selected take gets a defect. */
const spoilt = (world: World, jobId: string): Promise<Names> => spoilTake(world, jobId).then(() => ({ chapterIndex: 1 }));
async function spoilTake(world: World, jobId: string): Promise<void> {
  const [, chapter] = await chaptersOf(world, jobId);
  await world.stand.services.db.query(`UPDATE candidates SET facts = facts || '{"defects": ["line_unheard"]}' WHERE facts->>'takeId' = $1`, [chapter.selectedTake]);
}
const takeOfSecond = async (world: World, jobId: string): Promise<Names> => ({ chapterIndex: 1, takeId: (await chaptersOf(world, jobId))[1].selectedTake });
const second = async (): Promise<Names> => ({ chapterIndex: 1 });
const staged = async (world: World, jobId: string): Promise<Names> =>
  ({ chapterIndex: (await chaptersOf(world, jobId)).findIndex(({ composition, picture }) => composition !== 'text' && picture !== null) });
const spoken = async (world: World, jobId: string): Promise<Names> =>
  ({ chapterIndex: (await chaptersOf(world, jobId)).findIndex(({ textMode, sentences }) => textMode === 'voiceover' && sentences.length > 0) });
/** A deck with a bell in its first chapter. */
const withBell = naming('plan', async ({ client }, jobId) => {
  await client.post(`/pitch-decks/${jobId}/bell-lane`, { chapterIndex: 0, soundId: 'hand-bell' });
  return { chapterIndex: 0, soundId: 'hand-bell' };
});
/** A deck whose music is written to its pictures. */
const scored = naming('storyboard', async ({ stand: { services } }, jobId) => {
  await services.db.query(`UPDATE storyboards SET fields = fields || '{"score": {"seed": "one"}}' WHERE subject_id = $1`, [jobId]);
  return {};
});

/** The calls about the sound, the pictures and the takes of a deck. */
const SOUND_AND_TAKES: AreaCalls = {
  getPitchDeckAudioTimeline: { ...requested, refusals: { artifact_not_ready: 'voices that take more than ten seconds for the texts of a deck' } },
  getPitchDeckSoundMap: { ...requested, refusals: { artifact_not_ready: 'voices that take more than ten seconds for the texts of a deck' } },
  getPitchDeckAudio: requested,
  getPitchDeckBellLane: requested,
  getPitchDeckScoreToPicture: requested,
  getPitchDeckVideoCoverage: requested,
  requestPitchDeckVideoCoverage: requested,
  movePitchDeckSound: edit(naming('plan', spoken)),
  changePitchDeckMusic: edit(),
  changePitchDeckEffects: edit(naming('plan', async () => ({ soundId: 'thunder' }))),
  ringPitchDeckBell: edit(naming('plan', async () => ({ soundId: 'hand-bell' }))),
  removePitchDeckBell: edit(withBell),
  revertPitchDeckScore: edit(scored),
  scorePitchDeck: edit(deckIn('storyboard')),
  movePitchDeckTitle: edit(deckIn('storyboard')),
  reassemblePitchDeck: edit(deckIn('draft')),
  regeneratePitchDeckFrame: edit(naming('storyboard', staged)),
  regeneratePitchDeckClip: edit(naming('storyboard', second)),
  renderPitchDeckClip: edit(naming('storyboard', second)),
  fixPitchDeckChapters: edit(naming('draft', spoilt)),
  selectPitchDeckTake: edit(naming('draft', takeOfSecond)),
  trimPitchDeckTake: edit(naming('draft', second)),
  keepPitchDeckTake: edit(naming('draft', spoilt)),
  abandonPitchDeckTake: edit(naming('draft', second)),
  repairPitchDeckTake: edit(naming('draft', spoilt), { insufficient_credits: 'the first repair of a chapter is free; the second one needs a take that was repaired' }),
  stagePitchDeckVoiceOver: edit(naming('draft', spoken)),
};

const inPlan = inState(deckIn('plan'));

/** A finished deck, and the number of its first version. */
const versionOne: State = naming('finished', async () => ({ number: 1 }));

/** A deck whose PDF is being made. */
const printing: State = async (world) => {
  const { jobId } = await deckIn('storyboard')(world);
  await world.client.post(`/pitch-decks/${jobId}/pdf`, {});
  return { jobId: jobId as string };
};

/** Files, versions, sharing and the life of decks. */
const LIFE_CALLS: AreaCalls = {
  renamePitchDeck: { state: deckIn('plan') },
  deletePitchDeck: { state: deckIn('plan'), refusals: { story_job_state_invalid: 'work is ordered again between every look at it and the deletion' } },
  cancelPitchDeckRender: { state: printing },
  publishPitchDeck: { state: deckIn('finished'), refusals: { story_job_state_invalid: inPlan } },
  unpublishPitchDeck: { state: deckIn('published'), refusals: { story_job_state_invalid: inPlan } },
  makePitchDeckPdf: { state: deckIn('storyboard') },
  exportPitchDeckVideo: { state: deckIn('finished'), refusals: { artifact_not_ready: inPlan } },
  getPitchDeckVersions: { state: deckIn('finished') },
  getPitchDeckVersion: { state: versionOne },
  archivePitchDeckVersion: { state: versionOne },
  duplicatePitchDeck: { state: deckIn('plan') },
};

export const DECK_CALLS: AreaCalls = {
  ...SOUND_AND_TAKES, ...LIFE_CALLS,
  getPitchDeckStoryboard: requested,
  getPitchDeckChapters: requested,
  downloadPitchDeckFile: { state: takenFile, refusals: { story_job_not_found: async () => ({ names: { token: UNKNOWN_ID } }) } },
  approvePitchDeckPlan: {
    state: deckIn('plan'), refusals: { story_job_state_invalid: withBody({ acknowledgePlanCoverage: false }), version_conflict: LATE },
  },
  approvePitchDeckStoryboard: { state: deckIn('storyboard'), refusals: { story_job_state_invalid: inState(deckIn('plan')), version_conflict: LATE } },
  approvePitchDeckDraft: { state: deckIn('draft'), refusals: { story_job_state_invalid: inState(deckIn('storyboard')), version_conflict: LATE } },
  requestPitchDeckCoverage: requested,
  getPitchDeckCoverage: requested,
  refinePitchDeck: edit(naming('plan', async () => ({ instruction: 'longer' }))),
  regeneratePitchDeckText: edit(untoldScene),
  applyPitchDeckComponent: edit(naming('draft', takeOfFirst)),
  swapPitchDeckImage: edit(naming('plan', imageOfProject)),
  directPitchDeckText: edit(),
  insertPitchDeckChapter: edit(naming('plan', async () => ({ chapter: { text: 'Nobody asked.' } as unknown as string }))),
  removePitchDeckChapter: edit(),
  reorderPitchDeckChapters: edit(naming('plan', everyChapter)),
  refinePitchDeckChapter: edit(),
  dropPitchDeckLine: edit(naming('plan', withLine)),
  getPitchDeckLook: requested, setPitchDeckLook: edit(),
  getPitchDeckCamera: requested, setPitchDeckCamera: edit(),
  getPitchDeckMotionBlur: requested, setPitchDeckMotionBlur: edit(),
  setPitchDeckVisualGrammar: edit(),
  getPitchDeckQuietTrack: requested, setPitchDeckQuietTrack: edit(),
  getPitchDeckResolution: requested, setPitchDeckResolution: edit(),
  getPitchDeckVideoModel: requested, setPitchDeckVideoModel: edit(naming('plan', async () => ({ model: 'embedded' }))),
  getPitchDeckIntent: requested, setPitchDeckIntent: edit(),
  getPitchDeckNarrator: requested,
  setPitchDeckNarrator: edit(naming('plan', async () => ({ voiceId: 'ada' })), { voice_retired: withBody({ voiceId: 'old' }) }),
  setPitchDeckTitleSequence: edit(), setPitchDeckClosingSequence: edit(), setPitchDeckInterludes: edit(),
  finishPitchDeck: { state: deckIn('review'), refusals: { story_job_state_invalid: inState(deckIn('draft')), version_conflict: LATE } },
};
