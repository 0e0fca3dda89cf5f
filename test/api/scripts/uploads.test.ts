import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ScriptLineEdit } from '../../../entities/script-line-edit.js';
import { ScriptVersion } from '../../../entities/script-version.js';
import { createAccount } from '../../../src/domain/account/account-store.js';
import { SCOPES } from '../../../src/kernel/contract/scopes.js';
import type { ApiClient, Answer } from '../../support/api-client.js';
import { LAMP, longScript, parsed, uploaded } from '../../support/stands/script-stand.js';
import { openStand, type Stand } from '../../support/stands/stand.js';
import { insertJobRow, insertPlan } from '../../support/work-rows.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ['story', 'providers'], env: { SCRIPT_PAGES_FREE: '3', SCRIPT_PAGES_PRO: '200' } });
  client = await stand.newAccount();
});
afterAll(() => stand.close());

const refusal = ({ status, body }: Answer): unknown[] => [status, body.error?.code, body.error?.details];
const code = ({ status, body }: Answer): unknown[] => [status, body.error?.code];
async function freeClient(): Promise<ApiClient> {
  const account = await createAccount(stand.api.services.db, { name: 'Free', monthlyAllocation: 0, tier: 'free' });
  return stand.keyFor(account.id, SCOPES);
}

describe('POST /scripts', () => {
  it('makes a project, a script and a first version, and reads it in the background', async () => {
    const answer = await client.post('/scripts', { title: 'Évening Lamp', content: LAMP, format: 'fountain' });
    expect(answer.status).toBe(201);
    const { script, version } = answer.body;
    expect(script).toMatchObject({
      title: 'Évening Lamp', slug: 'evening-lamp', appPath: '/writers-lab/evening-lamp', scriptUploadId: version.scriptUploadId,
      project: { id: script.projectId, name: 'Évening Lamp' }, logline: null, season: null, mediaType: null,
    });
    expect(version).toMatchObject({ number: 1, revision: 1, sourceFormat: 'fountain', parseFailure: null, byteSize: Buffer.byteLength(LAMP) });
    expect(script.id).toMatch(/^scr_/);
    expect(version.scriptUploadId).toMatch(/^scv_/);
    const done = await parsed(client, script.id);
    expect(done).toMatchObject({ parseStatus: 'complete', versions: [{ parseStatus: 'complete', pageCount: 1, entryCount: 9, readFormat: 'fountain' }] });
    expect((await client.get(`/story-projects/${script.projectId}`)).body.project.name).toBe('Évening Lamp');
  });

  it('puts it into a project of the caller, and refuses any other', async () => {
    const projectId = (await client.post('/story-projects', { name: 'House' })).body.project.id;
    expect((await client.post('/scripts', { title: 'In', content: LAMP, projectId })).body.script.projectId).toBe(projectId);
    const others = (await (await stand.newAccount()).post('/story-projects', { name: 'Theirs' })).body.project.id;
    await client.delete(`/story-projects/${projectId}`);
    for (const id of [others, projectId, 'prj_unknown']) {
      expect(refusal(await client.post('/scripts', { title: 'In', content: LAMP, projectId: id }))).toEqual([400, 'validation_failed', { field: 'projectId' }]);
    }
  });

  it('answers a repeat with the same bytes and makes nothing twice', async () => {
    const fresh = await stand.newAccount();
    const first = await fresh.post('/scripts', { title: 'Once', content: LAMP }, { key: 'once' });
    const again = await fresh.post('/scripts', { title: 'Once', content: LAMP }, { key: 'once' });
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([201, first.text, 'true']);
    expect((await fresh.get('/story-projects')).body.projects).toHaveLength(1);
    const other = await fresh.post('/scripts', { title: 'Once', content: LAMP });
    expect(other.body.script.slug).toBe('once-2');
  });

  it('refuses what is too large, blank, not a text, or of an unknown format', async () => {
    const large = await client.post('/scripts', { title: 'Large', content: 'é'.repeat(1_000_001) });
    expect(refusal(large)).toEqual([400, 'source_too_large', { field: 'content', maxBytes: 2_000_000 }]);
    for (const [field, body] of Object.entries({
      content: { title: 'A', content: ' \n\t ' }, format: { title: 'A', content: LAMP, format: 'docx' }, title: { title: ' ', content: LAMP },
    })) expect(refusal(await client.post('/scripts', body))).toEqual([400, 'validation_failed', { field }]);
    expect(code(await client.post('/scripts', { title: 'Nul', content: 'INT. A\u0000' }))).toEqual([400, 'validation_failed']);
  });

  it('refuses pages beyond the allowance of the account and stores nothing', async () => {
    const free = await freeClient();
    const answer = await free.post('/scripts', { title: 'Long', content: longScript(4) });
    expect(refusal(answer)).toEqual([403, 'plan_limit_reached', { limit: 'pages', tier: 'free', allowed: 3, actual: expect.any(Number) }]);
    expect((await free.get('/story-projects')).body.projects).toEqual([]);
    expect((await free.post('/scripts', { title: 'Short', content: LAMP })).status).toBe(201);
    expect((await client.post('/scripts', { title: 'Long', content: longScript(4) })).status).toBe(201);
  });
});

