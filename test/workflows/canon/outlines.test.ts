import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.js';
import { startProcesses, type Processes } from '../../support/processes.js';
import { seriesProject } from '../../support/stands/draft-stand.js';

let stack: Processes;
let client: ApiClient;

beforeAll(async () => {
  stack = await startProcesses({ workers: [['story']] });
  client = await stack.newAccount();
});
afterAll(async () => { await stack?.close(); });

const cell = (name: string, run: () => Promise<void>) => it(name, () => stack.withLogs(run));
const mapOf = (id: string): string => `/story-projects/${id}/outline-map`;
const episodeOf = async (id: string, done: (episode: any) => boolean): Promise<any> =>
  (await client.poll(mapOf(id), ({ outlineMap }) => done(outlineMap.episodes[0]))).outlineMap.episodes[0];

cell('who writes while an outline is being drafted keeps the words: the draft fails and says why', async () => {
  const id = await seriesProject(stack.services, client);
  const worker = await stack.startWorker(['providers'], 'step.made:delay:3000');
  await client.patch(mapOf(id), { episodeId: 'ep_1', draft: true });
  // By now the draft is made, and a delay keeps it from being put into the map.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect((await client.patch(mapOf(id), { episodeId: 'ep_1', outline: { logline: 'Mine.' } })).status).toBe(200);
  const episode = await episodeOf(id, ({ drafting }) => drafting?.status === 'failed');
  expect(episode).toMatchObject({ origin: 'caller', version: 1, outline: { logline: 'Mine.', beats: [] } });
  expect(episode.drafting.failureMessage).toContain('nothing was overwritten');
  await worker.kill('SIGKILL');
});

cell('a worker killed between the draft and the map: the next one puts it there once', async () => {
  const id = await seriesProject(stack.services, client);
  const doomed = await stack.startWorker(['providers'], 'step.made:kill');
  await client.patch(mapOf(id), { episodeId: 'ep_1', draft: true });
  expect((await doomed.ended).signal).toBe('SIGKILL');
  expect((await episodeOf(id, () => true)).drafting.status).toBe('drafting');
  const worker = await stack.startWorker(['providers']);
  expect(await episodeOf(id, ({ drafting }) => drafting === null)).toMatchObject({ origin: 'sources', version: 1 });
  await worker.kill('SIGKILL');
});
