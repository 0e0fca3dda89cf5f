import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ProviderBackoff, ProviderFailure } from '../../src/craft/failures.js';
import { checkLedger } from '../../src/kernel/credits/check.js';
import { grantCredits } from '../../src/kernel/credits/ledger.js';
import { SEARCH_ATTRIBUTES } from '../../src/kernel/temporal/search-attributes.js';
import type { WorkLedger, WorkState } from '../../src/kernel/works/model.js';
import type { ApiClient } from '../support/api-client.js';
import { COMPLETE_CAST, gate, insertPlanRow, jobAt, openJobStand, smallScreenplay, tableRead, type JobStand, type PlanOptions } from '../support/stands/job-stand.js';
import { closedStatus, eventsOf, jobRunId } from '../support/runs.js';

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

async function start(options: PlanOptions = {}): Promise<string> {
  const { planId } = await insertPlanRow(stand, client, { canon: COMPLETE_CAST, ...options });
  const { status, body } = await client.post('/story-jobs', { storyPlanId: planId });
  expect(status).toBe(201);
  return body.job.id as string;
}

const balance = async (): Promise<number> => (await client.get('/credits')).body.credits.balance;
const journal = (jobId: string): Promise<{ kind: string; epoch: number; line: number; credits: number }[]> =>
  stand.services.db.query('SELECT kind, epoch, line, credits FROM ledger_entries WHERE ref_id = $1 ORDER BY epoch, line, kind', [jobId]);

describe('a job that succeeds', () => {
  it('stays within its history budget and answers its queries', async () => {
    const jobId = await start();
    const job = await jobAt(client, jobId);
    expect(job.status).toBe('READY');
    const run = stand.temporal.workflow.getHandle(jobRunId(jobId, 1));
    expect(await closedStatus(stand.temporal, run.workflowId)).toBe('COMPLETED');
    expect(await eventsOf(stand.temporal, run.workflowId)).toBeLessThanOrEqual(60);
    const state = await run.query<WorkState>('state');
    expect(state).toEqual({ workId: jobId, kind: 'job', epoch: 1, stage: 'ready', lines: [{ line: 0, outcome: 'READY' }] });
    expect(await run.query<WorkLedger>('ledger')).toEqual({ reserved: [{ line: 0, credits: 10 }], answer: 'open' });
    const description = await run.describe();
    const { typedSearchAttributes } = description;
    expect(await description.staticSummary()).toBe('Producing: The Room (table read)');
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.jobId)).toBe(jobId);
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.stage)).toBe('ready');
    expect(await journal(jobId)).toEqual([
      { kind: 'reserve', epoch: 1, line: 0, credits: 10 }, { kind: 'settle', epoch: 1, line: 0, credits: 10 },
    ]);
  });

  it('is PARTIAL while one artifact is ready and another continues; then it can no longer be cancelled', async () => {
    const hold = gate();
    let calls = 0;
    let both!: () => void;
    const arrived = new Promise<void>((resolve) => { both = resolve; });
    stand.writer.write = async (brief, signal) => {
      if (++calls === 2) {
        both();
        return hold.write(brief, signal);
      }
      await arrived;
      return smallScreenplay();
    };
    const jobId = await start({ artifactRequests: [tableRead(), tableRead()] });
    const partial = await jobAt(client, jobId, ['PARTIAL']);
    expect(partial).toMatchObject({ credits: { quoted: 20, reserved: 20, settled: 10, released: 0 } });
    expect(partial.artifacts.map(({ status }: { status: string }) => status).sort()).toEqual(['READY', 'RUNNING']);
    const refused = await client.post(`/story-jobs/${jobId}/cancel`);
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({ code: 'story_job_state_invalid', details: { status: 'PARTIAL' } });
    // An operator's cancellation comes too late as well: what is ready stays ready, and the rest is finished.
    await stand.temporal.workflow.getHandle(jobRunId(jobId, 1)).cancel();
    await new Promise((resolve) => setTimeout(resolve, 300));
    hold.open();
    expect(await jobAt(client, jobId)).toMatchObject({ status: 'READY', credits: { settled: 20, released: 0 } });
    expect(await closedStatus(stand.temporal, jobRunId(jobId, 1))).toBe('COMPLETED');
  });
});

