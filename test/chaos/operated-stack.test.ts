import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { claimPort } from '../../src/main/stack/ports.js';
import { ApiClient, type Answer } from '../support/api-client.js';
import { EmbeddedStack, until } from '../support/chaos/embedded-stack.js';
import { approvedPlan, finishedJob, startJob, type ApprovedPlan } from '../support/main-job.js';

let embedded: EmbeddedStack;
let running: Awaited<ReturnType<EmbeddedStack['up']>>;
let client: ApiClient;
let plan: ApprovedPlan;
let metricsPort: number;
/** The idempotency key of a test's job. */
let key: string;
let storms = 0;

/** The first of three consecutive free ports, below the range from which the system takes ports for connections. */
async function threePorts(): Promise<number> {
  for (;;) {
    const first = randomInt(20_000, 32_000);
    const free = await Promise.all([first, first + 1, first + 2].map((port) => claimPort(port, 'METRICS_PORT').then(() => true, () => false)));
    if (free.every(Boolean)) return first;
  }
}

beforeAll(async () => {
  embedded = await EmbeddedStack.inFreshFolder();
  metricsPort = await threePorts();
  running = await embedded.up({ FREE_CREDITS: '1000', METRICS_PORT: String(metricsPort), LOG_LEVEL: 'info' });
  client = new ApiClient(running.stack.baseUrl, running.ownerKey);
  plan = await approvedPlan(client);
});
beforeEach(() => { key = `storm-${storms++}`; });
afterAll(async () => {
  running.child.kill('SIGINT');
  await running.exit;
  await embedded.remove();
});

describe('what an operator sees of a running stack', () => {
  const log = (part: string): Promise<string> => readFile(path.join(embedded.dataDir, 'logs', `${part}.log`), 'utf8');
  const scraped = async (at: number): Promise<string> => (await fetch(`http://127.0.0.1:${metricsPort + at}/metrics`)).text();
  const lineOf = async (requestId: string): Promise<Record<string, unknown>> => {
    const text = await until(async () => (await log('api')).split('\n').find((line) => line.includes(requestId)), () => `the line of ${requestId}`);
    return JSON.parse(text) as Record<string, unknown>;
  };

  it('logs each request in one line, with its operation and never with a token', async () => {
    const get = (url: string, requestId: string, authorization = `Bearer ${running.ownerKey}`): Promise<string> =>
      fetch(url, { headers: { authorization, 'x-request-id': requestId } }).then((response) => response.text());
    await get(`${running.stack.baseUrl}/story-projects`, 'seen-by-operator');
    await get(`${running.stack.baseUrl}/story-projects/prj_none`, 'refused-request');
    await get(`${running.stack.baseUrl}/story-projects`, 'stranger-request', 'Bearer psc_nobody00_0123456789012345678901234567');
    await get(`${running.stack.appUrl}/share/table-read/a-token-that-opens`, 'page-of-a-token');
    await get(`${running.stack.appUrl}/live/a-token-that-opens/audio.mp3`, 'sound-of-a-token');
    expect(await lineOf('seen-by-operator')).toMatchObject({
      level: 30, msg: 'request', method: 'GET', route: 'listProjects', status: 200, durationMs: expect.any(Number),
      accountId: expect.stringMatching(/^acc_/), keyId: expect.stringMatching(/^key_/),
    });
    expect(await lineOf('refused-request')).toMatchObject({ route: 'getProject', status: 404, code: 'project_not_found' });
    const stranger = await lineOf('stranger-request');
    expect(stranger).toMatchObject({ route: 'listProjects', status: 401, code: 'invalid_api_key' });
    expect(stranger).not.toHaveProperty('accountId');
    expect(await lineOf('page-of-a-token')).toMatchObject({ route: '/share/table-read/:token', status: 404 });
    expect(await lineOf('sound-of-a-token')).toMatchObject({ route: '/live/:token/audio.mp3', status: 404, code: 'artifact_not_found' });
    const all = await log('api');
    expect(all).not.toMatch(/a-token-that-opens|0123456789012345678901234567/);
    expect(all).not.toContain(running.ownerKey.split('_')[2]);
  });

  it('measures requests, waiting work and the engine, and what workers do', async () => {
    const { body } = await startJob(client, plan);
    expect((await finishedJob(client, body.job.id as string)).status).toBe('READY');
    const api = await scraped(0);
    expect(api).toMatch(/proscenium_http_request_duration_seconds_count\{method="POST",route="createJob",status="201",code=""\} 1/);
    expect(api).toMatch(/^proscenium_engine_up 1$/m);
    expect(api).toMatch(/^proscenium_storage_up 1$/m);
    expect(api).toMatch(/^proscenium_invariant_findings 0$/m);
    expect(api).toMatch(/^nodejs_eventloop_lag_p99_seconds/m);
    expect(await scraped(1)).toMatch(/temporal_activity_execution_latency_seconds_count\{[^}]*activity_type="writeScreenplay"[^}]*\} 1/);
    expect(await scraped(2)).toMatch(/temporal_worker_task_slots_available\{[^}]*task_queue="media"/);
    expect((await fetch(`http://127.0.0.1:${metricsPort}/`)).status).toBe(404);
    expect((await fetch(`${running.stack.appUrl}/metrics`)).status).toBe(404);
  });

  it('writes logs of workers in lines of JSON too, each with its run', async () => {
    const { project } = (await client.post('/story-projects', { name: 'Out of reach' })).body;
    const { source } = (await client.post(`/story-projects/${project.id}/sources`, { type: 'url', uri: 'https://nowhere.invalid/' })).body;
    const lines = await until(async () => {
      const found = (await log('worker-story')).split('\n').filter(Boolean);
      return found.some((line) => line.includes(source.id as string)) && found;
    }, () => 'the line of an activity that failed');
    const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(told).toContainEqual(expect.objectContaining({ level: 40, name: 'temporal', workflowId: `source:${source.id}`, activityType: expect.any(String) }));
  });
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