describe('a text that is no screenplay', () => {
  it.each([
    ['prose', 'auto', `${'He went down to the sea and looked at it for a long time. '.repeat(30)}\n\n`.repeat(5), 'not_a_screenplay', null],
    ['XML of another kind', 'auto', '<?xml version="1.0"?><html><body/></html>', 'not_fdx', null],
  ])('%s: the version fails, and its parseFailure gives the reason', async (_name, format, content, failure, line) => {
    const script = await uploaded(client, content, { format });
    expect(script.parseStatus).toBe('failed');
    expect(script.versions[0]).toMatchObject({ parseFailure: { code: failure, message: expect.any(String), line }, pageCount: null, entryCount: null });
    expect(refusal(await client.get(`/scripts/${script.id}/export?format=fountain`))[1]).toBe('script_state_invalid');
    expect((await client.get('/capabilities')).status).toBe(200);
  });

  it('can be replaced by a screenplay', async () => {
    const script = await uploaded(client, '<?xml version="1.0"?><html/>');
    expect(script.parseStatus).toBe('failed');
    expect((await client.patch(`/scripts/${script.id}/content`, { content: LAMP })).status).toBe(200);
    expect(await parsed(client, script.id)).toMatchObject({ parseStatus: 'complete', versions: [{ revision: 2, parseFailure: null, entryCount: 9 }] });
  });
});

describe('reading a script', () => {
  it('takes the id of the script, its slug and the id of any version', async () => {
    const script = await uploaded(client, LAMP, { title: 'By Any Name' });
    const second = (await client.post(`/scripts/${script.slug}/versions`, { content: longScript(1) })).body.version;
    await parsed(client, script.id);
    const reads = await Promise.all([script.id, script.slug, second.scriptUploadId].map((id) => client.get(`/scripts/${id}`)));
    expect(new Set(reads.map(({ text }) => text)).size).toBe(1);
    expect(reads[0]!.body.script).toMatchObject({ scriptUploadId: second.scriptUploadId, versions: [{ number: 2 }, { number: 1 }] });
    const first = (await client.get(`/scripts/${script.scriptUploadId}`)).body.script;
    expect([first.scriptUploadId, first.versions.length]).toEqual([script.scriptUploadId, 2]);
  });

  it('answers 404 for the scripts of other accounts', async () => {
    const script = await uploaded(client);
    const other = await stand.newAccount();
    for (const id of [script.id, script.slug, script.scriptUploadId]) {
      for (const path of ['', '/overrides', '/lines/0', '/export?format=fountain']) {
        expect(code(await other.get(`/scripts/${id}${path}`))).toEqual([404, 'script_not_found']);
      }
      expect(code(await other.patch(`/scripts/${id}/content`, { content: 'INT. MINE' }))).toEqual([404, 'script_not_found']);
      expect(code(await other.delete(`/scripts/${id}?confirmed=true`))).toEqual([404, 'script_not_found']);
    }
  });

  it('shows fields of its Series Bible, and still works when its project is deleted', async () => {
    const script = await uploaded(client);
    const bible = `/story-projects/${script.projectId}/series-bible`;
    await client.patch(bible, { content: { productionMedium: 'audio', audioStyle: 'rain on tin' } });
    await client.patch(`/scripts/${script.id}`, { seasonNumber: 2 });
    expect((await client.get(`/scripts/${script.id}`)).body.script).toMatchObject({ mediaType: 'audio', season: { number: 2, name: 'Season 2' } });
    expect((await client.get(`/scripts/${script.id}/overrides`)).body.soundscapeDefault).toBe('rain on tin');
    await client.delete(`/story-projects/${script.projectId}`);
    expect((await client.get(`/scripts/${script.id}`)).body.script).toMatchObject({ projectId: null, project: null, season: null, mediaType: null });
    expect(refusal(await client.patch(`/scripts/${script.id}`, { seasonNumber: 3 })))
      .toEqual([400, 'validation_failed', { field: 'seasonNumber', reason: 'no_project' }]);
    await client.post(`/story-projects/${script.projectId}/restore`);
    expect((await client.get(`/scripts/${script.id}`)).body.script).toMatchObject({ projectId: script.projectId, seasonNumber: 2 });
  });
});

