import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { runChecks } from '../../src/monitoring/checker.js';
import type { ApiClient } from '../support/api-client.js';
import { expectSound, journalOf } from '../support/invariants.js';
import { approvedPlan, finishedJob, startJob, type ApprovedPlan } from '../support/main-job.js';
import { startProcesses, type Processes } from '../support/processes.js';
import { closedStatus, jobRunId, standingAt } from '../support/runs.js';

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
});
afterAll(async () => {
  await stack?.close();
  process.stderr.write(`recovered: ${recoveries.join(', ')}\n`);
});

const cell = (name: string, run: () => Promise<void>) => it(name, () => stack.withLogs(run), 60_000);

const kinds = async (jobId: string): Promise<string[]> => (await journalOf(stack.services, jobId)).map(({ kind }) => kind);

interface Strike { point: string; key: string; asked: ReturnType<typeof startJob>; at: number }

/** A worker of its own takes a job as far as the point, and dies there. */
async function strike(point: string): Promise<Strike> {
  const [doomed, key] = [await stack.startWorker(['story'], `${point}:kill`), randomUUID()];
  const asked = startJob(client, plan, key);
  const { signal, at } = await doomed.ended;
  expect(signal).toBe('SIGKILL');
  return { point, key, asked, at };
}

async function expectFinishedOnce({ point, key, asked, at }: Strike): Promise<void> {
  const [first, again] = [await asked, await startJob(client, plan, key)];
  // Whoever asked may have given up waiting; the same key must lead to the same job.
  expect([201, 500]).toContain(first.status);
  expect([again.status, again.text]).toEqual([201, first.status === 201 ? first.text : expect.any(String)]);
  const jobId = again.body.job.id as string;
  expect(await finishedJob(client, jobId)).toMatchObject({ status: 'READY', credits: { reserved: 10, settled: 10, released: 0 } });
  // After the commit the row says READY at once; the run is over when its next attempt has found nothing left to do.
  expect(await closedStatus(stack.temporal, jobRunId(jobId, 1))).toBe('COMPLETED');
  recoveries.push(`${point} ${Math.round(performance.now() - at)} ms`);
  expect(await kinds(jobId)).toEqual(['reserve', 'settle']);
}

cell('workers killed before and after they settle, and after they reserve: the next one finishes, each job is charged once', async () => {
  // One after the other, then one heir for all three: the engine's patience with the dead runs side by side.
  const strikes: Strike[] = [];
  for (const point of ['settle.before_commit', 'settle.after_commit', 'reserve.after_commit']) strikes.push(await strike(point));
  const heir = await stack.startWorker(['story']);
  await Promise.all(strikes.map(expectFinishedOnce));
  await expectSound(stack.services);
  await heir.kill('SIGTERM');
});

cell('a run that is terminated: its worker fails the job and releases; its late writer settles nothing', async () => {
  const gate = stack.file('gate');
  const worker = await stack.startWorker(['story'], `settle.before_commit:wait-file:${gate}`);
  const started = await startJob(client, plan);
  const { id } = started.body.job as { id: string };
  await client.poll(`/story-jobs/${id}`, ({ job }) => job.status === 'RUNNING');
  await standingAt(gate);
  await stack.temporalCli('workflow', 'terminate', '-w', jobRunId(id, 1), '--reason', 'test');
  const terminatedAt = performance.now();
  await client.poll(`/story-jobs/${id}`, ({ job }) => job.status === 'FAILED');
  expect(await runChecks(stack.services)).toEqual({ findings: [], mended: [] });
  recoveries.push(`checker ${Math.round(performance.now() - terminatedAt)} ms`);
  await writeFile(gate, '');
  await worker.kill('SIGTERM');
  expect((await client.get(`/story-jobs/${id}`)).body.job).toMatchObject({
    status: 'FAILED', credits: { settled: 0, released: 10 }, artifacts: [{ status: 'FAILED' }],
  });
  expect(await kinds(id)).toEqual(['release', 'reserve']);
  await expectSound(stack.services);
});
