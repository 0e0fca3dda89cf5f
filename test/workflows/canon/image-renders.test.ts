import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.js';
import { confirmed } from '../../support/canon/priced.js';
import { STAGED_VISUALS, stagedProject } from '../../support/canon/staged-project.js';
import { startProcesses, type Processes } from '../../support/processes.js';

let stack: Processes;
let client: ApiClient;

beforeAll(async () => {
  stack = await startProcesses({ workers: [['story', 'providers']] });
  client = await stack.newAccount();
});
afterAll(async () => { await stack?.close(); });

const cell = (name: string, run: () => Promise<void>) => it(name, () => stack.withLogs(run));

cell('a worker killed among the frames of a mood board: the next one makes the rest, and each is there and charged once', async () => {
  const id = await stagedProject(stack.services, client, STAGED_VISUALS);
  const before = (await client.get('/credits')).body.credits.balance as number;
  const doomed = await stack.startWorker(['pictures'], 'candidates.made:kill');
  const { answer, credits } = await confirmed(client, `/story-projects/${id}/mood-board/render-frames`, { brief: 'The lamp room at night', count: 3 });
  expect([answer.status, credits]).toEqual([202, 3]);
  expect((await doomed.ended).signal).toBe('SIGKILL');
  expect((await client.get(`/story-projects/${id}/mood-board`)).body.moodBoard.candidates).toEqual([]);
  const worker = await stack.startWorker(['pictures']);
  const { moodBoard } = await client.poll(`/story-projects/${id}/mood-board`, (body) => body.moodBoard.rendering.status === 'ready');
  expect(new Set(moodBoard.candidates.map(({ candidateId }: { candidateId: string }) => candidateId)).size).toBe(3);
  expect(moodBoard.candidates).toHaveLength(3);
  expect((await client.get('/credits')).body.credits.balance).toBe(before - 3);
  expect(await stack.services.db.query('SELECT id FROM images WHERE project_id = $1', [id])).toHaveLength(3);
  await worker.kill('SIGKILL');
});