describe('PATCH /scripts/{id}', () => {
  it('changes the named fields, and the title of the latest version too', async () => {
    const script = await uploaded(client);
    await client.post(`/scripts/${script.id}/versions`, { content: LAMP });
    const { body } = await client.patch(`/scripts/${script.id}`, { title: 'The Boat', logline: 'A boat.', genre: 'drama', format: 'short', seasonNumber: 99 });
    expect(body.script).toMatchObject({ title: 'The Boat', logline: 'A boat.', genre: 'drama', format: 'short', seasonNumber: 99, slug: script.slug });
    expect(body.script.versions.map(({ title }: { title: string }) => title)).toEqual(['The Boat', 'The Lamp']);
    expect((await client.patch(`/scripts/${script.id}`, { logline: null })).body.script).toMatchObject({ logline: null, genre: 'drama' });
  });

  it('refuses reserved, taken and malformed slugs, long genres and seasons that cannot be', async () => {
    const [one, two] = [await uploaded(client), await uploaded(client)];
    expect((await client.patch(`/scripts/${one.id}`, { slug: 'my-own-slug' })).body.script.slug).toBe('my-own-slug');
    expect((await client.patch(`/scripts/my-own-slug`, { slug: 'my-own-slug' })).status).toBe(200);
    const cases: [object, unknown][] = [
      [{ slug: 'my-own-slug' }, { field: 'slug', reason: 'taken' }], [{ slug: 'versions' }, { field: 'slug', reason: 'reserved' }],
      [{ slug: 'No Spaces' }, { field: 'slug' }], [{ slug: 'scr_0' }, { field: 'slug' }], [{ genre: 'x'.repeat(81) }, { field: 'genre' }],
      [{ seasonNumber: 0 }, { field: 'seasonNumber' }], [{ seasonNumber: 100 }, { field: 'seasonNumber' }], [{ seasonNumber: 'two' }, { field: 'seasonNumber' }],
      [{ mediaType: 'audio' }, { field: 'mediaType' }],
    ];
    for (const [body, details] of cases) expect(refusal(await client.patch(`/scripts/${two.id}`, body))).toEqual([400, 'validation_failed', details]);
    const answers = await Promise.all([one, two].map(({ id }) => client.patch(`/scripts/${id}`, { slug: 'both-want-it' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe('DELETE', () => {
  it('needs confirmation, in the query or in the body', async () => {
    const script = await uploaded(client);
    for (const answer of [await client.delete(`/scripts/${script.id}`), await client.delete(`/scripts/${script.id}?confirmed=false`),
      await client.delete(`/scripts/${script.id}`, { confirmed: false }), await client.delete(`/scripts/${script.id}/versions/${script.scriptUploadId}`)]) {
      expect(refusal(answer)).toEqual([400, 'validation_failed', { field: 'confirmed' }]);
    }
    expect((await client.delete(`/scripts/${script.id}`, { confirmed: true })).body).toEqual({ deleted: true, scriptId: script.id, versions: 1 });
    for (const id of [script.id, script.slug, script.scriptUploadId]) expect(code(await client.get(`/scripts/${id}`))).toEqual([404, 'script_not_found']);
    expect(code(await client.delete(`/scripts/${script.id}?confirmed=true`))).toEqual([404, 'script_not_found']);
  });

  it('leaves no word of the script behind', async () => {
    const { db, store } = stand.api.services;
    const script = await uploaded(client);
    await client.patch(`/scripts/${script.id}/lines/3`, { text: 'Only the sea.' });
    const row = await db.repository(ScriptVersion).findOneByOrFail({ scriptId: script.id });
    const edit = await db.repository(ScriptLineEdit).findOneByOrFail({ versionId: row.id });
    const keys = [row.contentKey, row.modelKey!, row.linesKey!, edit.snapshotKey];
    for (const key of keys) expect(await store.stat(key)).not.toBeNull();
    await client.delete(`/scripts/${script.slug}?confirmed=true`);
    for (const key of keys) expect([key, await store.stat(key)]).toEqual([key, null]);
    const rows = JSON.stringify([await db.query('SELECT * FROM scripts WHERE id = $1', [script.id]), await db.query('SELECT * FROM script_versions WHERE script_id = $1', [script.id])]);
    expect(rows).not.toContain('Lamp');
    expect((await client.post('/scripts', { title: 'The Lamp', content: LAMP })).body.script.slug).toMatch(/^the-lamp/);
  });

  it('is refused while a running job reads it, and names the job', async () => {
    const { db } = stand.api.services;
    const script = await uploaded(client);
    const second = (await client.post(`/scripts/${script.id}/versions`, { content: LAMP })).body.version;
    await insertPlan(db, { planId: 'pln_use', accountId: client.accountId, projectId: script.projectId });
    await insertJobRow(db, {
      jobId: 'job_use', accountId: client.accountId, projectId: script.projectId, planId: 'pln_use', scriptUploadId: script.scriptUploadId, status: 'RUNNING',
    });
    const uses = [{ kind: 'job', id: 'job_use', status: 'RUNNING', scriptUploadId: script.scriptUploadId }];
    expect((await client.get(`/scripts/${script.id}`)).body.script.versions[1].madeFrom).toEqual([{ jobId: 'job_use', status: 'RUNNING', artifacts: [] }]);
    expect(refusal(await client.delete(`/scripts/${script.id}?confirmed=true`))).toEqual([409, 'script_in_use', { uses }]);
    expect(refusal(await client.delete(`/scripts/${script.id}/versions/${script.scriptUploadId}?confirmed=true`))).toEqual([409, 'script_in_use', { uses }]);
    expect((await client.delete(`/scripts/${script.id}/versions/${second.scriptUploadId}?confirmed=true`)).status).toBe(200);
    await db.query(`UPDATE works SET status = 'FAILED' WHERE id = 'job_use'`);
    expect((await client.delete(`/scripts/${script.id}?confirmed=true`)).status).toBe(200);
  });

  it('keeps the last version', async () => {
    const [script, other] = [await uploaded(client), await uploaded(client)];
    expect(refusal(await client.delete(`/scripts/${script.id}/versions/${script.scriptUploadId}?confirmed=true`)))
      .toEqual([409, 'script_state_invalid', { reason: 'only_version' }]);
    expect(code(await client.delete(`/scripts/${script.id}/versions/${other.scriptUploadId}?confirmed=true`))).toEqual([404, 'script_not_found']);
    const second = (await client.post(`/scripts/${script.id}/versions`, { content: LAMP })).body.version;
    const answers = await Promise.all([script.scriptUploadId, second.scriptUploadId]
      .map((id) => client.delete(`/scripts/${script.id}/versions/${id}?confirmed=true`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const third = (await client.post(`/scripts/${script.id}/versions`, { content: LAMP })).body.version;
    expect(third.number).toBe(3);
  });
});
