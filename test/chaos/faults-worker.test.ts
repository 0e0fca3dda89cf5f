import { rm, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { runChecks } from '../../src/monitoring/checker.js';
import { confirmed } from '../support/canon/priced.js';
import { stagedProject } from '../support/canon/staged-project.js';
import { until } from '../support/chaos/until.js';
import { expectSound, journalOf } from '../support/invariants.js';
import { approvedPlan, startJob } from '../support/main-job.js';
import { startProcesses, type Processes, type Served } from '../support/processes.js';
import { arrivedAt, jobRunId } from '../support/runs.js';
import { ALL_QUEUES } from '../support/stands/stand.js';

/** How soon health must show the failing run, and its recovery. */
const SEEN_MS = 60_000;

let stack: Processes;
/** The worker that takes over from one that always fails. It waits at its gate while the file of the gate is missing. */
let worker: Served;
let gate: string;
beforeAll(async () => {
  stack = await startProcesses({ workers: [] });
  gate = stack.file('gate');
  await writeFile(gate, '');
});
afterAll(() => stack?.close());

const kindsOf = async (jobId: string): Promise<string[]> => (await journalOf(stack.services, jobId)).map(({ kind }) => kind);

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
  worker = await stack.startWorker(ALL_QUEUES, `settle.before_commit:wait-file:${gate}`);
  await client.poll(`${path}/designs`, (body: any) => body.designs[0]?.status === 'ready', SEEN_MS);
  expect(await client.poll('/generation-health', (body: any) => body.failingRuns?.length === 0, SEEN_MS)).toMatchObject({ status: 'ok' });
}));

it('a run that is terminated: its worker fails the job and releases; its late writer settles nothing', () => stack.withLogs(async () => {
  const client = await stack.newAccount();
  const plan = await approvedPlan(client);
  await rm(gate);
  const started = await startJob(client, plan);
  const { id } = started.body.job as { id: string };
  await client.poll(`/story-jobs/${id}`, ({ job }) => job.status === 'RUNNING');
  await until(() => arrivedAt(gate), (calls) => calls.includes(`settle.before_commit ${id}`));
  await stack.temporalCli('workflow', 'terminate', '-w', jobRunId(id, 1), '--reason', 'test');
  await client.poll(`/story-jobs/${id}`, ({ job }) => job.status === 'FAILED');
  expect(await runChecks(stack.services)).toEqual({ findings: [], mended: [] });
  await writeFile(gate, '');
  await worker.kill('SIGTERM');
  expect((await client.get(`/story-jobs/${id}`)).body.job).toMatchObject({
    status: 'FAILED', credits: { settled: 0, released: 10 }, artifacts: [{ status: 'FAILED' }],
  });
  expect(await kindsOf(id)).toEqual(['release', 'reserve']);
  await expectSound(stack.services);
}));
