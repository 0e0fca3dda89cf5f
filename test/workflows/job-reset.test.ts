import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ProviderFailure } from '../../src/craft/failures.js';
import { checkLedger } from '../../src/kernel/credits/check.js';
import type { ApiClient } from '../support/api-client.js';
import { COMPLETE_CAST, gate, insertPlanRow, jobAt, openJobStand, type JobStand } from '../support/stands/job-stand.js';
import { closedStatus, jobRunId, resetRun } from '../support/runs.js';

let stand: JobStand;
let client: ApiClient;

beforeAll(async () => { stand = await openJobStand(); });
afterAll(() => stand.close());

let usual: JobStand['writer']['write'];
beforeEach(async () => {
  usual = stand.writer.write;
  client = await stand.newAccount({ credits: 40 });
});
afterEach(async () => {
  stand.writer.write = usual;
  expect(await checkLedger(stand.services.db)).toEqual([]);
});

async function start(): Promise<string> {
  const { planId } = await insertPlanRow(stand, client, { canon: COMPLETE_CAST });
  const { status, body } = await client.post('/story-jobs', { storyPlanId: planId });
  expect(status).toBe(201);
  return body.job.id as string;
}

const journal = (jobId: string): Promise<{ kind: string; epoch: number; line: number; credits: number }[]> =>
  stand.services.db.query('SELECT kind, epoch, line, credits FROM ledger_entries WHERE ref_id = $1 ORDER BY epoch, line, kind', [jobId]);

describe('a run that an operator resets', () => {
  it.each(['first', 'last'] as const)('finished, to its %s task: nothing is charged or made again', async (to) => {
    const jobId = await start();
    const job = await jobAt(client, jobId, ['READY']);
    await closedStatus(stand.temporal, jobRunId(jobId, 1));
    const before = { journal: await journal(jobId), calls: stand.writer.calls };
    await resetRun(stand.temporal, jobRunId(jobId, 1), to);
    expect(await closedStatus(stand.temporal, jobRunId(jobId, 1))).toBe('COMPLETED');
    expect((await client.get(`/story-jobs/${jobId}`)).body.job).toEqual(job);
    expect({ journal: await journal(jobId), calls: stand.writer.calls }).toEqual(before);
  });

  it.each(['first', 'last'] as const)('while it writes, to its %s task: the writing is asked for anew and settled once', async (to) => {
    const hold = gate();
    stand.writer.write = hold.write;
    const jobId = await start();
    await hold.reached;
    await resetRun(stand.temporal, jobRunId(jobId, 1), to);
    stand.writer.write = usual;
    expect(await jobAt(client, jobId)).toMatchObject({ status: 'READY', credits: { reserved: 10, settled: 10, released: 0 } });
    hold.open();
    expect(await closedStatus(stand.temporal, jobRunId(jobId, 1))).toBe('COMPLETED');
    expect((await journal(jobId)).map(({ kind }) => kind)).toEqual(['reserve', 'settle']);
  });

  it('cancelled: it stays cancelled', async () => {
    const hold = gate();
    stand.writer.write = hold.write;
    const jobId = await start();
    await hold.reached;
    await client.post(`/story-jobs/${jobId}/cancel`);
    await closedStatus(stand.temporal, jobRunId(jobId, 1));
    await resetRun(stand.temporal, jobRunId(jobId, 1), 'first');
    expect(await closedStatus(stand.temporal, jobRunId(jobId, 1))).toBe('COMPLETED');
    expect((await client.get(`/story-jobs/${jobId}`)).body.job).toMatchObject({ status: 'CANCELED', credits: { settled: 0, released: 10 } });
    hold.open();
  });

  it('of an earlier epoch: it does not touch the later one', async () => {
    stand.writer.write = async () => { throw new ProviderFailure('scripted', 'no', false); };
    const jobId = await start();
    await jobAt(client, jobId);
    expect(await closedStatus(stand.temporal, jobRunId(jobId, 1))).toBe('FAILED');
    stand.writer.write = usual;
    await client.post(`/story-jobs/${jobId}/resume`);
    const job = await jobAt(client, jobId, ['READY']);
    await resetRun(stand.temporal, jobRunId(jobId, 1), 'first');
    expect(await closedStatus(stand.temporal, jobRunId(jobId, 1))).toBe('COMPLETED');
    expect((await client.get(`/story-jobs/${jobId}`)).body.job).toEqual(job);
  });
});

describe('a job that is asked for while no worker is up', () => {
  it('answers 500 within seconds and loses nothing: the same key finds the job that was made meanwhile', async () => {
    const idle = await openJobStand({ workers: false });
    try {
      const caller = await idle.newAccount({ credits: 10 });
      const { planId } = await insertPlanRow(idle, caller, { canon: COMPLETE_CAST });
      const started = Date.now();
      const lost = await caller.post('/story-jobs', { storyPlanId: planId }, { key: 'patient' });
      expect([lost.status, lost.body.error.code]).toEqual([500, 'internal_error']);
      expect(Date.now() - started).toBeLessThan(20_000);
      await idle.startWorkers();
      const { jobs } = await caller.poll('/story-jobs', (body) => body.jobs[0]?.status === 'READY');
      const found = await caller.post('/story-jobs', { storyPlanId: planId }, { key: 'patient' });
      expect([found.status, found.body.job.id]).toEqual([201, jobs[0].id]);
      expect((await caller.get('/credits')).body.credits).toMatchObject({ balance: 0, held: 0 });
    } finally {
      await idle.close();
    }
  });
});
