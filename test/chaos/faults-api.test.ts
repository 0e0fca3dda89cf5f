import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { workIdOf } from '../../src/kernel/works/ids.js';
import type { Answer, ApiClient } from '../support/api-client.js';
import { patientCall } from '../support/chaos/patient-call.js';
import { expectSound, journalOf } from '../support/invariants.js';
import { approvedPlan, finishedJob, hearRead, startJob, type ApprovedPlan } from '../support/main-job.js';
import { startProcesses, type Processes, type Served } from '../support/processes.js';
import { jobRunId } from '../support/runs.js';

const STORM = 50;
let stack: Processes;
let client: ApiClient;
let plan: ApprovedPlan;
let api: Served;
const recoveries: string[] = [];

beforeAll(async () => {
  stack = await startProcesses({ workers: [['story', 'providers', 'media', 'pictures']] });
  api = stack.api;
  client = await stack.newAccount(200);
  plan = await stack.withLogs(() => approvedPlan(client));
});
afterAll(async () => {
  await stack?.close();
  process.stderr.write(`recovered: ${recoveries.join(', ')}\n`);
});

const cell = (name: string, run: () => Promise<void>) => it(name, () => stack.withLogs(run));
const kinds = async (refId: string): Promise<string[]> => (await journalOf(stack.services, refId)).map(({ kind }) => kind);

async function restartApi(fault?: string): Promise<void> {
  await api.kill('SIGKILL');
  api = await stack.startApi(fault);
}

async function jobsOf(planId: string): Promise<string[]> {
  const rows = await stack.services.db.query<{ id: string }>('SELECT id FROM jobs WHERE plan_id = $1', [planId]);
  return rows.map(({ id }) => id);
}

/** How many runs of a job the engine has listed, in any state. Waits until there is one, because its index lags behind. */
async function runsOf(jobId: string): Promise<number> {
  const query = `WorkflowId = '${jobRunId(jobId, 1)}'`;
  for (;;) {
    const { count } = await stack.temporal.workflow.count(query);
    if (count > 0) return count;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The answer after the claim of the dead process is taken over. Until the lease of that claim ends, the API answers that the key is in flight. */
async function answerAfterLease(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await call();
    if (answer.status !== 409) return answer;
    expect(answer.body.error).toMatchObject({ code: 'idempotency_conflict', details: { reason: 'in_flight' } });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

for (const [point, wasAnswered] of [['idem.after_commit_before_send', true], ['idem.before_complete', false]] as const) {
  cell(`the API killed at ${point}: the same key leads to the same job, held and run once`, async () => {
    const before = new Set(await jobsOf(plan.planId));
    await restartApi(`${point}:kill`);
    const key = randomUUID();
    await expect(startJob(client, plan, key)).rejects.toThrow();
    const { signal, at } = await api.ended;
    expect(signal).toBe('SIGKILL');
    const made = (await jobsOf(plan.planId)).filter((id) => !before.has(id));
    expect(made).toHaveLength(1);
    api = await stack.startApi();
    const again = await answerAfterLease(() => startJob(client, plan, key));
    recoveries.push(`${point} ${Math.round(performance.now() - at)} ms`);
    expect([again.status, again.body.job.id]).toEqual([201, made[0]]);
    expect(again.headers.get('idempotency-replayed')).toBe(wasAnswered ? 'true' : null);
    const replay = await startJob(client, plan, key);
    expect([replay.headers.get('idempotency-replayed'), replay.text]).toEqual(['true', again.text]);
    expect(await finishedJob(client, made[0]!)).toMatchObject({ status: 'READY', credits: { reserved: 10, settled: 10, released: 0 } });
    expect((await jobsOf(plan.planId)).filter((id) => !before.has(id))).toEqual(made);
    expect([await kinds(made[0]!), await runsOf(made[0]!)]).toEqual([['reserve', 'settle'], 1]);
    await expectSound(stack.services);
  });
}

cell(`${STORM} equal requests at once: one job, one hold, one run; the others are told so`, async () => {
  const before = new Set(await jobsOf(plan.planId));
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: STORM }, () => patientCall(() => startJob(client, plan, key))));
  const made = answers.filter(({ status }) => status === 201);
  const originals = made.filter(({ headers }) => headers.get('idempotency-replayed') === null);
  expect(originals).toHaveLength(1);
  expect(new Set(made.map(({ text }) => text)).size).toBe(1);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(new Set(refused.map(({ status, body }: Answer) => `${status} ${body.error.details.reason}`))).toEqual(
    new Set(refused.length > 0 ? ['409 in_flight'] : []));
  const id = originals[0]!.body.job.id as string;
  await finishedJob(client, id);
  expect((await jobsOf(plan.planId)).filter((jobId) => !before.has(jobId))).toEqual([id]);
  expect([await kinds(id), await runsOf(id)]).toEqual([['reserve', 'settle'], 1]);
  await expectSound(stack.services);
});

cell(`${STORM} different requests on credits for two: two jobs, and 402 for the rest`, async () => {
  const poor = await stack.newAccount(20);
  const ownPlan = await approvedPlan(poor);
  const answers = await Promise.all(Array.from({ length: STORM }, () => {
    const key = randomUUID();
    return patientCall(() => startJob(poor, ownPlan, key));
  }));
  const outcomes = answers.map(({ status, body }: Answer) => (status === 201 ? '201' : `${status} ${body.error.code}`)).sort();
  expect(outcomes).toEqual(['201', '201', ...Array.from({ length: STORM - 2 }, () => '402 insufficient_credits')]);
  for (const { body } of answers.filter(({ status }) => status === 201)) await finishedJob(poor, body.job.id);
  expect(await jobsOf(ownPlan.planId)).toHaveLength(2);
  expect((await poor.get('/credits')).body.credits.balance).toBe(0);
  await expectSound(stack.services);
});

cell(`${STORM} requests for one MP3: one render, one charge`, async () => {
  const started = await startJob(client, plan);
  const job = await finishedJob(client, started.body.job.id);
  const artifactId = job.artifacts[0].id as string;
  await hearRead(client, artifactId);
  const answers = await Promise.all(Array.from({ length: STORM }, () => patientCall(() => client.post(`/artifacts/${artifactId}/finalize`, { mode: 'audio' }))));
  // A request after the render is complete is answered 200.
  const states = (wanted: number): string[] => answers.filter(({ status }) => status === wanted).map(({ body }) => body.finalize.status as string);
  expect(states(200).length + states(202).length).toBe(STORM);
  expect(new Set([...states(200), 'complete'])).toEqual(new Set(['complete']));
  expect(states(202).length).toBeGreaterThan(0);
  await client.poll(`/artifacts/${artifactId}`, ({ artifact }) => artifact.manifest.audio.finalize?.status === 'complete');
  expect(await journalOf(stack.services, workIdOf('finalize', artifactId, 1))).toEqual([
    { kind: 'reserve', epoch: 1, line: 0, credits: 6 }, { kind: 'settle', epoch: 1, line: 0, credits: 6 },
  ]);
  await expectSound(stack.services);
});
