import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger, Worker } from '@temporalio/worker';
import { createExtractionActivities } from '../../activities/extraction/index.js';
import { createSteps } from '../../activities/works/steps.js';
import { ObjectMissing } from '../../src/kernel/storage/index.js';
import { EngineUnavailable } from '../../src/kernel/contract/runs.js';
import { newId } from '../../src/kernel/db/ids.js';
import { detachSource } from '../../src/domain/sources/attach.js';
import { digestKind, type MadeDigest } from '../../src/domain/sources/digest-kind.js';
import { sourceKind, type MadeExtraction } from '../../src/domain/sources/source-kind.js';
import { keysOf, textKeyOf, type SourceRow } from '../../src/domain/sources/source-model.js';
import { clearAwaySource, SourceTextDamaged, storePrepared } from '../../src/domain/sources/source-objects.js';
import { prepareSource, type SourceRequest } from '../../src/domain/sources/source-request.js';
import { createSource, findSourceById } from '../../src/domain/sources/source-store.js';
import { digestWorkId, sourceWorkId } from '../../src/domain/sources/source-work.js';
import { workflowBundlePath } from '../../src/main/worker.js';
import { runChecks } from '../../src/monitoring/checker.js';
import type { Services } from '../../src/kernel/services.js';
import { workRunId } from '../../src/kernel/works/ids.js';
import { failWork, finishLine } from '../../src/kernel/works/moves.js';
import { findWork, getWork } from '../../src/kernel/works/work-store.js';
import type { ApiClient } from '../support/api-client.js';
import { openStand, type Stand } from '../support/stands/stand.js';
import { openSite, startSourceWorker, STORY, type Site, type SourceWorker } from './source-worker.js';

let site: Site;
let stand: Stand;
let worker: SourceWorker;
let client: ApiClient;
let projectId: string;

