import { newId } from '../../../src/kernel/db/ids.js';
import { candidateIdOf, type Candidate } from '../../../src/domain/canon/images/candidate.js';
import { insertRender, MOOD_FRAMES, PORTRAIT_DESIGN, type RenderKind } from '../../../src/domain/canon/images/render-store.js';
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

/** A render of the world's project; a ready one has a candidate. */
async function insertedRender({ stand, client, names }: World, kind: RenderKind, status: RenderStatus): Promise<{ id: string; candidateId: string }> {
  const { db } = stand.services;
  const [projectId, accountId] = [names.projectId as string, client.accountId];
  const id = newId(kind === PORTRAIT_DESIGN ? 'portraitDesign' : 'moodRender');
  const candidateId = candidateIdOf(id, 0);
  const shown = kind === PORTRAIT_DESIGN ? { look: LOOK } : { palette: ['#1f2a36'] };
  const candidate: Candidate = {
    candidateId, imageId: newId('image'), mime: 'image/webp', prompt: 'a lamp room', seed: 's', provider: 'embedded', description: 'A lamp room', ...shown,
  };
  await insertRender(db, {
    id, projectId, kind, character: kind === PORTRAIT_DESIGN ? 'Ada' : null, words: 'a lamp room', aspect: '1:1', format: 'webp', wanted: 1,
  });
  await insertWorkRow(db, { workId: workIdOf(kind, id), kind, accountId, projectId, subjectId: id, status, credits: 2 });
  if (status === 'READY') await db.query('UPDATE image_renders SET candidates = $2 WHERE id = $1', [id, JSON.stringify([candidate])]);
  return { id, candidateId };
}

/** A portrait design for Ada. */
export const portraitDesignIn = (status: RenderStatus): State => async (world) => {
  const { id, candidateId } = await insertedRender(world, PORTRAIT_DESIGN, status);
  return { designId: id, candidateId };
};

export const renderedFrame: State = async (world) => ({ candidateId: (await insertedRender(world, MOOD_FRAMES, 'READY')).candidateId });

export const keptFrame: State = async (world) => {
  const names = await renderedFrame(world);
  const { body, text } = await world.client.post(`/story-projects/${world.names.projectId}/mood-board/frames`, names);
  if (!body.frame) throw new Error(text);
  return { frameId: body.frame.frameId };
};

/** The Series Bible of the world's project says how pictures look. */
export const visualBible: State = async ({ client, names }) => {
  const { status, text } = await client.patch(`/story-projects/${names.projectId}/series-bible`, { content: STAGED_VISUALS });
  if (status !== 200) throw new Error(text);
  return {};
};
