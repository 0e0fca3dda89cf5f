import { Client, Connection } from '@temporalio/client';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createScriptParsing, createScriptWrites } from '../../activities/scripts/index.js';
import { newId } from '../../src/kernel/db/ids.js';
import { runChecks } from '../../src/monitoring/checker.js';
import { deleteScript } from '../../src/domain/artifacts/deletion/delete-store.js';
import { firstVersionId, projectIdFor, type NewVersion } from '../../src/domain/scripts/script-model.js';
import { deleteObjects, storeText, storedTextOf } from '../../src/domain/scripts/script-objects.js';
import { insertUpload, findVersionById, replaceText, takeForParsing } from '../../src/domain/scripts/version-store.js';
import { workflowBundlePath } from '../../src/main/worker.js';
import type { Services } from '../../src/kernel/services.js';
import { EngineUnavailable } from '../../src/kernel/contract/runs.js';
import { parseWorkId } from '../../src/domain/scripts/parsing/parse-work.js';
import { scriptKind, type MadeParse } from '../../src/domain/scripts/parsing/script-kind.js';
import { workRunId } from '../../src/kernel/works/ids.js';
import { QUEUED } from '../../src/kernel/works/model.js';
import { failWork, finishLine, openWork } from '../../src/kernel/works/moves.js';
import { findWork, getWork } from '../../src/kernel/works/work-store.js';
import type { ApiClient } from '../support/api-client.js';
import { LAMP, longScript, parsed, uploaded } from '../support/stands/script-stand.js';
import { openStand, type Stand } from '../support/stands/stand.js';

let stand: Stand;
let services: Services;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ['story', 'providers'] });
  services = stand.api.services;
  client = await stand.newAccount();
});
afterAll(() => stand.close());

const activities = (overrides: Partial<Services> = {}) => {
  const used = { ...services, ...overrides };
  return { ...createScriptWrites(used), ...createScriptParsing(used) };
};
const workOf = (versionId: string, revision = 1) => getWork(services.db, parseWorkId(versionId, revision));
const environment = () => new MockActivityEnvironment({}, { logger: new DefaultLogger('ERROR') });
/** One attempt of the activity, as the run of the text asks for it. */
async function attempt(versionId: string, revision = 1, overrides: Partial<Services> = {}): Promise<MadeParse | null> {
  const input = (await workOf(versionId, revision)).input;
  return environment().run(activities(overrides).parseScript, input);
}
const publish = (made: MadeParse | null) =>
  finishLine(services.db, scriptKind, { workId: parseWorkId(made!.versionId, made!.revision), epoch: 1, line: 0 }, made);
const parse = async (versionId: string, revision = 1) => publish(await attempt(versionId, revision));
const rowOf = async (id: string) => (await findVersionById(services.db, id))!;
const runIdOf = (subjectId: string, revision = 1, epoch = 1) => workRunId({ kind: 'script', subjectId, revision, epoch });

/** An upload as its create call leaves it in the store, without a row and without a run. */
async function stored(content = LAMP): Promise<NewVersion> {
  const scriptId = newId('script');
  const versionId = firstVersionId(scriptId);
  const bytes = Buffer.from(content);
  const version: NewVersion = {
    accountId: client.accountId, scriptId, versionId, title: 'Stored', sourceFormat: 'auto', sourceId: null, ...storedTextOf(versionId, bytes),
    script: { projectId: projectIdFor(scriptId), makesProject: true },
  };
  await services.store.put(version.contentKey, bytes);
  return version;
}
async function given(content = LAMP): Promise<string> {
  return (await insertUpload(services.db, await stored(content), 'req_test'))!.id;
}

describe('an upload', () => {
  it('is inserted once with its work, in sequence and in parallel', async () => {
    const version = await stored();
    const insert = () => insertUpload(services.db, version, 'req_test');
    const rows = [...await Promise.all([insert(), insert()]), await insert()];
    expect(rows.map((row) => [row?.id, row?.number])).toEqual(Array(3).fill([version.versionId, 1]));
    expect(await workOf(version.versionId)).toMatchObject({
      status: 'PENDING', epoch: 1, subjectId: version.versionId, revision: 1, projectId: version.script!.projectId, progress: QUEUED,
    });
    expect((await client.get(`/scripts/${version.scriptId}`)).body.script.project.name).toBe('Stored');
  });

  it('that was deleted is not brought back, neither by its call nor by its run', async () => {
    const version = await stored();
    await insertUpload(services.db, version, 'req_test');
    const input = (await workOf(version.versionId)).input;
    const { objectKeys, runIds } = await deleteScript(services.db, client.accountId, version.scriptId);
    expect(runIds).toEqual([runIdOf(version.versionId)]);
    await deleteObjects(services.store, objectKeys);
    expect(await openWork(services.db, scriptKind, input, 30)).toEqual({ outcome: 'over' });
    expect(await findWork(services.db, input.workId)).toBeNull();
    expect(await insertUpload(services.db, version, 'req_test')).toMatchObject({ deletedAt: expect.any(Date) });
    for (const key of objectKeys) expect([key, await services.store.stat(key)]).toEqual([key, null]);
  });
});

