import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseFile } from 'music-metadata';
import { OPERATIONS } from '../../api/index.js';
import { packMarker, voicePackFolder } from '../../src/craft/speech/neural/voice-pack.js';
import { AREAS } from '../../src/kernel/contract/areas.js';
import { SCOPES } from '../../src/kernel/contract/scopes.js';
import { ApiClient } from '../support/api-client.js';
import { severalAtOnce } from '../support/several-at-once.js';
import { ALL_QUEUES, openStand, type Stand } from '../support/stands/stand.js';
import { WORK_KINDS } from '../../src/domain/work-kinds.js';
import type { QueryRunner } from 'typeorm';
import { HyphenateKinds1796840000000 } from '../../migrations/1796840000000-hyphenate-kinds.js';
import { OTHER_RUNS } from '../../src/monitoring/other-runs.js';
import { workIdOf } from '../../src/kernel/works/ids.js';
import type { Progress, WorkStatus } from '../../src/kernel/works/model.js';
import { insertJobRow, insertPlan, insertWorkRow } from '../support/work-rows.js';
import { operationTable, routeOf } from '../../src/kernel/contract/operation-table.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount();
});
afterAll(() => stand.close());

describe('GET /capabilities', () => {
  it('lists exactly what is declared, area by area', async () => {
    const { body } = await client.get('/capabilities');
    expect(body.areas.map((area: any) => area.area)).toEqual([...AREAS]);
    const listed = body.areas.flatMap((area: any) => area.operations.map((operation: any) => `${operation.method} ${operation.path}`));
    expect(listed.sort()).toEqual(OPERATIONS.map(({ method, path }) => `${method} ${path}`).sort());
    const named = body.areas.flatMap((area: any) => [...area.operations, ...area.planned].map(routeOf));
    expect(operationTable().map(routeOf).filter((route) => !named.includes(route))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
    for (const area of body.areas) expect(area.availability).toBe(area.operations.length > 0 ? 'available' : 'planned');
    expect(body).toMatchObject({
      apiVersion: '1.0.0-foundation', sourceTypes: ['text', 'markdown', 'url', 'pdf'], scopes: [...SCOPES],
      idempotency: { header: 'Idempotency-Key', replayHeader: 'Idempotency-Replayed' }, webhooks: { availability: 'planned' },
      providers: [{ kind: 'llm', name: 'embedded', embedded: true }, { kind: 'tts', name: 'stage', embedded: true },
        { kind: 'image', name: 'embedded', embedded: true }, { kind: 'video', name: 'embedded', embedded: true }, { kind: 'music', name: 'catalogue', embedded: true }],
      music: { composing: false, reason: 'MUSIC is set to catalogue; unset it to have music composed' },
      voices: { speaking: 'stage', reason: 'VOICES is set to stage; unset it to hear the neural voices (`proscenium voices install` fetches them)' },
    });
    expect(body.artifactTypes[0]).toEqual({ type: 'table_read', availability: 'available', modes: ['documentary', 'podcast', 'drama'] });
    expect(body.artifactTypes.slice(1).map(({ type, availability }: any) => [type, availability])).toEqual([
      ['pitch_deck', 'available'], ['storyboard', 'planned'], ['trailer', 'planned'], ['production_video', 'planned'],
    ]);
  });

  it('names links that answer', async () => {
    const { body } = await client.get('/capabilities');
    for (const link of Object.values(body.links) as string[]) expect((await client.get(link)).status).toBe(200);
  });
});

describe('GET /agent-guidance', () => {
  it('leads through operations that exist, with rules on approval and money', async () => {
    const { body } = await client.get('/agent-guidance');
    for (const step of body.steps) {
      const declared = OPERATIONS.find(({ id }) => id === step.operationId);
      expect([step.id, step.availability, step.method, step.path]).toEqual(
        [step.id, declared ? 'available' : 'planned', declared?.method ?? null, declared?.path ?? null]);
    }
    expect(body.steps.find(({ id }: any) => id === 'job-done').poll).toEqual({ everySeconds: [5, 15], until: ['READY', 'PARTIAL', 'FAILED', 'CANCELED'] });
    expect(body.rules.map(({ id }: any) => id)).toEqual(expect.arrayContaining(['approval', 'money', 'gate', 'words']));
    expect(body.flows.map(({ id }: any) => id)).toEqual(['series', 'season', 'publishing', 'pitch-deck', 'trailer']);
    for (const { steps } of body.flows) expect(steps.map(({ availability }: any) => availability)).toEqual(steps.map(() => 'available'));
  });
});

const valueAt = (value: any, path: string): any => path.split('.').reduce((at, key) => at?.[key], value);

/** Replaces placeholders; a value that is one placeholder takes the saved value whatever its type. */
function filled(value: unknown, saved: Record<string, unknown>): any {
  if (typeof value === 'string') {
    const whole = /^\{\{(\w+)\}\}$/.exec(value);
    return whole ? saved[whole[1]!] : value.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(saved[name]));
  }
  if (Array.isArray(value)) return value.map((each) => filled(each, saved));
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filled(each, saved)]));
  return value;
}

