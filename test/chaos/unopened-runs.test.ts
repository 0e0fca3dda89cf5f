import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { confirmed } from '../support/canon/priced.js';
import { stagedProject } from '../support/canon/staged-project.js';
import { startProcesses, type Processes } from '../support/processes.js';
import { ALL_QUEUES } from '../support/stands/stand.js';

/** How soon health must show the failing run, and its recovery. */
const SEEN_MS = 60_000;

let stack: Processes;
beforeAll(async () => { stack = await startProcesses({ workers: [] }); });
afterAll(() => stack?.close());

it('a run that cannot open its work shows in health until it can', () => stack.withLogs(async () => {
  const client = await stack.newAccount();
  const projectId = await stagedProject(stack.services, client);
  const failing = await stack.startWorker(ALL_QUEUES, 'reserve.before_commit:throw');
  const path = `/story-projects/${projectId}/cast-voice`;
  const { answer } = await confirmed(client, `${path}/design`, { character: 'Tom', gender: 'male', count: 3 });
  expect(answer.status).toBe(500);
  const health = await client.poll('/generation-health', (body: any) => body.failingRuns?.length > 0, SEEN_MS);
  expect(health).toMatchObject({ status: 'degraded', failingRuns: [{ kind: 'voice-design', runs: 1 }] });

  await failing.kill('SIGKILL');
  await stack.startWorker(ALL_QUEUES);
  await client.poll(`${path}/designs`, (body: any) => body.designs[0]?.status === 'ready', SEEN_MS);
  expect(await client.poll('/generation-health', (body: any) => body.failingRuns?.length === 0, SEEN_MS)).toMatchObject({ status: 'ok' });
}));
