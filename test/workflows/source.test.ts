import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger, Worker } from '@temporalio/worker';
import { createDigestActivities } from '../../activities/digests/index.js';
import { createExtractionActivities, createSourceWrites } from '../../activities/extraction/index.js';
import { ObjectMissing } from '../../src/adapters/storage/index.js';
import { newId } from '../../src/db/ids.js';
import { textKeyOf, type SourceRow } from '../../src/domain/sources/source-model.js';
import { SourceTextDamaged, storePrepared } from '../../src/domain/sources/source-objects.js';
import { prepareSource, type SourceRequest } from '../../src/domain/sources/source-request.js';
import { deleteSource, insertSource, findSourceById } from '../../src/domain/sources/source-store.js';
import { workflowBundlePath } from '../../src/main/worker.js';
import type { Services } from '../../src/services.js';
import { sourceWorkflowId, type SourceInput, type SourceState } from '../../src/domain/sources/source-run.js';
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

/** A source as its create call leaves it, without a run. */
async function given(request: SourceRequest): Promise<string> {
  const prepared = await prepareSource(request, { id: newId('source'), accountId: client.accountId, projectId });
  await storePrepared(worker.services.store, prepared);
  await insertSource(worker.services.db, prepared.draft, prepared.inline?.preview ?? null);
  return prepared.draft.id;
}

const fetched = (path: string, more: Partial<SourceRequest> = {}) => given({ type: 'url', uri: `${site.url}${path}`, ...more });
const rowOf = async (id: string) => (await findSourceById(worker.services.db, id))!;
const quietEnvironment = () => new MockActivityEnvironment({}, { logger: new DefaultLogger('ERROR') });
const attempt = (activity: (input: SourceInput) => Promise<SourceState>, sourceId: string): Promise<SourceState> =>
  quietEnvironment().run(activity, { sourceId });
const activities = (overrides: Partial<Services> = {}) => {
  const services = { ...worker.services, ...overrides };
  return { ...createSourceWrites(services), ...createExtractionActivities(services), ...createDigestActivities(services) };
};
/** Fault points that throw at one place, once. */
const failsOnceAt = (place: string) => {
  let left = 1;
  return { async reach(point: string) { if (point === place && left-- > 0) throw new Error('injected fault'); } };
};
const unchanged = ({ updatedAt, ...row }: SourceRow) => ({ ...row, updatedAt: updatedAt.toISOString() });