beforeAll(async () => {
  site = await openSite();
  stand = await openStand({ env: { FETCH_ALLOW_HOSTS: site.host } });
  worker = await startSourceWorker(stand);
  client = await stand.newAccount();
  projectId = (await client.post('/story-projects', { name: 'Runs' })).body.project.id;
  site.paths.set('/story', (_q, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(STORY));
});
afterAll(async () => {
  await worker.stop();
  await stand.close();
  await site.close();
});
afterEach(() => {
  expect(worker.writer.next).toEqual([]);
  worker.writer.delayMs = 0;
});

/** Stores a source as its create call does, but starts no run. Returns its id. */
async function given(request: SourceRequest): Promise<string> {
  const prepared = await prepareSource(request, { id: newId('source'), accountId: client.accountId, projectId });
  await storePrepared(worker.services.store, prepared);
  await createSource(worker.services.db, prepared, 'req_test');
  return prepared.draft.id;
}

const fetched = (path: string, more: Partial<SourceRequest> = {}) => given({ type: 'url', uri: `${site.url}${path}`, ...more });
const rowOf = async (id: string) => (await findSourceById(worker.services.db, id))!;
const objectsOf = async (id: string): Promise<string[]> => {
  const found = await Promise.all(keysOf(id).map(async (key) => [key, await worker.services.store.stat(key)] as const));
  return found.filter(([, stat]) => stat !== null).map(([key]) => key.slice(`sources/${id}/`.length)).sort();
};
const quietEnvironment = () => new MockActivityEnvironment({}, { logger: new DefaultLogger('ERROR') });
const extract = async (id: string, overrides: Partial<Services> = {}): Promise<MadeExtraction | null> => {
  const { input } = await getWork(worker.services.db, sourceWorkId(id));
  return quietEnvironment().run(createExtractionActivities({ ...worker.services, ...overrides }).extractSource, input);
};
const digest = async (id: string, overrides: Partial<Services> = {}): Promise<MadeDigest | null> => {
  const { input } = await getWork(worker.services.db, digestWorkId(id));
  const { digestSource } = createSteps({ ...worker.services, ...overrides }, 'providers');
  return quietEnvironment().run(digestSource as (given: object) => Promise<MadeDigest | null>, { ...input, line: 0 });
};
const publishText = async (made: MadeExtraction | null) => finishLine(
  worker.services.db, sourceKind, { workId: sourceWorkId(made!.sourceId), epoch: 1, line: 0 }, await sourceKind.load!(worker.services, made!));
const publishDigest = async (made: MadeDigest | null) => finishLine(
  worker.services.db, digestKind, { workId: digestWorkId(made!.sourceId), epoch: 1, line: 0 }, await digestKind.load!(worker.services, made!));
const clearAway = (id: string) => clearAwaySource(worker.services, id);
/** Fault points that throw at one place, the first time it is reached. */
const failsOnceAt = (place: string) => {
  let left = 1;
  return { async reach(point: string) { if (point === place && left-- > 0) throw new Error('injected fault'); } };
};
const unchanged = ({ updatedAt, ...row }: SourceRow) => ({ ...row, updatedAt: updatedAt.toISOString() });

describe('extraction', () => {
  it('does nothing the second time', async () => {
    const id = await fetched('/story');
    expect(await publishText(await extract(id))).toBe('READY');
    const first = await rowOf(id);
    expect(first).toMatchObject({ status: 'READY', digestStatus: 'PENDING' });
    expect(await findWork(worker.services.db, digestWorkId(id))).toMatchObject({ status: 'PENDING', projectId, subjectId: id });
    const { requests } = site;
    expect(await extract(id)).toBeNull();
    expect(site.requests).toBe(requests);
    expect(unchanged(await rowOf(id))).toEqual(unchanged(first));
    await clearAway(id);
    expect(await objectsOf(id)).toEqual(['text.txt']);
  });

  it('comes to one text in parallel', async () => {
    const waiting: (() => void)[] = [];
    site.paths.set('/both', (_q, response) => {
      waiting.push(() => response.writeHead(200, { 'content-type': 'text/plain' }).end(STORY));
      if (waiting.length === 2) for (const answer of waiting) answer();
    });
    const id = await fetched('/both');
    const made = await Promise.all([extract(id), extract(id)]);
    expect(made[0]).toEqual(made[1]);
    expect(await Promise.all(made.map(publishText))).toEqual(expect.arrayContaining(['READY', 'over']));
    expect((await worker.services.store.get(textKeyOf(id))).toString()).toBe(STORY);
  });

  it('leaves nothing of a source that is deleted meanwhile', async () => {
    const id = await fetched('/deleted-meanwhile', { retentionPolicy: 'STORE_ORIGINAL' });
    site.paths.set('/deleted-meanwhile', (_q, response) => {
      void detachSource(worker.services, client.accountId, projectId, id)
        .then(() => response.writeHead(200, { 'content-type': 'text/plain' }).end(STORY));
    });
    expect(await extract(id)).toBeNull();
    expect(await objectsOf(id)).toEqual([]);
    const row = await rowOf(id);
    expect({ preview: row.preview, textKey: row.textKey, hash: row.contentHash }).toEqual({ preview: null, textKey: null, hash: null });
    expect(await findWork(worker.services.db, sourceWorkId(id))).toBeNull();
  });

  it('continues after a fault between the store and the row', async () => {
    const id = await fetched('/story');
    await expect(extract(id, { faults: failsOnceAt('source.stored') })).rejects.toThrow('injected fault');
    expect((await rowOf(id)).status).toBe('EXTRACTING');
    expect(await publishText(await extract(id))).toBe('READY');
  });

  it('fails for good only when a retry cannot help, and stores the first failure', async () => {
    const lost = await fetched('/nothing-here');
    await expect(extract(lost)).rejects.toMatchObject({
      nonRetryable: true, type: 'source_fetch_failed', details: [{ reason: 'upstream_status', status: 404 }],
    });
    site.paths.set('/busy', (_q, response) => response.writeHead(503).end());
    const busy = await fetched('/busy');
    await expect(extract(busy)).rejects.toMatchObject({
      nonRetryable: false, type: 'source_fetch_failed', details: [{ reason: 'upstream_status', status: 503 }],
    });
    expect((await rowOf(busy)).status).toBe('EXTRACTING');
    const fail = (message: string) => failWork(worker.services.db, sourceKind, { workId: sourceWorkId(busy), epoch: 1 },
      { code: 'source_fetch_failed', message, details: { reason: 'timeout' } });
    expect([await fail('first'), await fail('second')]).toEqual(['FAILED', null]);
    expect(await rowOf(busy)).toMatchObject({
      status: 'FAILED', failureCode: 'source_fetch_failed', failureMessage: 'first', failureDetails: { reason: 'timeout' }, digestStatus: 'NOT_STARTED',
    });
  });
});

describe('digests', () => {
  const inline = (more: Partial<SourceRequest> = {}) => given({ type: 'text', content: STORY, ...more });
  const failed = (id: string) => failWork(worker.services.db, digestKind, { workId: digestWorkId(id), epoch: 1 }, { code: 'internal_error', message: 'x' });

  it('are made once', async () => {
    const id = await inline();
    expect(await publishDigest(await digest(id))).toBe('READY');
    expect(await digest(id)).toBeNull();
    expect(worker.writer.asked.filter((asked) => asked === id)).toHaveLength(1);
    await clearAway(id);
    expect(await objectsOf(id)).toEqual(['text.txt']);
  });

  it.each(['EXTRACTED_ONLY', 'METADATA_ONLY'] as const)('are the same in parallel, with %s', async (retentionPolicy) => {
    worker.writer.delayMs = 30;
    for (let round = 0; round < 4; round += 1) {
      const id = await inline({ retentionPolicy });
      const made = await Promise.all([digest(id), digest(id), digest(id)]);
      expect(await Promise.all(made.map(publishDigest))).toEqual(expect.arrayContaining(['READY', 'over', 'over']));
      await clearAway(id);
      expect(await objectsOf(id)).toEqual(retentionPolicy === 'METADATA_ONLY' ? [] : ['text.txt']);
    }
  });

  it('continue after a fault between the store and the row', async () => {
    const id = await inline({ retentionPolicy: 'METADATA_ONLY' });
    await expect(digest(id, { faults: failsOnceAt('digest.stored') })).rejects.toThrow('injected fault');
    expect(await publishDigest(await digest(id))).toBe('READY');
  });

  it('delete the text of a METADATA_ONLY source, even when the run stopped before it cleared away', async () => {
    const id = await inline({ retentionPolicy: 'METADATA_ONLY' });
    await publishDigest(await digest(id));
    expect(await objectsOf(id)).toEqual(['digest.json', 'text.txt']);
    await runChecks(worker.services);
    expect(await objectsOf(id)).toEqual([]);
  });

  it('are retried or fail as the error of the writer demands', async () => {
    worker.writer.next = ['backoff', 'flawed', 'refuse'];
    const id = await inline({ retentionPolicy: 'METADATA_ONLY' });
    await expect(digest(id)).rejects.toMatchObject({ type: 'provider_backoff', nextRetryDelay: 300 });
    await expect(digest(id)).rejects.toMatchObject({ nonRetryable: false, message: expect.stringContaining('evidence names no claim') });
    await expect(digest(id)).rejects.toMatchObject({ nonRetryable: true });
    expect(await failed(id)).toBe('FAILED');
    expect(await rowOf(id)).toMatchObject({ status: 'READY', digestStatus: 'FAILED', textKey: null, preview: null });
    await clearAway(id);
    expect(await objectsOf(id)).toEqual([]);
  });

  it('are not made of a stored text that was changed', async () => {
    const id = await inline();
    await worker.services.store.put(textKeyOf(id), 'tampered');
    await expect(digest(id)).rejects.toBeInstanceOf(SourceTextDamaged);
    await failed(id);
    expect(await rowOf(id)).toMatchObject({ status: 'READY', digestStatus: 'FAILED' });
  });

  it('are not made of a source that is deleted, and leave nothing of one that is deleted meanwhile', async () => {
    const id = await inline();
    const { input } = await getWork(worker.services.db, digestWorkId(id));
    await detachSource(worker.services, client.accountId, projectId, id);
    expect(await quietEnvironment().run(createSteps(worker.services, 'providers').digestSource!, { ...input, line: 0 })).toBeNull();
    expect(worker.writer.asked).not.toContain(id);
    const next = await inline();
    const faults = { reach: () => detachSource(worker.services, client.accountId, projectId, next) };
    expect(await digest(next, { faults })).toBeNull();
    expect([await objectsOf(id), await objectsOf(next)]).toEqual([[], []]);
  });
});

describe('the run', () => {
  const sourcesPath = () => `/story-projects/${projectId}/sources`;
  const create = async (body: object) => (await client.post(sourcesPath(), body)).body.source.id as string;
  const DONE = ['READY', 'FAILED', 'SKIPPED'];
  const settled = async (id: string) => (await client.poll(`${sourcesPath()}/${id}`, ({ source }) =>
    source.status === 'FAILED' || DONE.includes(source.digestStatus))).source;
  const runIdOf = (id: string, kind: 'source' | 'digest', epoch = 1) => workRunId({ kind, subjectId: id, revision: 0, epoch });
  async function history(runId: string) {
    const connection = await Connection.connect({ address: stand.connections.temporalAddress });
    const handle = new Client({ connection, namespace: stand.config.temporal.namespace }).workflow.getHandle(runId);
    const result = await handle.result() as unknown;
    const events = await handle.fetchHistory();
    return { result, events, close: () => connection.close() };
  }

  it('retries temporary failures, and gives up in the end', async () => {
    let calls = 0;
    site.paths.set('/recovers', (_q, response) => {
      calls += 1;
      response.writeHead(calls < 3 ? 503 : 200, { 'content-type': 'text/plain' }).end(calls < 3 ? '' : STORY);
    });
    site.paths.set('/never', (_q, response) => response.writeHead(500).end());
    const [recovers, never] = await Promise.all(['/recovers', '/never'].map((uri) => create({ type: 'url', uri: `${site.url}${uri}` })));
    expect(await settled(recovers!)).toMatchObject({ status: 'READY', digestStatus: 'READY' });
    expect(calls).toBe(3);
    expect(await settled(never!)).toMatchObject({
      status: 'FAILED', failureCode: 'source_fetch_failed', failureDetails: { reason: 'upstream_status', status: 500 },
    });
  });

  it('waits for a provider that asks it to, and replays', async () => {
    worker.writer.next = ['backoff', 'fail'];
    site.paths.set('/canary', (_q, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(`${STORY} Unmistakable canary.`));
    const id = await create({ type: 'url', uri: `${site.url}/canary` });
    expect(await settled(id)).toMatchObject({ digestStatus: 'READY' });
    for (const kind of ['source', 'digest'] as const) {
      const { result, events, close } = await history(runIdOf(id, kind));
      expect(result).toEqual({ status: 'ready' });
      await Worker.runReplayHistory({ workflowBundle: { codePath: workflowBundlePath() } }, events, runIdOf(id, kind));
      const bytes = JSON.stringify(events, (_key, value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : value));
      expect(bytes).toContain(id);
      expect(bytes).not.toMatch(/Unmistakable|keeper|lamp/);
      await close();
    }
    expect(await objectsOf(id)).toEqual(['text.txt']);
  });

  it('exists once, for one source, when the create call died before its row and is repeated', async () => {
    const broken = await openStand({ env: { FAULT: 'source.before_insert:throw' } });
    const helper = await startSourceWorker(broken);
    try {
      const caller = await broken.newAccount();
      const project = (await caller.post('/story-projects', { name: 'Crash' })).body.project.id as string;
      const call = () => caller.post(`/story-projects/${project}/sources`, { type: 'text', content: STORY }, { key: 'crash-1' });
      expect((await call()).status).toBe(500);
      expect((await caller.get(`/story-projects/${project}/sources`)).body.sources).toEqual([]);
      Object.assign(broken.api.services, { faults: worker.services.faults });
      const again = await call();
      expect(again.status).toBe(201);
      const listed = await caller.poll(`/story-projects/${project}/sources`, ({ sources }) => sources[0]?.digestStatus === 'READY');
      expect(listed.sources.map(({ id }: { id: string }) => id)).toEqual([again.body.source.id]);
    } finally {
      await helper.stop();
      await broken.close();
    }
  });

  it('never starts when the create call died for good: its text is deleted together with its claim', async () => {
    const { db, store } = worker.services;
    const id = newId('source');
    await store.put(textKeyOf(id), STORY);
    await db.query(
      `INSERT INTO idempotency_keys (account_id, key, fingerprint, state, resource_id, owner, lease_until)
       VALUES ($1, 'dead-create', 'f', 'busy', $2, 'nobody', now() - interval '11 minutes')`, [client.accountId, id]);
    await runChecks(worker.services);
    await expect(store.get(textKeyOf(id))).rejects.toBeInstanceOf(ObjectMissing);
    expect(await db.query(`SELECT 1 FROM idempotency_keys WHERE key = 'dead-create'`)).toEqual([]);
  });

  it('waits while the engine is down: the source is attached, and the checker starts its run', async () => {
    const engine = {
      ...worker.services.engine, start: () => Promise.reject(new EngineUnavailable('down')),
    } as unknown as Services['engine'];
    const { engine: working } = stand.api.services;
    Object.assign(stand.api.services, { engine });
    const id = await create({ type: 'text', content: STORY }).finally(() => Object.assign(stand.api.services, { engine: working }));
    expect(await rowOf(id)).toMatchObject({ status: 'READY', digestStatus: 'PENDING' });
    await worker.services.db.query(`UPDATE works SET updated_at = now() - interval '1 minute' WHERE subject_id = $1`, [id]);
    expect((await runChecks(worker.services)).mended).toContainEqual({ kind: 'digest', id: digestWorkId(id) });
    expect(await settled(id)).toMatchObject({ digestStatus: 'READY' });
  });

  it('ends FAILED when an operator cancels it', async () => {
    site.paths.set('/hangs', () => undefined);
    const id = await create({ type: 'url', uri: `${site.url}/hangs` });
    await client.poll(`${sourcesPath()}/${id}`, ({ source }) => source.status === 'EXTRACTING');
    await stand.api.services.engine.cancel(runIdOf(id, 'source'));
    expect(await settled(id)).toMatchObject({ status: 'FAILED', failureCode: 'work_cancelled' });
  });
});
