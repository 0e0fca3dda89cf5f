import { rm, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { runChecks } from '../../src/monitoring/checker.js';
import { until } from '../support/chaos/until.js';
import { expectSound, journalOf } from '../support/invariants.js';
import { approvedPlan, startJob } from '../support/main-job.js';
import { startProcesses, type Processes } from '../support/processes.js';
import { arrivedAt, jobRunId } from '../support/runs.js';
import { ALL_QUEUES } from '../support/stands/stand.js';

let stack: Processes;
beforeAll(async () => { stack = await startProcesses({ workers: [] }); });
afterAll(() => stack?.close());

const kindsOf = async (jobId: string): Promise<string[]> => (await journalOf(stack.services, jobId)).map(({ kind }) => kind);

it('a run that is terminated: its worker fails the job and releases; its late writer settles nothing', () => stack.withLogs(async () => {
  const gate = stack.file('gate');
  await writeFile(gate, '');
  const worker = await stack.startWorker(ALL_QUEUES, `settle.before_commit:wait-file:${gate}`);
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