describe('a process that dies at the worst moment', () => {
  it.each([
    'reserve.before_commit', 'reserve.after_commit', 'writing.written', 'settle.before_commit', 'settle.after_commit',
  ])('at %s: the retry finds what was done, and credits are reserved and settled once', async (point) => {
    let failures = 0;
    stand.faults.reach = async (reached) => { if (reached === point && ++failures === 1) throw new Error('lost'); };
    const jobId = await start();
    const job = await jobAt(client, jobId);
    stand.faults.reach = async () => {};
    expect(failures).toBeGreaterThan(0);
    expect(job).toMatchObject({ status: 'READY', credits: { reserved: 10, settled: 10, released: 0 } });
    expect((await journal(jobId)).map(({ kind }) => kind)).toEqual(['reserve', 'settle']);
  });

  it('at release.after_commit of a cancellation: released once', async () => {
    const hold = gate();
    stand.writer.write = hold.write;
    let failures = 0;
    stand.faults.reach = async (reached) => { if (reached === 'release.after_commit' && ++failures === 1) throw new Error('lost'); };
    const jobId = await start();
    await hold.reached;
    expect((await client.post(`/story-jobs/${jobId}/cancel`)).body.job.status).toBe('CANCELED');
    expect(await closedStatus(stand.temporal, jobRunId(jobId, 1))).toBe('COMPLETED');
    stand.faults.reach = async () => {};
    expect(failures).toBe(2);
    expect((await journal(jobId)).map(({ kind }) => kind)).toEqual(['release', 'reserve']);
    hold.open();
  });
});

describe('a job that cannot be paid', () => {
  it('answers 402, and leaves no job and no held credits', async () => {
    const { planId } = await insertPlanRow(stand, client, { canon: COMPLETE_CAST, artifactRequests: Array.from({ length: 5 }, () => tableRead()) });
    const { status, body } = await client.post('/story-jobs', { storyPlanId: planId });
    expect(status).toBe(402);
    expect(body.error.details).toMatchObject({ required: 50, available: 40 });
    expect(await stand.services.db.query('SELECT id FROM jobs WHERE plan_id = $1', [planId])).toEqual([]);
    expect(await balance()).toBe(40);
  });
});

describe('a job that is cancelled', () => {
  it('while it writes: everything is released, the writer is told, and a second cancellation changes nothing', async () => {
    const hold = gate();
    stand.writer.write = hold.write;
    const jobId = await start();
    await hold.reached;
    const { status, body } = await client.post(`/story-jobs/${jobId}/cancel`);
    expect(status).toBe(200);
    expect(body.job).toMatchObject({ status: 'CANCELED', credits: { reserved: 10, settled: 0, released: 10 }, artifacts: [{ status: 'FAILED' }] });
    expect(await balance()).toBe(40);
    const again = await client.post(`/story-jobs/${jobId}/cancel`);
    expect([again.status, again.body.job]).toEqual([200, body.job]);
    expect(await closedStatus(stand.temporal, jobRunId(jobId, 1))).toBe('COMPLETED');
    expect(await hold.aborted).toBe(true);
    const resumed = await client.post(`/story-jobs/${jobId}/resume`);
    expect([resumed.status, resumed.body.error.details]).toEqual([409, { status: 'CANCELED', allowed: ['FAILED'] }]);
    hold.open();
  });

  it('while it waits for a provider: its credits are released', async () => {
    stand.writer.write = async () => { throw new ProviderBackoff('scripted', 60_000); };
    const jobId = await start();
    await client.poll(`/story-jobs/${jobId}`, ({ job }) => job.progress.stage === 'provider_backoff');
    expect((await client.post(`/story-jobs/${jobId}/cancel`)).body.job).toMatchObject({ status: 'CANCELED', credits: { released: 10 } });
    expect(await balance()).toBe(40);
  });

  it('by an operator in the engine, right after its creation: its credits are released', async () => {
    const hold = gate();
    stand.writer.write = hold.write;
    const jobId = await start();
    await stand.temporal.workflow.getHandle(jobRunId(jobId, 1)).cancel();
    expect(await jobAt(client, jobId)).toMatchObject({ status: 'CANCELED', credits: { released: 10 } });
    hold.open();
  });

  it('with its project: everything is released at once, the writer is told, and the restored project shows it', async () => {
    const hold = gate();
    stand.writer.write = hold.write;
    const jobId = await start();
    await hold.reached;
    const { projectId } = (await client.get(`/story-jobs/${jobId}`)).body.job;
    expect((await client.delete(`/story-projects/${projectId}`)).status).toBe(200);
    expect(await balance()).toBe(40);
    expect([await hold.aborted, await closedStatus(stand.temporal, jobRunId(jobId, 1))]).toEqual([true, 'COMPLETED']);
    expect((await client.post(`/story-projects/${projectId}/restore`)).status).toBe(200);
    const { job } = (await client.get(`/story-jobs/${jobId}`)).body;
    expect(job).toMatchObject({ status: 'CANCELED', credits: { settled: 0, released: 10 }, artifacts: [{ status: 'FAILED' }] });
    hold.open();
  });

  it('although its run is gone: its credits are released', async () => {
    const hold = gate();
    stand.writer.write = hold.write;
    const jobId = await start();
    await hold.reached;
    await stand.temporal.workflow.getHandle(jobRunId(jobId, 1)).terminate('test');
    expect((await client.post(`/story-jobs/${jobId}/cancel`)).body.job).toMatchObject({ status: 'CANCELED', credits: { released: 10 } });
    expect(await balance()).toBe(40);
    hold.open();
  });

  it.each(['READY', 'FAILED'])('is refused when it is %s', async (status) => {
    if (status === 'FAILED') stand.writer.write = async () => { throw new ProviderFailure('scripted', 'no', false); };
    const jobId = await start();
    await jobAt(client, jobId, [status]);
    const { status: http, body } = await client.post(`/story-jobs/${jobId}/cancel`);
    expect(http).toBe(409);
    expect(body.error).toMatchObject({ code: 'story_job_state_invalid', details: { status, allowed: ['PENDING', 'RESERVED', 'RUNNING', 'CANCELED'] } });
  });
});

