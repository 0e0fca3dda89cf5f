import { Client, Connection } from '@temporalio/client';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createScriptParsing, createScriptWrites } from '../../activities/scripts/index.js';
import { newId } from '../../src/db/ids.js';
import { runChecks } from '../../src/monitoring/checker.js';
import { deleteScript } from '../../src/domain/artifacts/deletion/delete-store.js';
import { draftKeyOf, firstVersionId, projectIdFor, type UploadDraft } from '../../src/domain/scripts/script-model.js';
import { deleteObjects, storeText, storeUpload, uploadedText } from '../../src/domain/scripts/script-objects.js';
import { insertUpload, findVersionById, replaceText, takeForParsing } from '../../src/domain/scripts/version-store.js';
import { workflowBundlePath } from '../../src/main/worker.js';
import type { Services } from '../../src/services.js';
import { EngineUnavailable } from '../../src/contract/runs.js';
import { GONE, scriptWorkflowId, type ScriptInput, type ScriptState } from '../../src/domain/scripts/script-run.js';
import type { ApiClient } from '../support/api-client.js';
import { LAMP, longScript, parsed, uploaded } from '../support/script-stand.js';
import { openStand, type Stand } from '../support/stand.js';

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
const attempt = (activity: (input: ScriptInput) => Promise<ScriptState>, versionId: string, revision = 1): Promise<ScriptState> =>
  new MockActivityEnvironment({}, { logger: new DefaultLogger('ERROR') }).run(activity, { versionId, revision });
const rowOf = async (id: string) => (await findVersionById(services.db, id))!;

/** An upload as its create call leaves it in the store, without a row and without a run. */
async function stored(content = LAMP): Promise<UploadDraft> {
  const scriptId = newId('script');
  const versionId = firstVersionId(scriptId);
  const bytes = Buffer.from(content);
  const draft: UploadDraft = {
    accountId: client.accountId, scriptId, versionId, title: 'Stored', sourceFormat: 'auto', sourceId: null, ...uploadedText(versionId, bytes),
    script: { projectId: projectIdFor(scriptId), makesProject: true },
  };
  await storeUpload(services.store, draft, bytes);
  return draft;
}
async function given(content = LAMP): Promise<string> {
  return (await insertUpload(services.db, await stored(content)))!.id;
}

describe('admission', () => {
  it('inserts what the API could not, once, in sequence and in parallel', async () => {
    const draft = await stored();
    const states = await Promise.all([1, 2].map(() => attempt(activities().admitScript, draft.versionId)));
    expect(states).toEqual([{ status: 'pending' }, { status: 'pending' }]);
    expect(await attempt(activities().admitScript, draft.versionId)).toEqual({ status: 'pending' });
    expect(await rowOf(draft.versionId)).toMatchObject({ number: 1, sha256: draft.sha256, title: 'Stored' });
    expect((await client.get(`/scripts/${draft.scriptId}`)).body.script.project.name).toBe('Stored');
    expect(await services.store.stat(draftKeyOf(draft.versionId))).toBeNull();
  });

  it('finds nothing where nothing was stored, and brings nothing back that was deleted', async () => {
    expect(await attempt(activities().admitScript, newId('scriptVersion'))).toEqual(GONE);
    const draft = await stored();
    await insertUpload(services.db, draft);
    const { objectKeys } = await deleteScript(services.db, client.accountId, draft.scriptId);
    expect(await attempt(activities().admitScript, draft.versionId)).toEqual(GONE);
    expect(await insertUpload(services.db, draft)).toMatchObject({ deletedAt: expect.any(Date) });
    for (const key of objectKeys) expect([key, await services.store.stat(key)]).toEqual([key, null]);
  });
});

