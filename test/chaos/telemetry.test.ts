import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomInt } from 'node:crypto';
import { mkdtemp, open, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rotateLog } from '../../src/main/stack/managed-process.js';
import { claimPort } from '../../src/main/stack/ports.js';
import { ApiClient } from '../support/api-client.js';
import { EmbeddedStack, until, type Run } from '../support/chaos/embedded-stack.js';
import { approvedPlan, finishedJob, startJob } from '../support/main-job.js';

/** The first of three consecutive free ports, below the range from which the system takes ports for connections. */
async function threePorts(): Promise<number> {
  for (;;) {
    const first = randomInt(20_000, 32_000);
    const free = await Promise.all([first, first + 1, first + 2].map((port) => claimPort(port, 'METRICS_PORT').then(() => true, () => false)));
    if (free.every(Boolean)) return first;
  }
}

describe('what an operator sees of a running stack', () => {
  let embedded: EmbeddedStack;
  let keeper: Run;
  let client: ApiClient;
  let address: { baseUrl: string; appUrl: string };
  let metricsPort: number;
  let key: string;
  beforeAll(async () => {
    embedded = await EmbeddedStack.inFreshFolder();
    metricsPort = await threePorts();
    const started = await embedded.up({ METRICS_PORT: String(metricsPort), LOG_LEVEL: 'info' });
    keeper = started;
    key = started.ownerKey;
    address = started.stack;
    client = new ApiClient(started.stack.baseUrl, key, '');
  });
  afterAll(async () => {
    keeper?.child.kill('SIGINT');
    await keeper?.exit;
    await embedded?.remove();
  });

  const log = (part: string): Promise<string> => readFile(path.join(embedded.dataDir, 'logs', `${part}.log`), 'utf8');
  const scraped = async (at: number): Promise<string> => (await fetch(`http://127.0.0.1:${metricsPort + at}/metrics`)).text();
  const lineOf = async (requestId: string): Promise<Record<string, unknown>> => {
    const text = await until(async () => (await log('api')).split('\n').find((line) => line.includes(requestId)), () => `the line of ${requestId}`);
    return JSON.parse(text) as Record<string, unknown>;
  };

  it('logs each request in one line, with its operation and never with a token', async () => {
    const get = (url: string, requestId: string, authorization = `Bearer ${key}`): Promise<string> =>
      fetch(url, { headers: { authorization, 'x-request-id': requestId } }).then((response) => response.text());
    await get(`${address.baseUrl}/story-projects`, 'seen-by-operator');
    await get(`${address.baseUrl}/story-projects/prj_none`, 'refused-request');
    await get(`${address.baseUrl}/story-projects`, 'stranger-request', 'Bearer psc_nobody00_0123456789012345678901234567');
    await get(`${address.appUrl}/share/table-read/a-token-that-opens`, 'page-of-a-token');
    await get(`${address.appUrl}/live/a-token-that-opens/audio.mp3`, 'sound-of-a-token');
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
    expect(all).not.toContain(key.split('_')[2]);
  });

  it('measures requests, waiting work and the engine, and what workers do', async () => {
    const { body } = await startJob(client, await approvedPlan(client, 30));
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
    expect((await fetch(`${address.appUrl}/metrics`)).status).toBe(404);
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

describe('a log', () => {
  it('that grew long is set aside while its process writes on', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'proscenium-log-'));
    const file = path.join(folder, 'api.log');
    const output = await open(file, 'a');
    await output.write('a'.repeat(100));
    await rotateLog(file, 100);
    expect((await stat(file)).size).toBe(100);
    await output.write('b');
    await rotateLog(file, 100);
    await output.write('c');
    await output.close();
    expect([await readFile(file, 'utf8'), (await readFile(`${file}.1`, 'utf8')).length]).toEqual(['c', 101]);
    await rm(folder, { recursive: true });
  });
});