describe('a job whose provider fails', () => {
  it('ends FAILED with a code and everything released', async () => {
    stand.writer.write = async () => { throw new ProviderFailure('scripted', 'the model refused', false); };
    const jobId = await start();
    const job = await jobAt(client, jobId);
    expect(job).toMatchObject({
      status: 'FAILED', failureCode: 'artifact_generation_failed', failureMessage: expect.stringContaining('the model refused'),
      credits: { reserved: 10, settled: 0, released: 10 },
    });
    expect(await balance()).toBe(40);
    expect(await closedStatus(stand.temporal, jobRunId(jobId, 1))).toBe('FAILED');
    await expect(stand.temporal.workflow.getHandle(jobRunId(jobId, 1)).result())
      .rejects.toMatchObject({ cause: { type: job.failureCode, message: job.failureMessage } });
  });

  it('names a source that was deleted after the plan was approved', async () => {
    const { planId, projectId } = await insertPlanRow(stand, client, { canon: COMPLETE_CAST });
    await stand.services.db.query('UPDATE sources SET deleted_at = now() WHERE project_id = $1', [projectId]);
    const { body } = await client.post('/story-jobs', { storyPlanId: planId });
    expect(await jobAt(client, body.job.id)).toMatchObject({ status: 'FAILED', failureCode: 'source_not_found', credits: { released: 10 } });
  });

  it('shows that it waits and when it tries again, and continues by itself', async () => {
    let calls = 0;
    stand.writer.write = async () => {
      if (++calls === 1) throw new ProviderBackoff('scripted', 2_500);
      return smallScreenplay();
    };
    const jobId = await start();
    const { job } = await client.poll(`/story-jobs/${jobId}`, (body) => body.job.progress.stage === 'provider_backoff');
    expect(job.status).toBe('RUNNING');
    expect(Date.parse(job.progress.nextAttemptAt)).toBeGreaterThan(Date.now());
    expect(job.progress).toMatchObject({ lastError: { code: 'artifact_generation_failed', message: expect.stringContaining('scripted') } });
    const run = stand.temporal.workflow.getHandle(jobRunId(jobId, 1));
    const retrying = async (): Promise<boolean | undefined> => (await run.describe()).typedSearchAttributes.get(SEARCH_ATTRIBUTES.retrying);
    const untilRetrying = async (is: boolean): Promise<void> => {
      while (await retrying() !== is) await new Promise((resolve) => setTimeout(resolve, 50));
    };
    await untilRetrying(true);
    const done = await jobAt(client, jobId);
    expect(done).toMatchObject({ status: 'READY', progress: { nextAttemptAt: null, lastError: null } });
    // The run clears its attribute after the activity that made the job READY.
    await untilRetrying(false);
    expect(calls).toBe(2);
  });

  it('gives up when the provider wants more than fifteen minutes', async () => {
    stand.writer.write = async () => { throw new ProviderBackoff('scripted', 16 * 60_000); };
    const job = await jobAt(client, await start());
    expect(job).toMatchObject({ status: 'FAILED', failureCode: 'artifact_generation_failed', credits: { released: 10 } });
    expect(await balance()).toBe(40);
  });
});

