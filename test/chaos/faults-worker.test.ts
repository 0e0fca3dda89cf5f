import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { runChecks } from '../../src/domain/account/checker.js';
import { jobWorkflowId, tableReadWorkflowId } from '../../workflows/jobs/contract.js';
import type { ApiClient } from '../support/api-client.js';
import { expectSound, journalOf } from '../support/invariants.js';
import { approvedPlan, finishedJob, startJob, type ApprovedPlan } from '../support/main-job.js';
import { startProcesses, type Processes } from '../support/processes.js';
import { closedStatus, inActivity } from '../support/runs.js';

let stack: Processes;
let client: ApiClient;
let plan: ApprovedPlan;
const recoveries: string[] = [];

beforeAll(async () => {
  stack = await startProcesses({ workers: [['providers']] });
  client = await stack.newAccount();
  const planner = await stack.startWorker(['story']);
  plan = await stack.withLogs(() => approvedPlan(client));
  await planner.kill('SIGTERM');
}, 90_000);
afterAll(async () => {
  await stack?.close();
  process.stderr.write(`recovered: ${recoveries.join(', ')}\n`);
}, 30_000);

const cell = (name: string, run: () => Promise<void>) => it(name, () => stack.withLogs(run), 60_000);

const kinds = async (jobId: string): Promise<string[]> => (await journalOf(stack.services, jobId)).map(({ kind }) => kind);

/** The process that asked may have given up waiting; the same key must lead to the same job. */
async function askedAgain(key: string, first: { status: number; text: string }): Promise<string> {
  expect([201, 500]).toContain(first.status);
  const again = await startJob(client, plan, key);
  expect([again.status, again.text]).toEqual([201, expect.any(String)]);
  if (first.status === 201) expect(again.text).toBe(first.text);
  return again.body.job.id as string;
}

for (const point of ['reserve.after_commit', 'settle.before_commit', 'settle.after_commit']) {
  cell(`a worker killed at ${point}: another one finishes the job, which is charged once`, async () => {
    const [doomed, key] = [await stack.startWorker(['story'], `${point}:kill`), randomUUID()];
    const asked = startJob(client, plan, key);
    const { signal, at } = await doomed.ended;
    expect(signal).toBe('SIGKILL');
    const heir = await stack.startWorker(['story']);
    const jobId = await askedAgain(key, await asked);
    expect(await finishedJob(client, jobId)).toMatchObject({ status: 'READY', credits: { reserved: 10, settled: 10, released: 0 } });
    // After the commit the row says READY at once; the run is over when its next attempt has found nothing left to do.
    expect(await closedStatus(stack.temporal, jobWorkflowId(jobId, 1), 40_000)).toBe('COMPLETED');
    recoveries.push(`${point} ${Math.round(performance.now() - at)} ms`);
    expect(await kinds(jobId)).toEqual(['reserve', 'settle']);
    await expectSound(stack.services);
    await heir.kill('SIGTERM');
  });
}

cell('a run that is terminated: the checker fails the job and releases; its late writer settles nothing', async () => {
  const gate = stack.file('gate');
  const worker = await stack.startWorker(['story'], `settle.before_commit:wait-file:${gate}`);
  const started = await startJob(client, plan);
  const { id } = started.body.job as { id: string };
  const { db } = stack.services;
  await client.poll(`/story-jobs/${id}`, ({ job }) => job.status === 'RUNNING');
  await inActivity(stack.temporal, tableReadWorkflowId(started.body.job.artifacts[0].id), 'publishTableRead');
  await stack.temporalCli('workflow', 'terminate', '-w', jobWorkflowId(id, 1), '--reason', 'test');
  const terminatedAt = performance.now();
  expect((await runChecks(stack.services)).mended).toEqual([]);
  await db.query(`UPDATE jobs SET updated_at = now() - interval '61 seconds' WHERE id = $1`, [id]);
  expect(await runChecks(stack.services)).toEqual({ findings: [], mended: [{ kind: 'job', id }] });
  recoveries.push(`checker ${Math.round(performance.now() - terminatedAt)} ms`);
  await writeFile(gate, '');
  await worker.kill('SIGTERM');
  expect((await client.get(`/story-jobs/${id}`)).body.job).toMatchObject({
    status: 'FAILED', credits: { settled: 0, released: 10 }, artifacts: [{ status: 'FAILED' }],
  });
  expect(await kinds(id)).toEqual(['release', 'reserve']);
  await expectSound(stack.services);
});
