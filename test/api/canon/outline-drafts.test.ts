import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.js';
import { stagedProject } from '../../support/canon/staged-project.js';
import { readFountainOf, settledDraft, startedEpisode, STORY } from '../../support/stands/draft-stand.js';
import { openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ['story', 'providers'] });
  client = await stand.newAccount();
});
afterAll(async () => { await stand?.close(); });

async function project(content: string | null = STORY): Promise<string> {
  const id = await stagedProject(stand.api.services, client);
  if (content !== null) await client.post(`/story-projects/${id}/sources`, { type: 'text', label: 'Story', content });
  return id;
}

const patch = (id: string, body: object) => client.patch(`/story-projects/${id}/outline-map`, { episodeId: 'ep_1', ...body });
const settled = async (id: string): Promise<any> => (await client.poll(`/story-projects/${id}/outline-map`,
  ({ outlineMap }) => outlineMap.episodes[0].drafting?.status !== 'drafting')).outlineMap.episodes[0];

it('drafts an outline from the sources, shown in the list of episodes; the draft of the episode follows the outline', async () => {
  const id = await project();
  const answer = await patch(id, { draft: true });
  expect(answer.status).toBe(202);
  const drafted = await settled(id);
  expect(drafted).toMatchObject({ origin: 'sources', version: 1, status: 'complete', drafting: null });
  expect(drafted.outline.beats.map(({ id: beat }: any) => beat)).toEqual(drafted.outline.beats.map((_: any, at: number) => `b${at + 1}`));
  const { plannedEpisodes } = (await client.get(`/story-projects/${id}/episodes`)).body;
  expect(plannedEpisodes.map(({ outlineStatus }: any) => outlineStatus)).toEqual(['complete', 'empty', 'empty']);

  // The caller's beats take the place of the draft, and the episode is written from them.
  const beats = [
    { role: 'hook', summary: 'Captain Moss knows of only one cart on this island.', characters: ['Moss', 'Ada'], estimatedPages: 0.5 },
    { role: 'payoff', summary: 'Anselm the chaplain blew out the last of his candles.', characters: ['Anselm'], estimatedPages: 0.5 },
  ];
  expect((await patch(id, { outline: { beats }, expectedVersion: 1 })).status).toBe(200);
  const episode = await startedEpisode(client, id);
  await client.post(`/screenplay-drafts/${episode}`, {});
  const draft = await settledDraft(client, episode);
  expect(draft.scenes.map(({ summary, characters }: any) => ({ summary, characters })))
    .toEqual(beats.map(({ summary, characters }) => ({ summary, characters })));
  const text = await readFountainOf(client, episode);
  expect(text).toContain('one cart on this island');
  expect(text).toContain('ANSELM');
  expect(text).not.toContain('The lamp is going out');
  // A cue says who speaks; no line of action says it again.
  expect(text).not.toMatch(/^\w+\. (?:said|asked|cried)$/mu);
});

it('never drafts over an outline of the caller without its version, and names missing sources', async () => {
  const id = await project();
  await patch(id, { outline: { logline: 'Mine.' } });
  const refused = await patch(id, { draft: true });
  expect(refused.body.error).toMatchObject({ code: 'version_conflict', details: { actual: 1, outline: { logline: 'Mine.' } } });
  expect((await patch(id, { draft: true, expectedVersion: 1 })).status).toBe(202);
  expect(await settled(id)).toMatchObject({ origin: 'sources', version: 2 });

  const bare = await project(null);
  const without = await patch(bare, { draft: true });
  expect(without.status).toBe(409);
  expect(without.body.error).toMatchObject({
    code: 'project_precondition_failed', details: {
      missing: ['sources'], nextCall: { method: 'POST', path: `/story-projects/${bare}/sources` },
      stage: expect.not.stringMatching('done'), missingFields: expect.any(Array), canPlan: expect.any(Boolean), canStartEpisode: expect.any(Boolean),
    },
  });
  expect((await patch(id, { draft: true, outline: null })).body.error.details.field).toBe('draft');
});
