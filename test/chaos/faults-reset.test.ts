import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { workIdOf } from '../../src/kernel/works/ids.js';
import type { ApiClient } from '../support/api-client.js';
import { expectSound, journalOf } from '../support/invariants.js';
import { approvedPlan, finalizedRead, finishedJob, hearRead, startJob } from '../support/main-job.js';
import { startProcesses, type Processes } from '../support/processes.js';
import { closedStatus, finalizeRunId, jobRunId, performanceRunId } from '../support/runs.js';
import { ALL_QUEUES } from '../support/stands/stand.js';

let stack: Processes;
let client: ApiClient;
let jobId: string;
let artifactId: string;

beforeAll(async () => {
  stack = await startProcesses({ workers: [ALL_QUEUES] });
  await stack.withLogs(async () => {
    client = await stack.newAccount();
    jobId = (await startJob(client, await approvedPlan(client))).body.job.id as string;
    artifactId = (await finishedJob(client, jobId)).artifacts[0].id as string;
    await hearRead(client, artifactId);
    expect((await finalizedRead(client, artifactId)).audio.finalize.status).toBe('complete');
  });
});
afterAll(() => stack?.close());

const cell = (name: string, run: () => Promise<void>) => it(name, () => stack.withLogs(run));

async function reset(workflowId: string): Promise<void> {
  const { runId } = await stack.temporal.workflow.getHandle(workflowId).describe();
  await stack.temporalCli('workflow', 'reset', '-w', workflowId, '--type', 'FirstWorkflowTask', '--reason', 'test');
  expect((await stack.temporal.workflow.getHandle(workflowId).describe()).runId).not.toBe(runId);
}

/** Everything that a reset of a finished run must leave as it is: answers, addresses, money, rows and bytes. */
async function everything() {
  const { db, store } = stack.services;
  const { artifact } = (await client.get(`/artifacts/${artifactId}`)).body;
  const [mp3] = await db.query<{ media_key: string }>('SELECT * FROM recordings WHERE artifact_id = $1', [artifactId]);
  const live = (await hearRead(client, artifactId)).bytes;
  return {
    job: (await client.get(`/story-jobs/${jobId}`)).body.job, artifact, mp3, balance: (await client.get('/credits')).body.credits.balance,
    performance: await db.query('SELECT * FROM performances WHERE artifact_id = $1', [artifactId]),
    lines: await db.query('SELECT * FROM performance_lines WHERE artifact_id = $1 ORDER BY position', [artifactId]),
    journals: await Promise.all([journalOf(stack.services, jobId), journalOf(stack.services, workIdOf('finalize', artifactId, 1))]),
    bytes: [live, await store.get(mp3!.media_key)].map((bytes) => createHash('sha256').update(bytes).digest('hex')),
  };
}

const FINISHED: [name: string, workflowId: () => string][] = [
  ['job', () => jobRunId(jobId, 1)],
  ['MP3', () => finalizeRunId(artifactId, 1, 1)],
  ['live read', () => performanceRunId(artifactId, 1, 1)],
];
for (const [name, workflowId] of FINISHED) {
  cell(`the finished run of a ${name}, reset to its first task, changes nothing`, async () => {
    const before = await everything();
    await reset(workflowId());
    expect(await closedStatus(stack.temporal, workflowId())).toBe('COMPLETED');
    expect(await everything()).toEqual(before);
    await expectSound(stack.services);
  });
}
