import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { generatedDocs } from '../../src/main/docs/generate-docs.js';
import type { ApiClient } from '../support/api-client.js';
import { openStand, type Stand } from '../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand();
  client = await stand.newAccount();
});
afterAll(() => stand.close());

async function createProject(name = 'The Lighthouse'): Promise<string> {
  const { status, body } = await client.post('/story-projects', { name });
  expect(status).toBe(201);
  return body.project.id as string;
}

describe('POST /story-projects', () => {
  it('creates a project with the documented fields', async () => {
    const { status, body } = await client.post('/story-projects', { name: 'A', description: 'b', metadata: { crm: 7 } });
    expect(status).toBe(201);
    expect(body.project).toMatchObject({ name: 'A', description: 'b', metadata: { crm: 7 }, archivedAt: null, sourceCount: 0 });
  });

  it.each([
    [{}, 'name'], [{ name: '' }, 'name'], [{ name: 'x'.repeat(201) }, 'name'], [{ name: 'a', description: 'x'.repeat(4001) }, 'description'],
    [{ name: 'a', id: 'prj_1' }, 'id'], [{ name: 'a', accountId: 'acc_1' }, 'accountId'], [{ name: 'a', metadata: 3 }, 'metadata'],
    [{ name: 'nul \u0000' }, 'name'], [{ name: 'half \ud800' }, 'name'],
  ])('refuses a bad body, case %#, and names the field', async (body, field) => {
    const answer = await client.post('/story-projects', body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: 'validation_failed', details: { field } });
    expect(answer.body.error.message).toContain(field);
  });

  it('turns fifty equal requests with one key into one project', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.post('/story-projects', { name: 'Once' }, { key: 'storm-1' })));
    const made = answers.filter((answer) => answer.status === 201);
    expect(new Set(made.map((answer) => answer.body.project.id)).size).toBe(1);
    expect(made.filter((answer) => !answer.headers.get('idempotency-replayed'))).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(answer.body.error).toMatchObject({ code: 'idempotency_conflict', details: { reason: 'in_flight' } });
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    const { body } = await client.get('/story-projects?limit=100');
    expect(body.projects.filter((project: { name: string }) => project.name === 'Once')).toHaveLength(1);
  });

  it('replays byte for byte, with the current request id', async () => {
    const first = await client.post('/story-projects', { name: 'R', metadata: { a: 1, b: 2 } }, { key: 'replay-1' });
    const again = await client.post('/story-projects', undefined, {
      key: 'replay-1', rawBody: '{ "metadata": {"b":2,"a":1}, "name": "R" }', headers: { 'x-request-id': 'second-call-1' },
    });
    expect(again.text).toBe(first.text);
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('x-request-id')).toBe('second-call-1');
  });

  it('refuses another body, and another route, under the same key', async () => {
    await client.post('/story-projects', { name: 'K' }, { key: 'mismatch-1' });
    const other = await client.post('/story-projects', { name: 'L' }, { key: 'mismatch-1' });
    expect(other.status).toBe(409);
    expect(other.body.error).toMatchObject({ code: 'idempotency_conflict', details: { reason: 'mismatch' } });
  });

  it('releases the key after a refused request', async () => {
    expect((await client.post('/story-projects', { name: '' }, { key: 'free-1' })).status).toBe(400);
    expect((await client.post('/story-projects', { name: 'Mended' }, { key: 'free-1' })).status).toBe(201);
  });

  it('keeps the keys of two accounts apart', async () => {
    const other = await stand.newAccount();
    const [mine, theirs] = await Promise.all([
      client.post('/story-projects', { name: 'Mine' }, { key: 'shared-key' }), other.post('/story-projects', { name: 'Theirs' }, { key: 'shared-key' }),
    ]);
    expect(mine.body.project.id).not.toBe(theirs.body.project.id);
  });

  it('takes over the claim of a process that died, with the same id', async () => {
    await stand.api.services.db.query(
      `INSERT INTO idempotency_keys (account_id, key, fingerprint, resource_id, state, lease_until)
       SELECT account_id, 'dead-1', fingerprint, 'prj_00000000000000000000000dead', 'busy', now() - interval '1 second'
       FROM idempotency_keys WHERE account_id = $1 AND key = 'mismatch-1'`, [client.accountId]);
    const answer = await client.post('/story-projects', { name: 'K' }, { key: 'dead-1' });
    expect(answer.status).toBe(201);
    expect(answer.body.project.id).toBe('prj_00000000000000000000000dead');
  });
});