type Send = (step: any, saved: Record<string, unknown>) => Promise<{ status: number; body: any }>;

async function run(recipe: any, send: Send): Promise<Record<string, any>> {
  const saved: Record<string, unknown> = {};
  for (const step of recipe.steps) {
    const deadline = Date.now() + 90_000;
    let answer = await send(step, saved);
    while (step.until && !step.until.oneOf.includes(valueAt(answer.body, step.until.field)) && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      answer = await send(step, saved);
    }
    if (answer.status !== step.expectedStatus) throw new Error(`${recipe.id}/${step.id} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    if (step.until) expect(`${step.id} ${valueAt(answer.body, step.until.field)}`).toBe(`${step.id} ${step.until.oneOf[0]}`);
    for (const [name, path] of Object.entries(step.saves as Record<string, string>)) {
      saved[name] = valueAt(answer.body, path);
      expect([step.id, name, saved[name]]).not.toContain(undefined);
    }
  }
  return saved;
}

const overHttp: Send = (step, saved) => client.call(step.method, filled(step.path, saved), {
  ...(step.body === null ? {} : { body: filled(step.body, saved) }), key: step.idempotencyKey ? randomUUID() : null,
});

/** Runs the step's own command line in a shell, as a reader of the page would. */
const inShell: Send = async (step, saved) => {
  const variables = Object.fromEntries(Object.entries(saved).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]));
  const { stdout } = await promisify(execFile)('sh', ['-c', `${step.curl} -w '\\n%{http_code}'`], {
    env: { PATH: process.env.PATH, PROSCENIUM_API_KEY: client.apiKey!, ...variables },
  });
  const cut = stdout.lastIndexOf('\n');
  return { status: Number(stdout.slice(cut + 1)), body: JSON.parse(stdout.slice(0, cut)) };
};

describe('GET /examples', () => {
  it('needs no key and offers the table read from start to end', async () => {
    const { status, body } = await new ApiClient(client.baseUrl, null).get('/examples');
    expect(status).toBe(200);
    expect(body.examples.map(({ id }: any) => id)).toEqual(['table-read', 'plan-only', 'screenplay', 'episode', 'season', 'publishing', 'canon']);
  });

  const recipes = ['table-read', 'season', 'screenplay', 'plan-only', 'publishing', 'episode', 'canon'].map((id) => [id] as const);
  severalAtOnce(recipes)('holds a recipe that runs: %s', async (id) => {
    const { body } = await client.get('/examples');
    const saved = await run(body.examples.find((example: any) => example.id === id), overHttp);
    expect(saved.projectId).toMatch(/^prj_/);
    if (id === 'table-read') expect(saved.theaterUrl).toContain('/share/table-read/');
  });

  it('holds command lines that run', async () => {
    const { body } = await client.get('/examples');
    await Promise.all(['canon', 'plan-only', 'episode', 'season'].map((id) => run(body.examples.find((example: any) => example.id === id), inShell)));
  });
});

describe('the script of a recipe', () => {
  const scriptRun = async (id: string, folder: string, apiKey: string) => {
    const { body } = await client.get('/examples');
    const { script } = body.examples.find((example: any) => example.id === id);
    await writeFile(path.join(folder, `${id}.sh`), script);
    return promisify(execFile)('sh', [`${id}.sh`], { cwd: folder, env: { PATH: process.env.PATH, PROSCENIUM_API_KEY: apiKey } });
  };

  severalAtOnce([['table-read'], ['screenplay']])('%s ends with an MP3 on disk', async (id) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'proscenium-recipe-'));
    const { stdout } = await scriptRun(id, folder, client.apiKey!);
    expect(stdout).toContain('recordingUrl=http');
    expect((await parseFile(path.join(folder, 'the-lighthouse.mp3'))).format).toMatchObject({ codec: expect.stringContaining('MPEG'), duration: expect.any(Number) });
    await rm(folder, { recursive: true });
  });

  it('stops at the first refusal and prints it', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'proscenium-recipe-'));
    await expect(scriptRun('table-read', folder, 'psk_wrong_key')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('invalid_api_key') });
    await rm(folder, { recursive: true });
  });
});

describe('GET /background-activity', () => {
  it('shows open work and what ended within ten minutes, of the own account only', async () => {
    const own = await stand.newAccount();
    const { body: { project } } = await own.post('/story-projects', { name: 'Busy' });
    const { db } = stand.api.services;
    const plan = async (planId: string, status: string, age: string, failureCode?: string): Promise<void> => {
      await insertPlan(db, { planId, accountId: own.accountId, projectId: project.id, status, ...(failureCode ? { failureCode } : {}) });
      await db.query(
        `UPDATE works SET updated_at = now() - $2::interval, finished_at = CASE WHEN finished_at IS NOT NULL THEN now() - $2::interval END
         WHERE id = $1`, [planId, age]);
    };
    await plan('pln_open', 'RUNNING', '1 hour');
    await plan('pln_ended', 'FAILED', '9 minutes', 'story_plan_failed');
    await plan('pln_past', 'FAILED', '11 minutes');
    const job = (jobId: string, status: 'RUNNING' | 'FAILED', progress: Partial<Progress>): Promise<void> => insertJobRow(db, {
      jobId, accountId: own.accountId, projectId: project.id, planId: 'pln_ended', status, progress, credits: 10,
      ...(status === 'FAILED' ? { failureCode: 'artifact_generation_failed' } : {}),
    });
    const nextAttemptAt = new Date(Date.now() + 60_000).toISOString();
    await job('job_waiting', 'RUNNING', { stage: 'provider_backoff', completed: 3, total: 9, nextAttemptAt });
    await job('job_failed', 'FAILED', { stage: 'synthesizing', unit: 'lines', completed: 1, total: 4 });
    await db.query(
      `INSERT INTO artifacts (id, account_id, project_id, job_id, line, type, title, status, current_version, refine_count)
       VALUES ('art_1', $1, $2, 'job_failed', 0, 'table_read', 'Read', 'FAILED', 1, 0)`, [own.accountId, project.id]);
    await insertWorkRow(db, {
      workId: 'wrk_render', kind: 'finalize', accountId: own.accountId, projectId: project.id, subjectId: 'art_1', revision: 1, status: 'RUNNING',
      credits: 6, label: 'Rendering audio: Read',
    });
    const { body } = await own.get('/background-activity');
    const seen = Object.fromEntries(body.jobs.map((item: any) => [item.id, [item.kind, item.status, item.queueState, item.failureReason]]));
    expect(seen).toEqual({
      pln_open: ['plan', 'running', 'running', null], pln_ended: ['plan', 'failed', 'completed', 'story_plan_failed'],
      job_waiting: ['job', 'retrying', 'retrying', null], job_failed: ['job', 'failed', 'completed', 'artifact_generation_failed'],
      wrk_render: ['finalize', 'failed', 'completed', 'artifact_generation_failed'],
    });
    expect(body.jobs.find(({ id }: any) => id === 'job_waiting')).toMatchObject({
      projectId: project.id, projectName: 'Busy', progress: { unit: 'scenes', completed: 3, total: 9 }, nextAttemptAt, assets: { completed: 0, total: 1 },
    });
    expect(body.jobs.find(({ id }: any) => id === 'job_failed').progress).toEqual({ unit: 'lines', completed: 1, total: 4 });
    expect((await (await stand.newAccount()).get('/background-activity')).body.jobs).toEqual([]);
  });

  it('shows each kind of work with its unit, also work on what is in no project', async () => {
    const { db } = stand.api.services;
    // Each account gets all kinds in one state, because the list does not hold more at once.
    async function jobsOf(status: 'RUNNING' | 'READY'): Promise<any[]> {
      const own = await stand.newAccount();
      const { body: { project } } = await own.post('/story-projects', { name: 'Every kind' });
      for (const { kind, counted } of WORK_KINDS.values()) {
        const progress = counted && status === 'RUNNING' ? { completed: 3, total: 7 } : {};
        await insertWorkRow(db, { workId: workIdOf(kind, status), kind, accountId: own.accountId, projectId: project.id, status, progress });
      }
      await db.query(`UPDATE works SET project_id = NULL WHERE account_id = $1 AND kind = 'script'`, [own.accountId]);
      return (await own.get('/background-activity')).body.jobs;
    }
    const [running, ended] = [await jobsOf('RUNNING'), await jobsOf('READY')];
    const none = (unit: string) => ({ unit, completed: 0, total: 1 });
    const some = (unit: string) => ({ unit, completed: 3, total: 7 });
    expect(Object.fromEntries(running.map(({ kind, progress }) => [kind, progress]))).toEqual({
      ...Object.fromEntries([...WORK_KINDS.values()].map(({ kind, unit, counted }) => [kind, counted ? some(unit) : none(unit)])),
      script: none('scripts'), plan: none('plans'), finalize: none('recordings'), perform: some('lines'), draft: some('scenes'), job: some('scenes'),
    });
    expect([...new Set(running.map(({ status }) => status))]).toEqual(['running']);
    expect(ended.map(({ kind, status }) => [kind, status]).sort()).toEqual([...WORK_KINDS.keys()].sort().map((kind) => [kind, 'completed']));
    expect(ended.find(({ kind }) => kind === 'script')).toMatchObject({
      projectId: null, projectName: null, progress: { unit: 'scripts', completed: 1, total: 1 },
    });
    for (const { id } of [...running, ...ended]) expect(id).toMatch(/^wrk_[a-z0-9]+$/);
  });
});

describe('a kind of work that had another name', () => {
  it('is shown by its new name, both before and after the migration of stored rows', async () => {
    const own = await stand.newAccount();
    const { body: { project } } = await own.post('/story-projects', { name: 'Renamed' });
    const { db } = stand.api.services;
    const formerly: [string, string][] = [...WORK_KINDS.values()].flatMap((kind) => (kind.formerly ? [[kind.formerly, kind.kind]] : []));
    expect(formerly).toHaveLength(3);
    for (const [former] of formerly) {
      await insertWorkRow(db, { workId: workIdOf(former, 'old'), kind: former, accountId: own.accountId, projectId: project.id, status: 'RUNNING', progress: {} });
    }
    const shown = async (): Promise<string[]> => (await own.get('/background-activity')).body.jobs.map(({ kind }: any) => kind).sort();
    const stored = async (): Promise<string[]> =>
      (await db.query<{ kind: string }>('SELECT kind FROM works WHERE account_id = $1 ORDER BY kind', [own.accountId])).map(({ kind }) => kind);
    const names = formerly.map(([, name]) => name).sort();
    expect([await shown(), await stored()]).toEqual([names, formerly.map(([former]) => former).sort()]);
    const runner = { query: (sql: string, values?: unknown[]) => db.query(sql, values) } as unknown as QueryRunner;
    // The migration expects this table, which a later migration removes.
    await db.query('CREATE TABLE image_renders (kind text)');
    await new HyphenateKinds1796840000000().up(runner);
    expect([await shown(), await stored()]).toEqual([names, names]);
    await new HyphenateKinds1796840000000().down(runner);
    expect(await stored()).toEqual(formerly.map(([former]) => former).sort());
    await new HyphenateKinds1796840000000().up(runner);
    await db.query('DROP TABLE image_renders');
  });
});

describe('GET /generation-health', () => {
  it('shows engine, providers and queues', async () => {
    const { status, body } = await client.get('/generation-health');
    expect(status).toBe(200);
    expect(body.engine).toMatchObject({ status: 'ok', reason: null });
    expect(body.storage).toEqual({ status: 'ok', reason: null });
    expect(body.providers.map(({ kind }: any) => kind)).toEqual(['llm', 'tts', 'image', 'video', 'music']);
    expect(body.voices).toMatchObject({ speaking: 'stage' });
  });

  it('says why the stage voices speak, and that the neural voices do where their pack is installed', async () => {
    const cacheDir = await mkdtemp(path.join(tmpdir(), 'proscenium-cache-'));
    const answers: unknown[] = [];
    try {
      for (const isInstalled of [false, true]) {
        if (isInstalled) {
          await mkdir(voicePackFolder(cacheDir), { recursive: true });
          await writeFile(packMarker(voicePackFolder(cacheDir)), '{"files":[]}');
        }
        const own = await openStand({ env: { VOICES: 'auto', PROSCENIUM_CACHE_DIR: cacheDir } });
        try {
          const { body: { providers, voices } } = await (await own.newAccount()).get('/capabilities');
          answers.push([providers.map(({ name }: any) => name), voices]);
        } finally {
          await own.close();
        }
      }
    } finally {
      await rm(cacheDir, { recursive: true });
    }
    expect(answers).toEqual([
      [['embedded', 'stage', 'embedded', 'embedded', 'catalogue'], { speaking: 'stage', reason: 'the neural voices are not installed; run `proscenium voices install` and start again' }],
      [['embedded', 'neural', 'stage', 'embedded', 'embedded', 'catalogue'], { speaking: 'neural', reason: null }],
    ]);
  });

  it('shows every queue and the median time of finished work', async () => {
    const own = await openStand({ env: {} });
    try {
      const someone = await own.newAccount();
      const { body: { project } } = await someone.post('/story-projects', { name: 'Measured' });
      const { db } = own.api.services;
      const work = async (kind: string, at: number, status: WorkStatus, ms: number): Promise<void> => {
        const workId = workIdOf(kind, `${at}`);
        await insertWorkRow(db, { workId, kind, accountId: someone.accountId, projectId: project.id, status });
        await db.query(`UPDATE works SET created_at = coalesce(finished_at, now()) - make_interval(secs => $2) WHERE id = $1`, [workId, ms / 1_000]);
      };
      for (const [at, ms] of [1_000, 9_000, 2_000].entries()) await work('perform', at, 'READY', ms);
      await work('perform', 3, 'FAILED', 90_000);
      await work('perform', 4, 'RUNNING', 90_000);
      await work('finalize', 0, 'PENDING', 90_000);
      const { body } = await someone.get('/generation-health');
      const idle = { queued: 0, running: 0, oldestQueuedSeconds: null, p50Ms: null };
      const queues = [...WORK_KINDS.values(), ...OTHER_RUNS].map(({ queue }) => queue);
      expect(new Set(queues).size).toBe(queues.length);
      expect(queues).toEqual(expect.arrayContaining(['performances', 'finalizes', 'jobs']));
      expect(body.queues).toEqual(queues.sort().map((name) => ({
        ...idle, name, ...(name === 'performances' ? { running: 1, p50Ms: 2_000 } : {}),
        ...(name === 'finalizes' ? { queued: 1, oldestQueuedSeconds: 90 } : {}),
      })));
      expect(body.providers.map(({ kind, p50Ms }: any) => [kind, p50Ms])).toEqual([['llm', null], ['tts', 2_000], ['image', null], ['video', null], ['music', null]]);
    } finally {
      await own.close();
    }
  });

  it('answers when the engine does not, and pings the engine once for all requests', async () => {
    const lonely = await openStand({ env: {} });
    try {
      lonely.api.services.engine.ping = () => new Promise(() => undefined);
      const own = await lonely.newAccount();
      const { body } = await own.get('/generation-health');
      expect(body).toMatchObject({ status: 'down', engine: { status: 'down', reason: 'the workflow engine did not answer within a second', roundTripMs: null } });
      expect((await own.get('/generation-health')).body.checkedAt).toBe(body.checkedAt);
    } finally {
      await lonely.close();
    }
  });

  it('says why it is degraded when the engine answers and takes no run, and when the media store does not answer', async () => {
    const unfit = await openStand({ env: { TEMPORAL_NAMESPACE: 'nowhere' } });
    try {
      unfit.api.services.store.check = () => Promise.reject(new Error('connect ECONNREFUSED'));
      const own = await unfit.newAccount();
      expect(await own.poll('/generation-health', ({ engine }: any) => engine.reason !== null && engine.roundTripMs !== null)).toMatchObject({
        status: 'degraded', engine: { status: 'down', reason: 'no run can be started: there is no namespace nowhere', roundTripMs: expect.any(Number) },
        storage: { status: 'down', reason: 'the media store does not answer' }, failingRuns: null,
      });
      await expect(unfit.api.services.engine.listFailingRuns(1)).rejects.toThrow('the workflow engine refused the call');
    } finally {
      await unfit.close();
    }
  });
});

describe('GET /openapi.json', () => {
  it('needs no key and describes every operation', async () => {
    const { status, body } = await new ApiClient(client.baseUrl, null).get('/openapi.json');
    expect(status).toBe(200);
    expect([body.openapi, body.info.version, body.servers[0].url]).toEqual(['3.1.0', '1.0.0-foundation', stand.config.baseUrl]);
    const ids = Object.values(body.paths as Record<string, object>).flatMap((item) => Object.values(item).map(({ operationId }: any) => operationId as string));
    expect(ids.sort()).toEqual(OPERATIONS.map(({ id }) => id).sort());
  });
});
