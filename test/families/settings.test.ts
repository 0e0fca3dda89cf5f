import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import Type from 'typebox';
import { settings } from '../../api/families/settings.js';
import { nullable, oneOf } from '../../src/kernel/contract/models.js';
import { newId } from '../../src/kernel/db/ids.js';
import { lockProject } from '../../src/domain/projects/project-store.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import { setting } from '../../src/kernel/families/settings/setting.js';
import { currentSetting, deleteSettings } from '../../src/kernel/families/settings/settings-store.js';
import type { ApiClient } from '../support/api-client.js';
import { openStand, type Stand } from '../support/stands/stand.js';
import { withLostAnswer } from './lost-answer.js';
import { testDeck } from './test-deck.js';

const camera = setting('camera', 'the camera', {
  handheld: oneOf(['off', 'subtle', 'medium'], { default: 'off' }),
});
const look = setting('finish-look', 'the finish', {
  finish: oneOf(['camera', 'period-35mm', 'night-interior', 'none'], { default: 'camera' }),
  intensity: oneOf(['light', 'standard', 'strong'], { default: 'standard' }),
});
const narrator = setting('narrator', 'the narrator', { voiceId: nullable(Type.String({ minLength: 1 }), { default: null }) }, {
  check({ voiceId }) {
    if (voiceId === 'nobody') throw new ApiError('validation_failed', 'voiceId names no voice', { field: 'voiceId' });
  },
});
const resolution = setting('resolution', 'the resolution', { resolution: oneOf(['720p', '1080p'], { default: '720p' }) });

/** The path of a second subject. It is locked while its project is archived, and each change is noted in the project. */
const lockable = { ...testDeck, type: 'test_trailer', name: 'TestTrailer', base: '/test-trailers/{jobId}' };
let locked = false;
let failing = false;

const OPERATIONS = [
  ...settings(testDeck, [camera, look, narrator]),
  ...settings(lockable, [resolution], {
    method: 'PATCH', write: { scopes: ['story:write'], idempotency: 'none' }, errors: ['story_job_state_invalid'],
    mayChange() {
      if (locked) throw new ApiError('story_job_state_invalid', 'a finished trailer cannot be changed', { status: 'finished', allowed: ['draft'] });
    },
    lock: (tx, { id }) => lockProject(tx, id),
    async onChange(tx, { id }, key) {
      await tx.query('UPDATE projects SET description = $2 WHERE id = $1', [id, `changed: ${key}`]);
      if (failing) throw new Error('the rest of the change failed');
    },
  }),
];

let stand: Stand;
let client: ApiClient;
let deck: string;

const newProject = async (owner: ApiClient): Promise<string> =>
  (await owner.post('/story-projects', { name: 'Lighthouse' })).body.project.id as string;
const path = (key: string): string => `/test-decks/${deck}/${key}`;
const refusal = ({ status, body }: { status: number; body: any }): unknown => [status, body.error.code, body.error.details];

beforeAll(async () => {
  stand = await openStand({ operations: OPERATIONS });
  client = await stand.newAccount();
});
beforeEach(async () => {
  [locked, failing] = [false, false];
  deck = await newProject(client);
});
afterAll(() => stand.close());

describe('a setting', () => {
  it('has its declared defaults until one is chosen', async () => {
    const answer = await client.get(path('finish-look'));
    expect([answer.status, answer.body]).toEqual([200, {
      finishLook: { finish: 'camera', intensity: 'standard', version: 0, updatedAt: null, updatedBy: null },
    }]);
  });

  it('stores what was chosen, by whom and when, and keeps the fields that were not sent', async () => {
    const first = await client.post(path('finish-look'), { finish: 'period-35mm' });
    expect(first.status).toBe(200);
    expect(first.body.finishLook).toMatchObject({ finish: 'period-35mm', intensity: 'standard', version: 1, updatedBy: expect.stringMatching(/^key_/) });
    expect(Date.now() - Date.parse(first.body.finishLook.updatedAt)).toBeLessThan(60_000);
    const second = await client.post(path('finish-look'), { intensity: 'strong' });
    expect(second.body.finishLook).toMatchObject({ finish: 'period-35mm', intensity: 'strong', version: 2 });
    expect((await client.get(path('finish-look'))).body).toEqual(second.body);
    expect((await client.get(path('camera'))).body.camera.version).toBe(0);
  });

  it('is read with its defaults by other code', async () => {
    const { db } = stand.api.services;
    await client.post(path('finish-look'), { intensity: 'light' });
    const { value, version } = await currentSetting(db, { type: testDeck.type, id: deck }, look);
    expect([value.finish, value.intensity, version]).toEqual(['camera', 'light', 1]);
  });

  it('can be cleared where null is a value', async () => {
    await client.post(path('narrator'), { voiceId: 'old-man' });
    expect((await client.post(path('narrator'), { voiceId: null })).body.narrator).toMatchObject({ voiceId: null, version: 2 });
  });

  it('is not written again when it already has the value', async () => {
    const first = (await client.post(path('camera'), { handheld: 'subtle' })).body;
    expect((await client.post(path('camera'), { handheld: 'subtle' })).body).toEqual(first);
  });

  const refused: [string, string, object, string][] = [
    ['a value outside the set', 'camera', { handheld: 'wild' }, 'handheld'],
    ['a field of another setting', 'camera', { finish: 'none' }, 'finish'],
    ['no field', 'camera', { expectedVersion: 0 }, 'body'],
    ['a value that its check refuses', 'narrator', { voiceId: 'nobody' }, 'voiceId'],
  ];
  it.each(refused)('refuses %s and names the field', async (_name, key, body, field) => {
    const answer = await client.post(path(key), body);
    expect(refusal(answer)).toEqual([400, 'validation_failed', { field }]);
    expect(Object.values((await client.get(path(key))).body)).toEqual([expect.objectContaining({ version: 0 })]);
  });

  it('answers 404 to another account', async () => {
    const other = await stand.newAccount();
    for (const answer of [await other.get(path('camera')), await other.post(path('camera'), { handheld: 'subtle' })]) {
      expect([answer.status, answer.body.error.code]).toEqual([404, 'project_not_found']);
    }
  });

  it('is deleted with its subject, and with the project', async () => {
    const { db } = stand.api.services;
    const count = async (): Promise<number> => (await db.query('SELECT 1 FROM settings WHERE subject_id = $1', [deck])).length;
    await client.post(path('camera'), { handheld: 'subtle' });
    await client.post(path('narrator'), { voiceId: 'woman' });
    await deleteSettings(db, { type: 'test_trailer', id: deck });
    expect(await count()).toBe(2);
    await deleteSettings(db, { type: testDeck.type, id: deck });
    expect(await count()).toBe(0);
    await client.post(path('camera'), { handheld: 'subtle' });
    await db.query('DELETE FROM projects WHERE id = $1', [deck]);
    expect(await count()).toBe(0);
  });
});

