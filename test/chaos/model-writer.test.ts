import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { checkLedger } from '../../src/kernel/credits/check.js';
import type { ApiClient } from '../support/api-client.js';
import { cuesIn, faithful, openChatServer, sentencesIn, type Asked, type ChatServer } from '../support/chat-server.js';
import { OWN, textIn } from '../support/corpora.js';
import { approvedPlan, finishedJob, startJob } from '../support/main-job.js';
import { startProcesses, type Processes, type Served } from '../support/processes.js';

const WORKER_QUEUES = ['story', 'providers', 'media'] as const;

let server: ChatServer;
let stack: Processes;
let client: ApiClient;
let worker: Served;

beforeAll(async () => {
  server = await openChatServer();
  server.reply = (asked) => ({ content: faithful(asked) });
  stack = await startProcesses({ workers: [], env: { TEXT_BASE_URL: server.baseUrl, TEXT_MODEL: 'loopback-model', TEXT_TIMEOUT_MS: '1500', VOICES: 'stage' } });
  worker = await stack.startWorker(WORKER_QUEUES);
});
beforeEach(async () => {
  server.asked = [];
  server.reply = (asked) => ({ content: faithful(asked) });
  client = await stack.newAccount();
});
afterEach(async () => { expect(await checkLedger(stack.services.db)).toEqual([]); });
afterAll(async () => {
  await stack?.close();
  await server.close();
});

let copies = 0;
/** A plan with a text of its own, so that no beat of another test is reused. */
const planned = (seconds = 120) => approvedPlan(client, seconds, `${textIn(OWN, 'prose/how-a-bell-is-tuned.txt')}\n\nThis is copy ${++copies} of it.`, 'podcast');
const beats = (): Asked[] => server.asked.filter(({ name }) => name === 'beat');
const balance = async (): Promise<number> => (await client.get('/credits')).body.credits.balance;

/** How many beats the store holds. */
async function keptBeats(): Promise<number> {
  const folder = path.join(stack.file('data'), 'media', 'writing', 'model');
  const names = (await readdir(folder, { recursive: true }).catch(() => [])).filter((name) => name.endsWith('.json'));
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  return texts.filter((text) => text.includes('"lines"')).length;
}

async function scriptOf(job: any): Promise<any> {
  const { status, body } = await client.get(`/artifacts/${job.artifacts[0].id}/script`);
  expect(status).toBe(200);
  return body.script;
}
const rulesOf = (script: any): string[] => script.reviewNotes.map(({ rule }: { rule: string }) => rule);

const run = (name: string, work: () => Promise<void>): void => it(name, () => stack.withLogs(work));

/** The path of a new source. */
async function textSource(): Promise<string> {
  const { body: { project } } = await client.post('/story-projects', { name: 'Bells' });
  const content = `${textIn(OWN, 'prose/how-a-bell-is-tuned.txt')}\n\nThis is copy ${++copies} of it.`;
  const { body: { source } } = await client.post(`/story-projects/${project.id}/sources`, { type: 'text', content });
  return `/story-projects/${project.id}/sources/${source.id}`;
}

describe('a digest with a model', () => {
  run('whose server is away shows why it waits and when it is asked again, and continues by itself', async () => {
    server.reply = () => ({ status: 500, error: 'out of memory' });
    const sourcePath = await textSource();
    const { waiting, source } = await client.poll(sourcePath, (body: any) => body.waiting !== null);
    expect([source.digestStatus, waiting.lastError.message]).toEqual(['RUNNING', 'loopback-model: HTTP 500: out of memory']);
    expect(Date.parse(waiting.nextAttemptAt)).toBeGreaterThan(0);
    server.reply = (asked) => ({ content: faithful(asked) });
    const ready = await client.poll(sourcePath, (body: any) => body.source.digestStatus === 'READY');
    expect([ready.waiting, ready.digestFailure]).toEqual([null, null]);
  });

  run('whose address is a web page fails after one question, and says so', async () => {
    server.reply = () => ({ as: 'page' });
    const sourcePath = await textSource();
    const { digestFailure, waiting } = await client.poll(sourcePath, (body: any) => body.source.digestStatus === 'FAILED');
    expect([waiting, server.asked.length]).toEqual([null, 1]);
    expect(digestFailure.message).toContain('check TEXT_BASE_URL');
  });
});