describe('reading, changing, deleting', () => {
  it('pages through the list, newest first', async () => {
    const own = await stand.newAccount();
    const ids: string[] = [];
    for (const name of ['1', '2', '3', '4', '5']) ids.unshift((await own.post('/story-projects', { name })).body.project.id);
    const first = await own.get('/story-projects?limit=2');
    const second = await own.get(`/story-projects?limit=2&cursor=${first.body.nextCursor}`);
    const third = await own.get(`/story-projects?limit=2&cursor=${second.body.nextCursor}`);
    const seen = [first, second, third].flatMap((answer) => answer.body.projects.map((project: { id: string }) => project.id));
    expect(seen).toEqual(ids);
    expect(third.body.nextCursor).toBeNull();
  });

  it.each(['limit=0', 'limit=101', 'limit=1e9', 'limit=x', 'cursor=nonsense', 'order=asc'])('refuses ?%s', async (query) => {
    const { status, body } = await client.get(`/story-projects?${query}`);
    expect([status, body.error.code]).toEqual([400, 'validation_failed']);
  });

  it('changes only what is sent, and archives without hiding', async () => {
    const id = await createProject();
    await client.patch(`/story-projects/${id}`, { description: 'new', seasonCadence: 'monthly' });
    const { body } = await client.patch(`/story-projects/${id}`, { archived: true });
    expect(body.project).toMatchObject({ name: 'The Lighthouse', description: 'new', seasonCadence: 'monthly' });
    expect(body.project.archivedAt).not.toBeNull();
    expect((await client.get(`/story-projects/${id}`)).status).toBe(200);
    expect((await client.patch(`/story-projects/${id}`, { archived: false })).body.project.archivedAt).toBeNull();
  });

  it('deletes softly and restores', async () => {
    const id = await createProject('Gone');
    expect((await client.delete(`/story-projects/${id}`)).body).toEqual({ deleted: true, projectId: id });
    expect((await client.get(`/story-projects/${id}`)).body.error.code).toBe('project_not_found');
    expect((await client.delete(`/story-projects/${id}`)).status).toBe(404);
    const { body } = await client.get('/story-projects/deleted');
    expect(body.projects.map((project: { id: string }) => project.id)).toContain(id);
    expect((await client.post(`/story-projects/${id}/restore`)).body.project.id).toBe(id);
    expect((await client.get(`/story-projects/${id}`)).status).toBe(200);
  });

  it('does not show another account that a project exists', async () => {
    const id = await createProject();
    const other = await stand.newAccount();
    for (const answer of [
      await other.get(`/story-projects/${id}`), await other.patch(`/story-projects/${id}`, { name: 'stolen' }),
      await other.delete(`/story-projects/${id}`), await other.post(`/story-projects/${id}/restore`),
    ]) expect([answer.status, answer.body.error.code]).toEqual([404, 'project_not_found']);
    expect((await client.get(`/story-projects/${id}`)).body.project.name).toBe('The Lighthouse');
  });
});

describe('fields that exclude each other', () => {
  const documented = JSON.parse(generatedDocs()['openapi.json']!) as { components: { schemas: Record<string, object> } };
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'doc', components: documented.components });
  const admits = (name: string, body: object): boolean => ajv.validate({ $ref: `doc#/components/schemas/${name}` }, body) as boolean;

  it.each([
    ['EpisodeStartRequest', '/story-projects/{project}/episodes', 'POST', {}, { episodeId: 'ep_1', title: 'One' }],
    ['OutlineUpdateRequest', '/story-projects/{project}/outline-map', 'PATCH', { episodeId: 'ep_1' }, { outline: { logline: 'A.' }, draft: true }],
    ['ScriptVersionCreateRequest', '/scripts/{script}/versions', 'POST', {}, { content: 'INT. A - DAY', sourceId: 'src_1' }],
  ] as const)('are so in the document, and %s is refused by it and by the call alike', async (name, path, method, base, choices) => {
    const project = (await client.post('/story-projects', { name: 'P' })).body.project.id;
    const script = (await client.post('/scripts', { title: 'S', content: 'INT. A - DAY\n\nADA\nYes.\n' })).body.script.id;
    const at = path.replace('{project}', project).replace('{script}', script);
    const [first, second] = Object.keys(choices);
    for (const [chosen, field] of [[{}, first], [choices, second]] as const) {
      const body = { ...base, ...chosen };
      expect(admits(name, body)).toBe(false);
      const answer = method === 'POST' ? await client.post(at, body) : await client.patch(at, body);
      expect([answer.status, answer.body.error.code, answer.body.error.details.field]).toEqual([400, 'validation_failed', field]);
      expect(answer.body.error.message).toMatch(/^send exactly one of /);
      expect(answer.body.error.details.errors).toBeUndefined();
    }
    for (const [field, value] of Object.entries(choices)) expect(admits(name, { ...base, [field]: value })).toBe(true);
  });
});
