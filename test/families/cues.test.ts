import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import Type from 'typebox';
import { cues } from '../../api/families/cues.js';
import { lockProject } from '../../src/domain/projects/project-store.js';
import { lane, type CueGround } from '../../src/kernel/families/cues/lane.js';
import { adding, changing, muting, removing } from '../../src/kernel/families/cues/verbs.js';
import type { Answer, ApiClient } from '../support/api-client.js';
import { openStand, type Stand } from '../support/stands/stand.js';
import { testDeck } from './test-deck.js';

const BELL = { sound: Type.String({ pattern: '^[a-z-]+$' }), volume: Type.Number({ minimum: 0, maximum: 1 }) };

const bells = lane<typeof BELL, CueGround>({
  key: 'bells', words: 'the bells of a test deck', cue: BELL, scopes: ['scene', 'entry'], several: true, request: BELL,
  actions: {
    add: { words: 'rings one more', takes: ['sound', 'volume'], fold: adding(({ fields }) => ({ volume: 1, ...fields }) as never) },
    change: { words: 'rings another', takes: ['sound', 'volume'], fold: changing((cue, { fields }) => ({ ...cue, ...fields })) },
    mute: { words: 'silences it', takes: [], fold: muting() },
    remove: { words: 'takes it away', takes: [], fold: removing() },
  },
  effects: { sound: 'the bell', volume: 'how loud' }, example: { action: 'add', scope: 'scene', sceneIndex: 0, sound: 'church' },
});

const GROUND: CueGround = { scenes: [{ index: 0, firstEntry: 0, lastEntry: 3 }, { index: 1, firstEntry: 4, lastEntry: 9 }] };
const ACCESS = { scopes: ['story:write'], idempotency: 'accepted' } as const;

let stand: Stand;
let client: ApiClient;
let deck: string;

const OPERATIONS = cues(testDeck, bells, {
  read: { scopes: ['story:read'], idempotency: 'none' }, write: ACCESS,
  ground: async () => GROUND, lock: (tx, { id }) => lockProject(tx, id), onChange: async () => undefined,
  shown: {
    fields: { count: Type.Integer() },
    load: async (_services, _row, held) => ({ fields: { count: held.filter(({ muted }) => !muted).length }, next: null }),
  },
});

beforeAll(async () => {
  stand = await openStand({ operations: OPERATIONS });
  client = await stand.newAccount();
});
afterAll(() => stand.close());
beforeEach(async () => { deck = (await client.post('/story-projects', { name: 'Deck' })).body.project.id; });

const change = (body: object, to: ApiClient = client): Promise<Answer> => to.post(`/test-decks/${deck}/bells`, body);
const ring = (entryIndex: number, sound: string): Promise<Answer> => change({ action: 'add', scope: 'entry', entryIndex, sound });
const ids = ({ body }: Answer): string[] => body.bells.cues.map(({ cueId }: { cueId: string }) => cueId);

describe('a lane with several cues at an address', () => {
  it('adds, changes, mutes and removes the named cue, or all cues at the address', async () => {
    await ring(4, 'church');
    const twice = await ring(4, 'hand');
    expect(ids(twice)).toEqual(['entry-4', 'entry-4-2']);
    const named = await change({ action: 'change', scope: 'entry', entryIndex: 4, cueId: 'entry-4-2', volume: 0.3 });
    expect(named.body.bells.cues.map(({ volume }: any) => volume)).toEqual([1, 0.3]);
    expect((await change({ action: 'mute', scope: 'scene', sceneIndex: 1 })).body.bells).toMatchObject({ count: 0, version: 4 });
    expect(ids(await change({ action: 'remove', scope: 'entry', entryIndex: 4, cueId: 'entry-4' }))).toEqual(['entry-4-2']);
    expect(ids(await ring(4, 'church'))).toEqual(['entry-4', 'entry-4-2']);
    expect(ids(await change({ action: 'remove', scope: 'scene', sceneIndex: 1 }))).toEqual([]);
  });

  it('replaces what is at the address', async () => {
    await ring(4, 'church');
    await ring(5, 'church');
    expect(ids(await change({ action: 'add', scope: 'scene', sceneIndex: 1, mode: 'replace', sound: 'hand' }))).toEqual(['scene-1']);
  });

  it.each([
    [{ action: 'add', scope: 'scene', sceneIndex: 0, sound: 'NO' }, 'sound'],
    [{ action: 'remove', scope: 'entry', entryIndex: 4, cueId: 'entry-9' }, 'cueId'],
    [{ action: 'remove', scope: 'entry', entryIndex: 4, volume: 1 }, 'volume'],
    [{ action: 'add', scope: 'screenplay', sound: 'hand' }, 'scope'],
    [{ action: 'add', scope: 'entry', entryIndex: 10, sound: 'hand' }, 'entryIndex'],
  ])('refuses %j and keeps its cues', async (body, field) => {
    await ring(4, 'church');
    const { status, body: { error } } = await change(body);
    expect([status, error.code, error.details.field]).toEqual([400, 'validation_failed', field]);
    expect((await client.get(`/test-decks/${deck}/bells`)).body.bells).toMatchObject({ version: 1, count: 1 });
  });

  it('applies simultaneous changes one after the other, and keeps them all', async () => {
    const answers = await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map((entryIndex) => ring(entryIndex, 'hand')));
    expect(answers.map(({ body }) => body.bells.version).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect((await client.get(`/test-decks/${deck}/bells`)).body.bells.count).toBe(8);
  });

  it('rings once when a call is repeated with its key', async () => {
    const body = { action: 'add', scope: 'entry', entryIndex: 1, sound: 'hand' };
    const key = 'bells-lost-answer';
    await client.post(`/test-decks/${deck}/bells`, body, { key });
    expect((await client.post(`/test-decks/${deck}/bells`, body, { key })).body.bells).toMatchObject({ count: 1, version: 1 });
  });

  it('does not exist for another account', async () => {
    expect((await change({ action: 'add', scope: 'scene', sceneIndex: 0, sound: 'hand' }, await stand.newAccount())).status).toBe(404);
  });
});
