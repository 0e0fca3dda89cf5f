import { newId } from '../../../src/kernel/db/ids.js';
import { candidateIdOf, type ImageBrief, type ImageFacts } from '../../../src/domain/canon/images/candidate.js';
import { moodFrames } from '../../../src/domain/canon/mood-board/mood-kind.js';
import { portraitDesigns } from '../../../src/domain/canon/portraits/portrait-kind.js';
import { addCandidates, insertRequest } from '../../../src/kernel/families/candidates/candidate-store.js';
import type { Candidates } from '../../../src/kernel/families/candidates/candidates.js';
import type { Look } from '../../../src/craft/images/person/look.js';
import { workIdOf } from '../../../src/kernel/works/ids.js';
import { STAGED_VISUALS } from '../../support/canon/staged-project.js';
import { insertWorkRow } from '../../support/work-rows.js';
import type { State, World } from './state.js';

const LOOK: Look = {
  version: 1, name: 'Ada', age: 'adult', presentation: 'feminine', skin: 1, hair: 'bob', hairColour: '#3d281e', eyeColour: '#44606e', brow: 0.5,
  eyeSize: 0.5, nose: 1, jaw: 1, lips: 1, faceWidth: 0.5, build: 0.5, facialHair: 'none', glasses: 'none', hat: 'none', garment: 'coat', cloth: '#22303a',
  trim: '#c9b27d', extras: [],
};

type RenderStatus = 'RUNNING' | 'READY';

/** Inserts an image request into the world's project; a `READY` one has a candidate. */
async function insertedRender(
  { stand, client, names }: World, { kind }: Candidates<ImageBrief, ImageFacts>, status: RenderStatus,
): Promise<{ id: string; candidateId: string }> {
  const { db } = stand.services;
  const [projectId, accountId] = [names.projectId as string, client.accountId];
  const isPortrait = kind === portraitDesigns.kind;
  const id = newId(isPortrait ? 'portraitDesign' : 'moodRender');
  const workId = workIdOf(kind, id);
  const shown = isPortrait ? { look: LOOK } : { palette: ['#1f2a36'] };
  const facts: ImageFacts = {
    imageId: newId('image'), mime: 'image/webp', prompt: 'a lamp room', seed: 's', provider: 'embedded', description: 'A lamp room', ...shown,
  };
  await insertWorkRow(db, { workId, kind, accountId, projectId, subjectId: id, status, credits: 2 });
  await insertRequest(db, { id, projectId, kind, workId }, {
    subject: isPortrait ? { type: 'character', id: 'ada' } : { type: 'project', id: projectId }, wanted: 1,
    brief: { character: isPortrait ? 'Ada' : null, words: 'a lamp room', aspect: '1:1', format: 'webp' },
  });
  if (status === 'READY') await addCandidates(db, id, 0, [facts]);
  return { id, candidateId: candidateIdOf(id, 0) };
}

/** A portrait design for Ada. */
export const portraitDesignIn = (status: RenderStatus): State => async (world) => {
  const { id, candidateId } = await insertedRender(world, portraitDesigns, status);
  return { designId: id, candidateId };
};

export const renderedFrame: State = async (world) => ({ candidateId: (await insertedRender(world, moodFrames, 'READY')).candidateId });

export const keptFrame: State = async (world) => {
  const names = await renderedFrame(world);
  const { body, text } = await world.client.post(`/story-projects/${world.names.projectId}/mood-board/frames`, names);
  if (!body.frame) throw new Error(text);
  return { frameId: body.frame.frameId };
};

/** Gives the Series Bible of the world's project its visual fields. */
export const visualBible: State = async ({ client, names }) => {
  const { status, text } = await client.patch(`/story-projects/${names.projectId}/series-bible`, { content: STAGED_VISUALS });
  if (status !== 200) throw new Error(text);
  return {};
};
