import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { ApiClient, type Answer } from '../support/api-client.js';
import { EmbeddedStack, until } from '../support/chaos/embedded-stack.js';
import { approvedPlan, startJob, type ApprovedPlan } from '../support/main-job.js';

let embedded: EmbeddedStack;
let running: Awaited<ReturnType<EmbeddedStack['up']>>;
let client: ApiClient;
let plan: ApprovedPlan;
let key: string;
let storms = 0;

beforeAll(async () => {
  embedded = await EmbeddedStack.inFreshFolder();
  running = await embedded.up({ FREE_CREDITS: '1000' });
  client = new ApiClient(running.stack.baseUrl, running.ownerKey);
  plan = await approvedPlan(client);
});
beforeEach(() => { key = `storm-${storms++}`; });
afterAll(async () => {
  running.child.kill('SIGINT');
  await running.exit;
  await embedded.remove();
});

/**
 * Repeats the same request until it is accepted. Each refusal before is a documented one. A request that was cut off may count as still running, but for less
 * than a lease.
 */
async function insist(): Promise<{ jobId: string; refusals: Answer[] }> {
  const refusals: Answer[] = [];
  const accepted = await until(async () => {
    const answer = await startJob(client, plan, key);
    if (answer.status === 201) return answer;
    refusals.push(answer);
    return null;
  }, () => `the job to be accepted; so far: ${refusals.map(({ text }) => text).join('\n')}`);
  const told = refusals.map(({ status, body }) => `${status} ${body.error.code}${body.error.details ? ` ${body.error.details.reason}` : ''}`);
  expect(new Set(['500 internal_error', '409 idempotency_conflict in_flight', ...told]).size).toBe(2);
  expect(told.filter((refusal) => refusal.startsWith('409')).length).toBeLessThan(100);
  return { jobId: accepted.body.job.id, refusals };
}

/** Waits until the job is over, also while reading it fails. */
async function over(jobId: string): Promise<any> {
  return until(async () => {
    const answer = await client.get(`/story-jobs/${jobId}`).catch(() => null);
    return answer?.status === 200 && ['READY', 'FAILED', 'CANCELED'].includes(answer.body.job.status) ? answer.body.job : null;
  }, () => `job ${jobId} to be over`);
}

/** Expects a READY job that was paid for once, no credits on hold, and no second job for the same key. */
async function expectOneCharge(jobId: string): Promise<void> {
  const job = await over(jobId);
  expect([job.status, job.credits]).toEqual(['READY', { quoted: 10, reserved: 10, settled: 10, released: 0 }]);
  const db = new pg.Client({ connectionString: running.stack.databaseUrl });
  await db.connect();
  try {
    const { rows } = await db.query('SELECT kind FROM ledger_entries WHERE ref_id = $1 ORDER BY kind', [jobId]);
    expect(rows.map(({ kind }) => kind)).toEqual(['reserve', 'settle']);
    const { rows: [jobs] } = await db.query('SELECT count(*)::int AS count FROM jobs');
    const { body } = await client.get('/credits');
    expect([body.credits.balance, body.credits.held]).toEqual([1_000 - 10 * jobs.count, 0]);
    const again = await startJob(client, plan, key);
    expect([again.status, again.body.job?.id]).toEqual([201, jobId]);
  } finally {
    await db.end();
  }
}

describe('an outage', () => {
  it('of the database: requests are refused, nothing is lost, and service returns by itself', async () => {
    const { restarted } = await embedded.strike('postgres', running);
    const { jobId, refusals } = await insist();
    await restarted;
    // A client is told that the database is away, and when to come back.
    const away = refusals.filter(({ status, body }) => status === 500 && body.error.message.startsWith('the database does not answer now'));
    expect(away.length).toBeGreaterThan(0);
    for (const { headers } of away) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    await expectOneCharge(jobId);
  });

  it('of the database in the middle of a job delays the job', async () => {
    const { jobId } = await insist();
    await embedded.kill('postgres', running);
    await expectOneCharge(jobId);
  });

  it('of the engine in the middle of a job delays the job', async () => {
    const { jobId } = await insist();
    await embedded.kill('temporal', running);
    await expectOneCharge(jobId);
  });

  it('of an engine that hangs: jobs are refused in seconds, reads continue, and the same request works afterwards', async () => {
    const { pid } = await embedded.identityOf('temporal');
    process.kill(pid, 'SIGSTOP');
    try {
      const sentAt = Date.now();
      const refused = await startJob(client, plan, key);
      expect([refused.status, refused.body.error.code]).toEqual([500, 'internal_error']);
      // All calls of one request to the engine share a deadline of eight seconds.
      expect(Date.now() - sentAt).toBeLessThan(14_000);
      expect((await client.get('/story-projects')).status).toBe(200);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    const { jobId } = await insist();
    await expectOneCharge(jobId);
  });
});
