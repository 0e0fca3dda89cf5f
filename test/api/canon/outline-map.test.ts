import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.js';
import { STAGED_BIBLE, stagedProject } from '../../support/canon/staged-project.js';
import { openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand();
  client = await stand.newAccount();
});
afterAll(async () => { await stand?.close(); });

const BEATS = [
  { role: 'hook', summary: 'The oil is gone.', characters: ['Ada', 'ada ', 'Tom'], estimatedPages: 1.5 },
  { role: 'turn', summary: 'There is only one cart.' },
  { role: 'payoff', summary: 'The chaplain owns up.', characters: ['Anselm'], estimatedPages: 2 },
];
const OUTLINE = { logline: 'Who drained the lamp?', beats: BEATS };

const EPISODES = STAGED_BIBLE.episodes.map((episode, at) => (at === 1 ? { ...episode, label: 'S2E1' } : episode));
const staged = () => stagedProject(stand.api.services, client, { episodes: EPISODES });
const pathOf = (projectId: string): string => `/story-projects/${projectId}/outline-map`;
const save = (projectId: string, body: object) => client.patch(pathOf(projectId), body);
const mapOf = async (projectId: string): Promise<any> => (await client.get(pathOf(projectId))).body.outlineMap;

it('lists the episodes of the Series Bible, saves the outline of one, and keeps what a patch leaves out', async () => {
  const id = await staged();
  const empty = await mapOf(id);
  expect(empty).toMatchObject({ projectId: id, version: 0 });
  expect(empty.episodes.map(({ episodeId, seasonNumber, status, version }: any) => ({ episodeId, seasonNumber, status, version }))).toEqual([
    { episodeId: 'ep_1', seasonNumber: null, status: 'empty', version: 0 }, { episodeId: 'ep_2', seasonNumber: 2, status: 'empty', version: 0 },
    { episodeId: 'ep_3', seasonNumber: null, status: 'empty', version: 0 },
  ]);
  const saved = await save(id, { episodeId: 'ep_2', outline: OUTLINE });
  expect(saved.status).toBe(200);
  const { version, episodes } = saved.body.outlineMap;
  expect(version).toBe(1);
  expect(episodes[1]).toMatchObject({ status: 'complete', origin: 'caller', version: 1, estimatedPages: 4.5, inSeriesBible: true });
  expect(episodes[1].outline.beats.map(({ id: beat, characters }: any) => [beat, characters])).toEqual([['b1', ['Ada', 'Tom']], ['b2', []], ['b3', ['Anselm']]]);

  const renamed = (await save(id, { episodeId: 'ep_2', outline: { logline: 'Another line.' } })).body.outlineMap.episodes[1];
  expect(renamed).toMatchObject({ version: 2, outline: { logline: 'Another line.', beats: episodes[1].outline.beats } });
  // A save that changes nothing makes no new version.
  expect((await save(id, { episodeId: 'ep_2', outline: { logline: 'Another line.' } })).body.outlineMap.version).toBe(2);
  expect((await save(id, { episodeId: 'ep_2', outline: null })).body.outlineMap.episodes[1]).toMatchObject({ status: 'empty', version: 3 });
});

it('refuses an unknown episode and lists the known ones, and refuses repeated beats and a call before the premise', async () => {
  const id = await staged();
  const unknown = await save(id, { episodeId: 'ep_9', outline: OUTLINE });
  expect(unknown.status).toBe(400);
  expect(unknown.body.error).toMatchObject({ code: 'validation_failed', details: { field: 'episodeId', reason: 'not_in_series_bible' } });
  expect(unknown.body.error.details.episodes.map(({ id: episode }: any) => episode)).toEqual(['ep_1', 'ep_2', 'ep_3']);
  const twice = await save(id, { episodeId: 'ep_1', outline: { beats: [{ ...BEATS[0], id: 'b1' }, { ...BEATS[1], id: 'b1' }] } });
  expect(twice.body.error.details.field).toBe('outline.beats.1.id');
  expect((await save(id, { episodeId: 'ep_1' })).body.error.details.field).toBe('outline');
  const bare = (await client.post('/story-projects', { name: 'Bare' })).body.project.id;
  const refused = await save(bare, { episodeId: 'ep_1', outline: OUTLINE });
  expect(refused.status).toBe(409);
  expect(refused.body.error.code).toBe('project_precondition_failed');
  expect((await mapOf(bare)).episodes).toEqual([]);
});

it('of two writers one wins; the other is told what holds, and saves again from there', async () => {
  const id = await staged();
  const logline = (words: string) => ({ episodeId: 'ep_1', outline: { logline: words }, expectedVersion: 0 });
  const answers = await Promise.all(['First.', 'Second.'].map((words) => save(id, logline(words))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const held = (await mapOf(id)).episodes[0];
  const lost = answers.find(({ status }) => status === 409)!;
  expect(lost.body.error).toMatchObject({
    code: 'version_conflict', details: { expected: 0, actual: 1, episodeId: 'ep_1', outline: held.outline },
  });
  // Another episode has a version of its own.
  expect((await save(id, { episodeId: 'ep_3', outline: OUTLINE, expectedVersion: 0 })).status).toBe(200);
  expect((await save(id, { episodeId: 'ep_1', outline: { beats: BEATS }, expectedVersion: 1 })).body.outlineMap.episodes[0])
    .toMatchObject({ version: 2, outline: { logline: held.outline.logline } });
});

it('keeps and marks the outline of an episode that left the Series Bible', async () => {
  const id = await staged();
  await save(id, { episodeId: 'ep_3', outline: OUTLINE });
  const without = EPISODES.slice(0, 2);
  await client.patch(`/story-projects/${id}/series-bible`, { content: { episodes: without } });
  const { episodes } = await mapOf(id);
  expect(episodes.map(({ episodeId, inSeriesBible }: any) => [episodeId, inSeriesBible])).toEqual([['ep_1', true], ['ep_2', true], ['ep_3', false]]);
  expect(episodes[2]).toMatchObject({ status: 'complete', outline: { logline: OUTLINE.logline } });
  // The outline can still be changed, and belongs to its episode again when the episode comes back.
  expect((await save(id, { episodeId: 'ep_3', outline: { logline: 'Kept.' } })).status).toBe(200);
  await client.patch(`/story-projects/${id}/series-bible`, { content: { episodes: [...without, { id: 'ep_3', title: 'The Chapel' }] } });
  expect((await mapOf(id)).episodes[2]).toMatchObject({ inSeriesBible: true, title: 'The Chapel', outline: { logline: 'Kept.' } });
});