describe('parsing', () => {
  it('does nothing the second time, and comes to one result in parallel', async () => {
    const id = await given(longScript(5));
    const states = await Promise.all([1, 2, 3].map(() => attempt(activities().parseScript, id)));
    expect(states).toEqual(Array(3).fill({ status: 'complete' }));
    const { updatedAt, modelKey, linesKey } = await rowOf(id);
    expect(await attempt(activities().parseScript, id)).toEqual({ status: 'complete' });
    expect(await rowOf(id)).toMatchObject({ updatedAt, modelKey, linesKey });
    for (const key of [modelKey!, linesKey!]) expect(await services.store.stat(key)).not.toBeNull();
  });

  it('goes on after a fault between the store and the row', async () => {
    const id = await given();
    let left = 1;
    const faults = { async reach(point: string) { if (point === 'script.stored' && left-- > 0) throw new Error('injected fault'); } };
    await expect(attempt(activities({ faults }).parseScript, id)).rejects.toThrow('injected fault');
    expect((await rowOf(id)).status).toBe('parsing');
    expect(await attempt(activities({ faults }).parseScript, id)).toEqual({ status: 'complete' });
  });

  it('leaves a text that is replaced meanwhile to the next run, with nothing of its own behind', async () => {
    const id = await given();
    const written: string[] = [];
    const store = Object.assign(Object.create(services.store), {
      put: (key: string, bytes: Uint8Array | string) => { written.push(key); return services.store.put(key, bytes); },
    }) as Services['store'];
    // Its next text is even being read already when the old one's reading comes to its end.
    const faults = { async reach() {
      const row = await rowOf(id);
      const text = await storeText(services.store, id, 2, Buffer.from(longScript(1)));
      await replaceText(services.db, id, row.revision, { ...text, sourceFormat: 'auto' });
      await takeForParsing(services.db, id, 2);
    } };
    expect(await attempt(activities({ faults, store }).parseScript, id)).toEqual(GONE);
    expect(written).toHaveLength(2);
    for (const key of written) expect([key, await services.store.stat(key)]).toEqual([key, null]);
    expect(await attempt(activities().parseScript, id, 1)).toEqual(GONE);
    await new MockActivityEnvironment().run(activities().failScript, { versionId: id, revision: 1, message: 'Late.' });
    expect(await rowOf(id)).toMatchObject({ status: 'parsing', revision: 2, modelKey: null, entryCount: null, parseFailure: null });
    expect(await attempt(activities().parseScript, id, 2)).toEqual({ status: 'complete' });
    expect((await client.get(`/scripts/${id}/lines/2`)).body.line.character).toBe('ADA');
  });

  it('leaves nothing of a script that is deleted meanwhile', async () => {
    const id = await given();
    const { scriptId } = await rowOf(id);
    const written: string[] = [];
    const store = Object.assign(Object.create(services.store), {
      put: (key: string, bytes: Uint8Array | string) => { written.push(key); return services.store.put(key, bytes); },
    }) as Services['store'];
    const faults = { async reach() { await deleteObjects(services.store, (await deleteScript(services.db, client.accountId, scriptId)).objectKeys); } };
    expect(await attempt(activities({ faults, store }).parseScript, id)).toEqual(GONE);
    for (const key of written) expect([key, await services.store.stat(key)]).toEqual([key, null]);
  });

  it('reads no text that is not the one written', async () => {
    const id = await given();
    await services.store.put((await rowOf(id)).contentKey, 'INT. TAMPERED');
    await expect(attempt(activities().parseScript, id)).rejects.toThrow('does not have the recorded hash');
    const failed = await new MockActivityEnvironment().run(activities().failScript, { versionId: id, revision: 1, message: null });
    expect([failed, (await rowOf(id)).parseFailure]).toEqual([{ status: 'failed' }, expect.objectContaining({ code: 'internal_error' })]);
  });

  it('ends when it is cancelled, and the thread reads the next script', async () => {
    const id = await given(longScript(150));
    const environment = new MockActivityEnvironment({}, { logger: new DefaultLogger('ERROR') });
    const run = environment.run(activities().parseScript, { versionId: id, revision: 1 });
    environment.cancel('CANCELLED');
    await expect(run).rejects.toThrow();
    expect((await rowOf(id)).status).toBe('parsing');
    expect(await attempt(activities().parseScript, await given())).toEqual({ status: 'complete' });
  });
});

describe('the run', () => {
  it('holds no word of the screenplay, and replays', async () => {
    const script = await uploaded(client, LAMP.replace('Only the wind.', 'An unmistakable canary.'));
    const connection = await Connection.connect({ address: stand.connections.temporalAddress });
    const workflowId = scriptWorkflowId(script.scriptUploadId, 1);
    const handle = new Client({ connection }).workflow.getHandle(workflowId);
    expect(await handle.result()).toEqual({ status: 'complete' });
    const events = await handle.fetchHistory();
    await Worker.runReplayHistory({ workflowBundle: { codePath: workflowBundlePath() } }, events, workflowId);
    const bytes = JSON.stringify(events, (_key, value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : value));
    expect(bytes).toContain(script.scriptUploadId);
    expect(bytes).not.toMatch(/canary|LAMP ROOM|ADA/);
    await connection.close();
  });

  it('inserts the row of a create call that died after starting it; the retry finds the same script', async () => {
    const broken = await openStand({ env: { FAULT: 'script.before_insert:throw' }, queues: ['story', 'providers'] });
    try {
      const caller = await broken.newAccount();
      const call = () => caller.post('/scripts', { title: 'Crash', content: LAMP }, { key: 'crash-1' });
      expect((await call()).status).toBe(500);
      await caller.poll('/story-projects', ({ projects }) => projects.length === 1);
      expect((await parsed(caller, 'crash')).parseStatus).toBe('complete');
      const again = await call();
      expect([again.status, again.body.script.slug]).toEqual([201, 'crash']);
      expect((await caller.get('/story-projects')).body.projects).toHaveLength(1);
    } finally {
      await broken.close();
    }
  });

  it('cannot be started while the engine is down: a create says so, a write is kept and read when the checker finds it', async () => {
    const script = await uploaded(client);
    const { engine } = services;
    const start = engine.start.bind(engine);
    engine.start = () => Promise.reject(new EngineUnavailable('down'));
    try {
      expect((await client.post('/scripts', { title: 'Down', content: LAMP })).status).toBe(500);
      const { status, body } = await client.patch(`/scripts/${script.id}/content`, { content: longScript(1) });
      expect([status, body.version.parseStatus]).toEqual([200, 'pending']);
    } finally {
      engine.start = start;
    }
    await services.db.query(`UPDATE script_versions SET updated_at = now() - interval '2 minutes' WHERE id = $1`, [script.scriptUploadId]);
    expect((await runChecks(services)).mended).toContainEqual({ kind: 'script', id: script.scriptUploadId });
    expect(await parsed(client, script.id)).toMatchObject({ parseStatus: 'complete', versions: [{ revision: 2 }] });
  });

  it('that an operator stopped leaves a failure, which the next text mends', async () => {
    const id = await given();
    await services.db.query(`UPDATE script_versions SET updated_at = now() - interval '2 minutes' WHERE id = $1`, [id]);
    const status = services.engine.status.bind(services.engine);
    services.engine.status = async (run) => (run === scriptWorkflowId(id, 1) ? 'closed' : status(run));
    try {
      await runChecks(services);
    } finally {
      services.engine.status = status;
    }
    expect(await rowOf(id)).toMatchObject({ status: 'failed', parseFailure: { code: 'internal_error' } });
    await client.patch(`/scripts/${id}/content`, { content: longScript(1) });
    expect((await parsed(client, id)).parseStatus).toBe('complete');
  });
});
