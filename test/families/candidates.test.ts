import Type from 'typebox';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { candidates } from '../../api/families/candidates.js';
import type { SubjectPath } from '../../api/families/subject.js';
import { candidateIdOf, type ImageRequest } from '../../src/domain/canon/images/candidate.js';
import { viewRendering } from '../../src/domain/canon/images/image-view.js';
import { moodFrames } from '../../src/domain/canon/mood-board/mood-kind.js';
import { closed, model } from '../../src/kernel/contract/models.js';
import type { ApiClient } from '../support/api-client.js';
import { confirmed } from '../support/canon/priced.js';
import { expectSound } from '../support/invariants.js';
import { ALL_QUEUES, openStand, type Stand } from '../support/stands/stand.js';
import { testDeck } from './test-deck.js';

const Shots = model('TestShots', 'Shots of a test deck.', closed({
  id: Type.String(), brief: Type.String(), status: Type.String(), seeds: Type.Array(Type.String()), chosen: Type.Integer(),
}));
const told = (id: string, path: string) => ({ id, path, summary: id, description: 'Of a test deck.' });

const deckPath: SubjectPath = {
  ...testDeck, base: '/test-decks/{projectId}', load: (services, owner, { projectId }) => testDeck.load(services, owner, { jobId: projectId! }),
};

const shown = {
  key: 'shot', schema: Shots, one: 'One request for shots.',
  view: async () => (row: ImageRequest) => ({
    id: row.id, brief: row.brief.words ?? '', status: viewRendering(row).status, seeds: row.candidates.map(({ facts }) => facts.seed),
    chosen: row.candidates.findIndex(({ chosen }) => chosen),
  }),
  next: ({ projectId, id }: ImageRequest) => ({ method: 'GET' as const, path: `/test-decks/${projectId}/shots/${id}`, why: 'Shows them.' }),
};
const choice = {
  effects: {}, body: closed({ designId: Type.String(), shotId: Type.String() }), field: 'shotId' as const,
  idOf: (id: string, { ordinal }: { ordinal: number }) => candidateIdOf(id, ordinal),
};

/** Shots of a deck, each with its price. They use everything that the family offers. */
const SHOTS = candidates(deckPath, moodFrames, {
  ...shown, name: 'TestShots',
  list: { ...told('listTestShots', '/shots'), page: 'Requests for shots.', by: { field: 'scene', schema: Type.String(), idOf: (scene) => scene.toLowerCase() } },
  make: {
    ...told('makeTestShots', '/shots'), wanted: ({ count = 2 }) => count,
    body: closed({ scene: Type.String(), count: Type.Optional(Type.Integer()) }),
    effects: { scene: 'what is drawn', count: 'how many' },
    ask: async (_services, _projectId, { scene }) => ({
      subject: { type: 'test_scene', id: scene.toLowerCase() }, label: 'Shots', brief: { character: null, words: scene, aspect: '16:9' as const, format: 'webp' as const },
    }),
  },
  choose: {
    ...told('chooseTestShot', '/shots/choose'), ...choice, errors: ['artifact_not_ready'], answer: closed({ chosen: Type.Integer(), of: Type.String() }),
    choose: async (_services, { brief }) => async ({ candidates: all }) => ({ chosen: all.findIndex(({ chosen }) => chosen), of: brief.words ?? '' }),
  },
  request: {
    path: '/shots/{designId}', readOne: { id: 'readTestShots', summary: 'Read', description: 'One.' },
    again: told('remakeTestShots', '/again'),
  },
});

/** Shots of which one is only marked. */
const PICKED = candidates(deckPath, moodFrames, {
  ...shown, name: 'TestPicks',
  make: {
    ...told('makeTestPicks', '/picks'), wanted: () => 1, body: closed({ scene: Type.String() }), effects: { scene: 'what is drawn' },
    ask: async (_services, _projectId, { scene }) => ({
      subject: { type: 'test_scene', id: scene }, label: 'Picks', brief: { character: null, words: scene, aspect: '1:1' as const, format: 'webp' as const },
    }),
  },
  choose: { ...told('pickTestShot', '/picks/choose'), ...choice, errors: [] },
});

let stand: Stand;
let client: ApiClient;
let base: string;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES, operations: [...SHOTS, ...PICKED] });
  client = await stand.newAccount({ credits: 20 });
  base = `/test-decks/${(await client.post('/story-projects', { name: 'Deck' })).body.project.id}/shots`;
});
afterAll(() => stand.close());

const ready = (id: string) => client.poll(`${base}/${id}`, ({ shot }) => shot.status === 'ready');

it('makes, lists, reads, chooses and makes again, each for the quoted price', async () => {
  const { answer, credits } = await confirmed(client, base, { scene: 'The Quay', count: 3 });
  expect([answer.status, credits, answer.body.next.path]).toEqual([202, 3, `${base}/${answer.body.shot.id}`]);
  const { shot } = await ready(answer.body.shot.id);
  expect(shot).toMatchObject({ brief: 'The Quay', chosen: -1 });
  expect(new Set(shot.seeds).size).toBe(3);
  expect(shot.id).toMatch(/^ord_/);

  const again = await confirmed(client, `${base}/${shot.id}/again`);
  expect([again.answer.status, again.credits]).toEqual([202, 3]);
  const { shot: other } = await ready(again.answer.body.shot.id);
  expect(other.brief).toBe('The Quay');
  expect(new Set([...shot.seeds, ...other.seeds]).size).toBe(6);
  expect((await client.get(`${base}?scene=THE%20QUAY`)).body.shots.map(({ id }: { id: string }) => id)).toEqual([other.id, shot.id]);
  expect((await client.get(`${base}?scene=tower`)).body.shots).toEqual([]);

  const choose = (shotId: string) => client.post(`${base}/choose`, { designId: shot.id, shotId });
  expect((await choose(`${shot.id}.2`)).body).toEqual({ chosen: 1, of: 'The Quay' });
  expect((await choose(`${shot.id}.3`)).body).toMatchObject({ chosen: 2 });
  expect((await choose(`${other.id}.1`)).body.error).toMatchObject({ code: 'validation_failed', details: { field: 'shotId' } });
  expect([(await client.get(`${base}/${shot.id}`)).body.shot.chosen, (await client.get(`${base}/${other.id}`)).body.shot.chosen]).toEqual([2, -1]);
  const picked = await client.post(base.replace('/shots', '/picks/choose'), { designId: shot.id, shotId: `${shot.id}.1` });
  expect([picked.status, picked.body]).toMatchObject([200, { shot: { id: shot.id, chosen: 0 }, next: { path: `${base}/${shot.id}` } }]);
  expect((await client.get('/credits')).body.credits.balance).toBe(20 - 6);
  await expectSound(stand.api.services);
});

it('answers 404 for the requests of another account', async () => {
  const { answer } = await confirmed(client, base, { scene: 'The Tower', count: 1 });
  const stranger = await stand.newAccount({ credits: 20 });
  for (const path of [`${base}/${answer.body.shot.id}`, base]) expect((await stranger.get(path)).status).toBe(404);
  expect((await stranger.post(`${base}/${answer.body.shot.id}/again`)).body.error).toMatchObject({ code: 'image_design_not_found' });
});