describe('a job with a model', () => {
  run('says in its plan, before anybody approves, what the model is asked for and that the price is the same', async () => {
    const { body: { plan } } = await client.get(`/story-plans/${(await planned()).planId}`);
    expect(plan.warnings).toEqual(expect.arrayContaining([{ field: 'artifactRequests', message: expect.stringMatching(/^loopback-model is asked for .* The price is the same/u) }]));
  });

  run('that lies ends READY with the embedded writer\'s beats, and the notes say so', async () => {
    const plan = await planned();
    server.reply = (asked) => (asked.name !== 'beat' ? { content: faithful(asked) } : {
      content: { lines: cuesIn(asked).map((who) => ({ from: [sentencesIn(asked)[0]!.number], who, says: 'In 2011 the tower fell and four hundred children drowned.' })) },
    });
    const job = await finishedJob(client, (await startJob(client, plan)).body.job.id);
    expect(job).toMatchObject({ status: 'READY', credits: { settled: 10, released: 0 } });
    const script = await scriptOf(job);
    expect(rulesOf(script)).toEqual(expect.arrayContaining(['model_fallback', 'mostly_fallback']));
    expect(JSON.stringify(script.entries)).not.toContain('drowned');
    expect(beats().length).toBeGreaterThan(1);
  });

  run('that is silent ends READY with the embedded writer\'s beats, after two questions', async () => {
    const plan = await planned();
    server.reply = () => ({ hangs: 'before' });
    const job = await finishedJob(client, (await startJob(client, plan)).body.job.id);
    expect([job.status, beats().length]).toEqual(['READY', 2]);
    expect(rulesOf(await scriptOf(job))).toContain('mostly_fallback');
  });

  run('that is not there ends FAILED with the server\'s words, and the credits are released', async () => {
    const plan = await planned();
    const before = await balance();
    server.reply = () => ({ status: 404, error: 'model "loopback-model" not found, try pulling it first' });
    const job = await finishedJob(client, (await startJob(client, plan)).body.job.id);
    expect(job).toMatchObject({
      status: 'FAILED', failureMessage: 'loopback-model: HTTP 404: model "loopback-model" not found, try pulling it first', credits: { settled: 0, released: 10 },
    });
    expect(await balance()).toBe(before);
  });

  run('whose worker is killed between two beats asks for no finished beat again', async () => {
    // Long enough for four beats.
    const [plan, before] = [await planned(400), await keptBeats()];
    let reached!: () => void;
    const third = new Promise<void>((resolve) => { reached = resolve; });
    server.reply = (asked) => {
      if (asked.name !== 'beat' || beats().length < 3) return { content: faithful(asked) };
      reached();
      return { hangs: 'before' };
    };
    const started = await startJob(client, plan);
    await third;
    const finished = beats().slice(0, 2).map(({ user }) => user);
    expect(finished.some((user) => user.includes('was refused'))).toBe(false);
    // A beat is finished once its object is stored, which the worker may be about to do.
    while (await keptBeats() < before + 2) await new Promise((resolve) => { setTimeout(resolve, 20); });
    await worker.kill('SIGKILL');
    server.reply = (asked) => ({ content: faithful(asked) });
    server.asked = [];
    worker = await stack.startWorker(WORKER_QUEUES);
    const job = await finishedJob(client, started.body.job.id);
    expect(job).toMatchObject({ status: 'READY', credits: { settled: 10, released: 0 } });
    expect(beats().filter(({ user }) => finished.includes(user))).toEqual([]);
    expect(beats().length).toBeGreaterThan(0);
    expect(rulesOf(await scriptOf(job))).toContain('model_lines');
  });
});