describe('extraction', () => {
  it('does nothing the second time', async () => {
    const id = await fetched('/story');
    const ready = { status: 'READY', digestStatus: 'PENDING' };
    expect(await attempt(activities().extractSource, id)).toEqual(ready);
    const first = await rowOf(id);
    const { requests } = site;
    expect(await attempt(activities().extractSource, id)).toEqual(ready);
    expect(site.requests).toBe(requests);
    expect(unchanged(await rowOf(id))).toEqual(unchanged(first));
  });

  it('comes to one text in parallel', async () => {
    const waiting: (() => void)[] = [];
    site.paths.set('/both', (_q, response) => {
      waiting.push(() => response.writeHead(200, { 'content-type': 'text/plain' }).end(STORY));
      if (waiting.length === 2) for (const answer of waiting) answer();
    });
    const id = await fetched('/both');
    const states = await Promise.all([1, 2].map(() => attempt(activities().extractSource, id)));
    expect(states).toEqual([{ status: 'READY', digestStatus: 'PENDING' }, { status: 'READY', digestStatus: 'PENDING' }]);
    expect((await worker.services.store.get(textKeyOf(id))).toString()).toBe(STORY);
  });

  it('leaves nothing of a source that is deleted meanwhile', async () => {
    const id = await fetched('/deleted-meanwhile', { retentionPolicy: 'STORE_ORIGINAL' });
    site.paths.set('/deleted-meanwhile', (_q, response) => {
      void deleteSource(worker.services.db, client.accountId, projectId, id)
        .then(() => response.writeHead(200, { 'content-type': 'text/plain' }).end(STORY));
    });
    expect(await attempt(activities().extractSource, id)).toEqual({ status: 'GONE', digestStatus: 'GONE' });
    expect(await worker.services.store.stat(textKeyOf(id))).toBeNull();
    expect(await worker.services.store.stat(`sources/${id}/original`)).toBeNull();
    const row = await rowOf(id);
    expect({ preview: row.preview, textKey: row.textKey, hash: row.contentHash }).toEqual({ preview: null, textKey: null, hash: null });
  });

  it('goes on after a fault between the store and the row', async () => {
    const id = await fetched('/story');
    const { extractSource } = activities({ faults: failsOnceAt('source.stored') });
    await expect(attempt(extractSource, id)).rejects.toThrow('injected fault');
    expect((await rowOf(id)).status).toBe('EXTRACTING');
    expect(await attempt(extractSource, id)).toEqual({ status: 'READY', digestStatus: 'PENDING' });
  });

  it('keeps a failure for good, and says what a passing one would say', async () => {
    const lost = await fetched('/nothing-here');
    expect(await attempt(activities().extractSource, lost)).toEqual({ status: 'FAILED', digestStatus: 'NOT_STARTED' });
    site.paths.set('/nothing-here', (_q, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(STORY));
    expect(await attempt(activities().extractSource, lost)).toEqual({ status: 'FAILED', digestStatus: 'NOT_STARTED' });
    site.paths.set('/busy', (_q, response) => response.writeHead(503).end());
    const busy = await fetched('/busy');
    await expect(attempt(activities().extractSource, busy)).rejects.toMatchObject({
      nonRetryable: false, details: [{ code: 'source_fetch_failed', details: { reason: 'upstream_status', status: 503 } }],
    });
    expect((await rowOf(busy)).status).toBe('EXTRACTING');
    for (const failure of [{ code: 'source_fetch_failed', message: 'm', details: { reason: 'timeout' } }, null]) {
      expect(await quietEnvironment().run(activities().failSource, { sourceId: busy, failure }))
        .toEqual({ status: 'FAILED', digestStatus: 'NOT_STARTED' });
    }
    expect(await rowOf(busy)).toMatchObject({ failureCode: 'source_fetch_failed', failureDetails: { reason: 'timeout' } });
  });
});

describe('admission', () => {
  it('inserts what the API could not, once, in sequence and in parallel', async () => {
    const prepared = await prepareSource({ type: 'text', content: STORY, label: 'L' }, { id: newId('source'), accountId: client.accountId, projectId });
    const { id } = prepared.draft;
    expect(await attempt(activities().admitSource, id)).toEqual({ status: 'GONE', digestStatus: 'GONE' });
    await storePrepared(worker.services.store, prepared);
    const states = await Promise.all([1, 2].map(() => attempt(activities().admitSource, id)));
    expect(states).toEqual(Array(2).fill({ status: 'READY', digestStatus: 'PENDING' }));
    const row = await rowOf(id);
    expect(row).toMatchObject({ label: 'L', preview: STORY, byteSize: STORY.length, textKey: textKeyOf(id) });
    expect(await attempt(activities().admitSource, id)).toEqual({ status: 'READY', digestStatus: 'PENDING' });
    expect(unchanged(await rowOf(id))).toEqual(unchanged(row));
  });
});

describe('digests', () => {
  const inline = (more: Partial<SourceRequest> = {}) => given({ type: 'text', content: STORY, ...more });
  const READY = { status: 'READY', digestStatus: 'READY' };

  it('are made once', async () => {
    const id = await inline();
    expect(await attempt(activities().digestSource, id)).toEqual(READY);
    expect(await attempt(activities().digestSource, id)).toEqual(READY);
    expect(worker.writer.asked.filter((asked) => asked === id)).toHaveLength(1);
  });

  it.each(['EXTRACTED_ONLY', 'METADATA_ONLY'] as const)('are the same in parallel, with %s', async (retentionPolicy) => {
    worker.writer.delayMs = 30;
    for (let round = 0; round < 4; round += 1) {
      const id = await inline({ retentionPolicy });
      expect(await Promise.all([1, 2, 3].map(() => attempt(activities().digestSource, id)))).toEqual([READY, READY, READY]);
      const kept = await worker.services.store.get(textKeyOf(id)).then(String, (error: unknown) => error);
      if (retentionPolicy === 'METADATA_ONLY') expect(kept).toBeInstanceOf(ObjectMissing);
      else expect(kept).toBe(STORY);
    }
  });

  it('take the text of a METADATA_ONLY source with them, even if a fault comes between', async () => {
    const id = await inline({ retentionPolicy: 'METADATA_ONLY' });
    const { digestSource } = activities({ faults: failsOnceAt('digest.before_discard') });
    await expect(attempt(digestSource, id)).rejects.toThrow('injected fault');
    expect(await attempt(digestSource, id)).toEqual(READY);
    expect(await worker.services.store.stat(textKeyOf(id))).toBeNull();
  });

  it('fail as the writer fails', async () => {
    worker.writer.next = ['backoff', 'flawed', 'refuse'];
    const id = await inline({ retentionPolicy: 'METADATA_ONLY' });
    await expect(attempt(activities().digestSource, id)).rejects.toMatchObject({ type: 'provider_backoff', nextRetryDelay: 300 });
    await expect(attempt(activities().digestSource, id)).rejects.toThrow('evidence names no claim');
    expect(await attempt(activities().digestSource, id)).toEqual({ status: 'READY', digestStatus: 'FAILED' });
    expect(await worker.services.store.stat(textKeyOf(id))).toBeNull();
  });

  it('are not made of a text that is not the one extracted', async () => {
    const id = await inline();
    await worker.services.store.put(textKeyOf(id), 'tampered');
    await expect(attempt(activities().digestSource, id)).rejects.toBeInstanceOf(SourceTextDamaged);
    expect(await attempt(activities().failDigest, id)).toEqual({ status: 'READY', digestStatus: 'FAILED' });
  });

  it('are not made of a deleted source', async () => {
    const id = await inline();
    await deleteSource(worker.services.db, client.accountId, projectId, id);
    expect(await attempt(activities().digestSource, id)).toEqual({ status: 'GONE', digestStatus: 'GONE' });
    expect(await worker.services.store.stat(textKeyOf(id))).toBeNull();
    expect(worker.writer.asked).not.toContain(id);
  });
});

describe('the run', () => {
  const sourcesPath = () => `/story-projects/${projectId}/sources`;
  const create = async (body: object) => (await client.post(sourcesPath(), body)).body.source.id as string;
  const DONE = ['READY', 'FAILED', 'SKIPPED'];
  const settled = async (id: string) => (await client.poll(`${sourcesPath()}/${id}`, ({ source }) =>
    source.status === 'FAILED' || DONE.includes(source.digestStatus))).source;
  async function history(id: string) {
    const connection = await Connection.connect({ address: stand.connections.temporalAddress });
    const handle = new Client({ connection, namespace: stand.config.temporal.namespace }).workflow.getHandle(sourceWorkflowId(id));
    const result = await handle.result() as SourceState;
    const events = await handle.fetchHistory();
    return { result, events, close: () => connection.close() };
  }

  it('tries again what may pass, and gives up in the end', async () => {
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
    const id = await create({ type: 'text', content: `${STORY} Unmistakable canary.` });
    expect(await settled(id)).toMatchObject({ digestStatus: 'READY' });
    const { result, events, close } = await history(id);
    expect(result).toEqual({ status: 'READY', digestStatus: 'READY' });
    await Worker.runReplayHistory({ workflowBundle: { codePath: workflowBundlePath() } }, events, sourceWorkflowId(id));
    const bytes = JSON.stringify(events, (_key, value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : value));
    expect(bytes).toContain(id);
    expect(bytes).not.toMatch(/canary|keeper|lamp/);
    await close();
  });

  it('inserts the row of a create call that died after starting it; the retry finds the same source', async () => {
    const broken = await openStand({ env: { FAULT: 'source.before_insert:throw' } });
    const helper = await startSourceWorker(broken);
    try {
      const caller = await broken.newAccount();
      const project = (await caller.post('/story-projects', { name: 'Crash' })).body.project.id as string;
      const call = () => caller.post(`/story-projects/${project}/sources`, { type: 'text', content: STORY }, { key: 'crash-1' });
      expect((await call()).status).toBe(500);
      const listed = await caller.poll(`/story-projects/${project}/sources`, ({ sources }) => sources[0]?.digestStatus === 'READY');
      const again = await call();
      expect(again.status).toBe(201);
      expect(again.body.source).toMatchObject({ id: listed.sources[0].id, status: 'READY' });
      expect((await caller.get(`/story-projects/${project}/sources`)).body.sources).toHaveLength(1);
    } finally {
      await helper.stop();
      await broken.close();
    }
  });

  it('cannot be started while the engine is down: the call says so in seconds, and nothing is half there', async () => {
    const address = process.env.TEST_TEMPORAL_ADDRESS;
    process.env.TEST_TEMPORAL_ADDRESS = '127.0.0.1:1';
    const alone = await openStand().finally(() => { process.env.TEST_TEMPORAL_ADDRESS = address; });
    try {
      const caller = await alone.newAccount();
      const project = (await caller.post('/story-projects', { name: 'Down' })).body.project.id as string;
      const started = Date.now();
      const { status, body } = await caller.post(`/story-projects/${project}/sources`, { type: 'text', content: STORY });
      expect({ status, code: body.error.code }).toEqual({ status: 500, code: 'internal_error' });
      expect(Date.now() - started).toBeLessThan(15_000);
      expect((await caller.get(`/story-projects/${project}/sources`)).body.sources).toEqual([]);
    } finally {
      await alone.close();
    }
  });

  it('ends FAILED when an operator cancels it', async () => {
    site.paths.set('/hangs', () => undefined);
    const id = await create({ type: 'url', uri: `${site.url}/hangs` });
    await client.poll(`${sourcesPath()}/${id}`, ({ source }) => source.status === 'EXTRACTING');
    await stand.api.services.engine.cancel(sourceWorkflowId(id));
    expect(await settled(id)).toMatchObject({ status: 'FAILED', failureCode: 'source_incomplete' });
  });
});