describe('two writers', () => {
  it('change a setting only from the version that they saw', async () => {
    await client.post(path('camera'), { handheld: 'subtle' });
    const stale = await client.post(path('camera'), { handheld: 'medium', expectedVersion: 0 });
    expect(refusal(stale)).toEqual([409, 'version_conflict', { expected: 0, actual: 1 }]);
    const ahead = await client.post(path('camera'), { handheld: 'medium', expectedVersion: 2 });
    expect(refusal(ahead)).toEqual([409, 'version_conflict', { expected: 2, actual: 1 }]);
    expect((await client.get(path('camera'))).body.camera).toMatchObject({ handheld: 'subtle', version: 1 });
    expect((await client.post(path('camera'), { handheld: 'medium', expectedVersion: 1 })).body.camera.version).toBe(2);
  });

  it('who saw the same version: one of them wins', async () => {
    const answers = await Promise.all(['subtle', 'medium'].map((handheld) => client.post(path('camera'), { handheld, expectedVersion: 0 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers.find(({ status }) => status === 200)!;
    expect((await client.get(path('camera'))).body).toEqual(winner.body);
  });

  it('both succeed with different fields when neither names a version', async () => {
    const answers = await Promise.all([
      client.post(path('finish-look'), { finish: 'none' }), client.post(path('finish-look'), { intensity: 'light' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await client.get(path('finish-look'))).body.finishLook).toMatchObject({ finish: 'none', intensity: 'light', version: 2 });
  });
});

describe('a repeated call', () => {
  it('replays its answer, and refuses another body under the same key', async () => {
    const key = newId('request');
    const first = await client.post(path('camera'), { handheld: 'subtle', expectedVersion: 0 }, { key });
    const again = await client.post(path('camera'), { handheld: 'subtle', expectedVersion: 0 }, { key });
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    const other = await client.post(path('camera'), { handheld: 'medium', expectedVersion: 0 }, { key });
    expect(refusal(other)).toEqual([409, 'idempotency_conflict', { reason: 'mismatch' }]);
    expect((await client.post(path('camera'), { handheld: 'off' }, { key: null })).body.error.code).toBe('idempotency_key_required');
  });

  it('is no conflict when the first answer was lost after the change', async () => {
    const key = newId('request');
    await withLostAnswer(stand, () => client.post(path('camera'), { handheld: 'subtle', expectedVersion: 0 }, { key }));
    const again = await client.post(path('camera'), { handheld: 'subtle', expectedVersion: 0 }, { key });
    expect([again.status, again.body.camera?.version]).toEqual([200, 1]);
    const other = await stand.keyFor(client.accountId, ['story:write']);
    expect((await other.post(path('camera'), { handheld: 'subtle', expectedVersion: 0 })).status).toBe(409);
  });
});

describe('a subject', () => {
  const trailer = (): string => `/test-trailers/${deck}/resolution`;
  const description = async (): Promise<string | null> => (await client.get(`/story-projects/${deck}`)).body.project.description as string | null;

  it('can refuse to have its settings changed', async () => {
    locked = true;
    const answer = await client.patch(trailer(), { resolution: '1080p' });
    expect(refusal(answer)).toEqual([409, 'story_job_state_invalid', { status: 'finished', allowed: ['draft'] }]);
    expect((await client.get(trailer())).body.resolution).toMatchObject({ resolution: '720p', version: 0 });
  });

  it('changes together with its setting, or neither does', async () => {
    failing = true;
    expect((await client.patch(trailer(), { resolution: '1080p' })).status).toBe(500);
    expect([await description(), (await client.get(trailer())).body.resolution.version]).toEqual([null, 0]);
    failing = false;
    expect((await client.patch(trailer(), { resolution: '1080p' })).body.resolution.version).toBe(1);
    expect(await description()).toBe('changed: resolution');
    expect((await client.get(path('camera'))).status).toBe(200);
  });
});

describe('the declaration', () => {
  it('requires a default for each field, and refuses field names that every response has', () => {
    expect(() => setting('camera', 'x', { handheld: Type.String() })).toThrow('needs a default');
    expect(() => setting('camera', 'x', { version: Type.Integer({ default: 1 }) })).toThrow('field of every response');
  });

  it('makes two operations per setting', () => {
    expect(OPERATIONS.map(({ id, method, path: at }) => `${id} ${method} ${at}`)).toContain('setTestDeckFinishLook POST /test-decks/{jobId}/finish-look');
    expect(OPERATIONS).toHaveLength(8);
  });
});