describe('parsing', () => {
  it('does nothing the second time, and comes to one result in parallel', async () => {
    const id = await given(longScript(5));
    const made = await Promise.all([1, 2, 3].map(() => attempt(id)));
    expect(new Set(made.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(await Promise.all(made.map(publish))).toEqual(expect.arrayContaining(['READY', 'over', 'over']));
    const { updatedAt, modelKey, linesKey } = await rowOf(id);
    expect(await attempt(id)).toBeNull();
    expect(await rowOf(id)).toMatchObject({ status: 'complete', updatedAt, modelKey, linesKey });
    expect(await workOf(id)).toMatchObject({ status: 'READY', linesReady: 1 });
    for (const key of [modelKey!, linesKey!]) expect(await services.store.stat(key)).not.toBeNull();
  });

  it('continues after a fault between the store and the row', async () => {
    const id = await given();
    let left = 1;
    const faults = { async reach(point: string) { if (point === 'script.stored' && left-- > 0) throw new Error('injected fault'); } };
    await expect(attempt(id, 1, { faults })).rejects.toThrow('injected fault');
    expect([(await rowOf(id)).status, (await workOf(id)).status]).toEqual(['parsing', 'RUNNING']);
    expect(await publish(await attempt(id, 1, { faults }))).toBe('READY');
  });

  /** The store, and the keys that were written through it. */
  function watchedStore() {
    const written: string[] = [];
    const store = Object.assign(Object.create(services.store), {
      put: (key: string, bytes: Uint8Array | string) => { written.push(key); return services.store.put(key, bytes); },
    }) as Services['store'];
    return { written, store };
  }
  async function expectDeleted(keys: string[]) {
    expect(keys).toHaveLength(2);
    for (const key of keys) expect([key, await services.store.stat(key)]).toEqual([key, null]);
  }
  /** Replaces the text of a version. The new text is already being parsed when this returns. */
  async function replace(id: string) {
    const text = await storeText(services.store, id, 2, Buffer.from(longScript(1)));
    await services.db.transaction((tx) => replaceText(tx, id, 1, { ...text, sourceFormat: 'auto' }, 'req_test'));
    await takeForParsing(services.db, id, 2);
  }
  async function expectNextTextParsed(id: string) {
    expect(await attempt(id, 1)).toBeNull();
    expect(await failWork(services.db, scriptKind, { workId: parseWorkId(id, 1), epoch: 1 }, { code: 'internal_error', message: 'Late.' })).toBeNull();
    expect((await workOf(id, 1)).status).toBe('CANCELED');
    expect(await rowOf(id)).toMatchObject({ status: 'parsing', revision: 2, modelKey: null, entryCount: null, parseFailure: null });
    expect(await parse(id, 2)).toBe('READY');
    expect((await client.get(`/scripts/${id}/lines/2`)).body.line.character).toBe('ADA');
  }

  it('leaves a text that is replaced meanwhile to the next run, and deletes its own objects', async () => {
    const id = await given();
    const { written, store } = watchedStore();
    expect(await attempt(id, 1, { faults: { reach: () => replace(id) }, store })).toBeNull();
    await expectDeleted(written);
    await expectNextTextParsed(id);
  });

  it('publishes no text that was replaced after it was parsed', async () => {
    const id = await given();
    const { written, store } = watchedStore();
    const made = await attempt(id, 1, { store });
    expect(written).toEqual([made!.modelKey, made!.linesKey]);
    await replace(id);
    expect(await publish(made)).toBe('over');
    await activities().deleteUnusedObjects({ versionId: id, keys: written });
    await expectDeleted(written);
    await expectNextTextParsed(id);
  });

  it('leaves nothing of a script that is deleted while it is parsed', async () => {
    const id = await given();
    const { scriptId } = await rowOf(id);
    const { written, store } = watchedStore();
    const faults = { async reach() { await deleteObjects(services.store, (await deleteScript(services.db, client.accountId, scriptId)).objectKeys); } };
    expect(await attempt(id, 1, { faults, store })).toBeNull();
    await expectDeleted(written);
  });

  it('fails for a text that is no screenplay, with what was wrong and where', async () => {
    const id = await given('   \n');
    const failure = await attempt(id).catch((error: Error) => error);
    expect(failure).toMatchObject({ type: 'source_incomplete', nonRetryable: true, details: [{ reason: 'empty', line: null }] });
  });

  it('refuses a stored text whose hash is not the recorded one', async () => {
    const id = await given();
    await services.store.put((await rowOf(id)).contentKey, 'INT. TAMPERED');
    await expect(attempt(id)).rejects.toThrow('does not have the recorded hash');
    await failWork(services.db, scriptKind, { workId: parseWorkId(id, 1), epoch: 1 }, { code: 'artifact_generation_failed', message: 'Ours.' });
    expect(await rowOf(id)).toMatchObject({ status: 'failed', parseFailure: { code: 'internal_error', message: expect.stringContaining('write the content again') } });
  });

  it('ends when it is cancelled, and the thread reads the next script', async () => {
    const id = await given(longScript(150));
    const here = environment();
    const run = here.run(activities().parseScript, (await workOf(id)).input);
    here.cancel('CANCELLED');
    await expect(run).rejects.toThrow();
    expect((await rowOf(id)).status).toBe('parsing');
    expect(await parse(await given())).toBe('READY');
  });
});

describe('the run', () => {
  it('holds no word of the screenplay, and replays', async () => {
    const script = await uploaded(client, LAMP.replace('Only the wind.', 'An unmistakable canary.'));
    const connection = await Connection.connect({ address: stand.connections.temporalAddress });
    const workflowId = runIdOf(script.scriptUploadId);
    const handle = new Client({ connection }).workflow.getHandle(workflowId);
    expect(await handle.result()).toEqual({ status: 'ready' });
    const events = await handle.fetchHistory();
    await Worker.runReplayHistory({ workflowBundle: { codePath: workflowBundlePath() } }, events, workflowId);
    const bytes = JSON.stringify(events, (_key, value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : value));
    expect(bytes).toContain(script.scriptUploadId);
    expect(bytes).not.toMatch(/canary|LAMP ROOM|ADA/);
    await connection.close();
  });

  it('is started by the checker when the create call died after the row; the retry finds the same script', async () => {
    const broken = await openStand({ env: { FAULT: 'script.after_insert:throw' }, queues: ['story', 'providers'] });
    try {
      const caller = await broken.newAccount();
      const call = () => caller.post('/scripts', { title: 'Crash', content: LAMP }, { key: 'crash-1' });
      expect((await call()).status).toBe(500);
      expect((await caller.get('/scripts/crash')).body.script.parseStatus).toBe('pending');
      const { db } = broken.api.services;
      await db.query(`UPDATE works SET updated_at = now() - interval '2 minutes'`);
      expect((await runChecks(broken.api.services)).mended).toEqual([{ kind: 'script', id: expect.any(String) }]);
      expect((await parsed(caller, 'crash')).parseStatus).toBe('complete');
      const again = await call();
      expect([again.status, again.body.script.slug]).toEqual([201, 'crash']);
      expect((await caller.get('/story-projects')).body.projects).toHaveLength(1);
    } finally {
      await broken.close();
    }
  });

  it('cannot be started while the engine is down: what was sent is kept and parsed when the checker finds it', async () => {
    const script = await uploaded(client);
    const { engine } = services;
    const start = engine.start.bind(engine);
    engine.start = () => Promise.reject(new EngineUnavailable('down'));
    let created: any;
    try {
      created = await client.post('/scripts', { title: 'Down', content: LAMP });
      expect([created.status, created.body.version.parseStatus]).toEqual([201, 'pending']);
      const { status, body } = await client.patch(`/scripts/${script.id}/content`, { content: longScript(1) });
      expect([status, body.version.parseStatus]).toEqual([200, 'pending']);
    } finally {
      engine.start = start;
    }
    const workIds = [parseWorkId(script.scriptUploadId, 2), parseWorkId(created.body.script.scriptUploadId, 1)];
    await services.db.query(`UPDATE works SET updated_at = now() - interval '2 minutes' WHERE id = ANY($1)`, [workIds]);
    expect((await runChecks(services)).mended).toEqual(expect.arrayContaining(workIds.map((id) => ({ kind: 'script', id }))));
    expect(await parsed(client, script.id)).toMatchObject({ parseStatus: 'complete', versions: [{ revision: 2 }] });
    expect(await parsed(client, created.body.script.id)).toMatchObject({ parseStatus: 'complete' });
  });

  it('that an operator stopped leaves a failure; sending the same text again parses it in the next epoch', async () => {
    const id = await given();
    await services.db.query(`UPDATE works SET updated_at = now() - interval '2 minutes' WHERE subject_id = $1`, [id]);
    const status = services.engine.status.bind(services.engine);
    services.engine.status = async (run) => (run === runIdOf(id) ? 'closed' : status(run));
    try {
      await runChecks(services);
    } finally {
      services.engine.status = status;
    }
    expect(await rowOf(id)).toMatchObject({ status: 'failed', parseFailure: { code: 'internal_error' } });
    const written = await client.patch(`/scripts/${id}/content`, { content: LAMP });
    expect(written.body.version).toMatchObject({ revision: 1, parseFailure: null });
    expect((await parsed(client, id)).parseStatus).toBe('complete');
    expect(await workOf(id)).toMatchObject({ status: 'READY', epoch: 2, failureCode: null });
  });
});