describe('a job that is resumed', () => {
  it('reserves again in the next epoch and continues', async () => {
    stand.writer.write = async () => { throw new ProviderFailure('scripted', 'no', false); };
    const jobId = await start();
    await jobAt(client, jobId);
    stand.writer.write = usual;
    const { status, body } = await client.post(`/story-jobs/${jobId}/resume`);
    expect(status).toBe(202);
    expect(body.job).toMatchObject({ id: jobId, failureCode: null, credits: { quoted: 10, reserved: 20, released: 10 } });
    expect(await jobAt(client, jobId, ['READY'])).toMatchObject({ credits: { reserved: 20, settled: 10, released: 10 } });
    expect(await journal(jobId)).toEqual([
      { kind: 'release', epoch: 1, line: 0, credits: 10 }, { kind: 'reserve', epoch: 1, line: 0, credits: 10 },
      { kind: 'reserve', epoch: 2, line: 0, credits: 10 }, { kind: 'settle', epoch: 2, line: 0, credits: 10 },
    ]);
    const late = await client.post(`/story-jobs/${jobId}/resume`);
    expect([late.status, late.body.error.details]).toEqual([409, { status: 'READY', allowed: ['FAILED'] }]);
  });

  it('answers 402 without changing anything, and works once there are credits', async () => {
    stand.writer.write = async () => { throw new ProviderFailure('scripted', 'no', false); };
    const failed = await jobAt(client, await start());
    stand.writer.write = usual;
    const others = await Promise.all(Array.from({ length: 4 }, () => start()));
    for (const other of others) await jobAt(client, other, ['READY']);
    for (const key of ['again', 'again', 'other']) {
      const { status, body } = await client.post(`/story-jobs/${failed.id}/resume`, undefined, { key });
      expect(status).toBe(402);
      expect(body.error.details).toMatchObject({ required: 10, available: 0 });
    }
    expect((await client.get(`/story-jobs/${failed.id}`)).body.job).toEqual(failed);
    await grantCredits(stand.services.db, { accountId: client.accountId, credits: 10, reference: 'more' });
    expect((await client.post(`/story-jobs/${failed.id}/resume`, undefined, { key: 'again' })).status).toBe(202);
    expect(await jobAt(client, failed.id, ['READY'])).toMatchObject({ credits: { settled: 10 } });
    expect(await balance()).toBe(0);
  });

  it('answers 202 again to a retry whose first answer was lost', async () => {
    stand.writer.write = async () => { throw new ProviderFailure('scripted', 'no', false); };
    const jobId = await start();
    await jobAt(client, jobId);
    stand.writer.write = usual;
    await client.post(`/story-jobs/${jobId}/resume`, undefined, { key: 'lost' });
    await jobAt(client, jobId, ['READY']);
    await stand.services.db.query(
      `UPDATE idempotency_keys SET state = 'busy', lease_until = now() - interval '1 second', body = NULL
       WHERE account_id = $1 AND key = 'lost'`, [client.accountId]);
    const { status, body } = await client.post(`/story-jobs/${jobId}/resume`, undefined, { key: 'lost' });
    expect([status, body.job.status]).toEqual([202, 'READY']);
  });

  it('runs once for many resumes at once', async () => {
    stand.writer.write = async () => { throw new ProviderFailure('scripted', 'no', false); };
    const jobId = await start();
    await jobAt(client, jobId);
    stand.writer.write = usual;
    const answers = await Promise.all(Array.from({ length: 6 }, () => client.post(`/story-jobs/${jobId}/resume`)));
    expect(answers.map(({ status }) => status)).toContain(202);
    for (const { status } of answers) expect([202, 409]).toContain(status);
    await jobAt(client, jobId, ['READY']);
    expect((await journal(jobId)).filter(({ kind, epoch }) => kind === 'reserve' && epoch > 1)).toHaveLength(1);
  });
});
