import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { coverage } from '../../api/families/coverage.js';
import { settings } from '../../api/families/settings.js';
import { oneOf } from '../../src/kernel/contract/models.js';
import { PRICES } from '../../src/kernel/credits/prices.js';
import { checkLedger } from '../../src/kernel/credits/check.js';
import { defineCoverage } from '../../src/kernel/families/coverage/coverage.js';
import { coverageWorkId } from '../../src/kernel/families/coverage/coverage-kind.js';
import { setting } from '../../src/kernel/families/settings/setting.js';
import { currentSetting } from '../../src/kernel/families/settings/settings-store.js';
import type { ApiClient } from '../support/api-client.js';
import { journalOf } from '../support/invariants.js';
import { ALL_QUEUES, openStand, type Stand } from '../support/stands/stand.js';
import { withLostAnswer } from './lost-answer.js';
import { testDeck } from './test-deck.js';

const score = setting('score', 'the score', { mood: oneOf(['calm', 'tense'], { default: 'calm' }) });
const opening = setting('title-sequence', 'the opening', { style: oneOf(['plain', 'drawn'], { default: 'plain' }) });

/** What `onChange` was told about the call that made each change. */
let confirmed: { key: string; callId: string; credits: number }[] = [];

const judged = defineCoverage<{ text: string }>({
  subject: 'test_priced_pitch',
  rubric: {
    version: 'priced-1', gateThreshold: 0, checks: [], about: () => ({ logline: null, synopsis: null }),
    categories: [{ category: 'length', weight: 1, judge: ({ text }) => ({ score: Math.min(100, text.length), rationale: 'its length' }) }],
  },
  document: async ({ db }, { id }) => {
    const [row] = await db.query<{ description: string | null }>('SELECT description FROM projects WHERE id = $1', [id]);
    return { version: 1, content: { text: row!.description ?? '' } };
  },
});

const OPERATIONS = [
  ...settings(testDeck, [
    {
      setting: score, price: 'TABLE_READ_REFINE',
      onChange: async (_tx, _row, key, change) => { confirmed.push({ key, ...change }); },
    },
    { setting: opening, only: 'write', write: { scopes: ['artifact:publish'], idempotency: 'accepted' } },
  ]),
  ...coverage(testDeck, judged, { price: 'TABLE_READ_FINALIZE_AUDIO' }),
];

let stand: Stand;
let client: ApiClient;
let deck: string;

beforeAll(async () => {
  stand = await openStand({ operations: OPERATIONS, queues: ALL_QUEUES });
});
beforeEach(async () => {
  confirmed = [];
  client = await stand.newAccount({ credits: 20 });
  deck = (await client.post('/story-projects', { name: 'Pitch', description: 'A keeper tends a lamp.' })).body.project.id;
});
afterAll(() => stand.close());

const path = (key: string): string => `/test-decks/${deck}/${key}`;
const quoteFor = async (key: string, body: object = {}, caller = client): Promise<any> => (await caller.post(path(key), body)).body.quote;
const balance = async (): Promise<number> => (await client.get('/credits')).body.credits.balance;
const refusal = ({ status, body }: { status: number; body: any }): unknown => [status, body.error?.code];

describe('a setting with a price', () => {
  it('is quoted, changed with the quote, and its onChange is told the credits and the call', async () => {
    const quote = await quoteFor('score', { mood: 'tense' });
    expect(quote.credits).toBe(PRICES.TABLE_READ_REFINE);
    expect((await client.get(path('score'))).body.score).toMatchObject({ mood: 'calm', version: 0 });
    expect(confirmed).toEqual([]);
    const body = { mood: 'tense', confirm: true, quoteId: quote.quoteId };
    const done = await withLostAnswer(stand, () => client.post(path('score'), body, { key: 'score-1' }))
      .then(() => client.post(path('score'), body, { key: 'score-1' }));
    expect([done.status, done.body.score.mood, done.body.score.version]).toEqual([200, 'tense', 1]);
    expect(confirmed).toEqual([{ key: 'score', callId: expect.stringMatching(/^\w+_\w{26}$/), credits: PRICES.TABLE_READ_REFINE }]);
  });

  it('is refused for another change than the quoted one, and for a change without a field', async () => {
    const { quoteId } = await quoteFor('score', { mood: 'tense' });
    expect(refusal(await client.post(path('score'), { mood: 'calm', confirm: true, quoteId }))).toEqual([409, 'quote_invalid']);
    expect(refusal(await client.post(path('score'), { confirm: false }))).toEqual([400, 'validation_failed']);
  });
});

describe('a setting that is only written', () => {
  it('cannot be read, and requires the scopes that it declares itself', async () => {
    expect(refusal(await client.get(path('title-sequence')))).toEqual([405, 'method_not_allowed']);
    const writer = await stand.keyFor(client.accountId, ['story:write']);
    expect(refusal(await writer.post(path('title-sequence'), { style: 'drawn' }))).toEqual([403, 'insufficient_scope']);
    const publisher = await stand.keyFor(client.accountId, ['artifact:publish']);
    const changed = await publisher.post(path('title-sequence'), { style: 'drawn' });
    expect([changed.status, changed.body.titleSequence.style]).toEqual([200, 'drawn']);
    const { value } = await currentSetting(stand.api.services.db, { type: testDeck.type, id: deck }, opening);
    expect(value.style).toBe('drawn');
  });
});

describe('a report with a price', () => {
  const done = (body: any): boolean => body.coverage?.status === 'complete';

  it('is charged once, and costs nothing when it exists already', async () => {
    const { credits, quoteId } = await quoteFor('coverage');
    expect(credits).toBe(PRICES.TABLE_READ_FINALIZE_AUDIO);
    expect((await client.get(path('coverage'))).body.coverage).toBeNull();
    const asked = await client.post(path('coverage'), { confirm: true, quoteId });
    expect(asked.status).toBe(202);
    const { coverage: { reportId } } = await client.poll(path('coverage'), done);
    expect(await balance()).toBe(20 - credits);
    const journal = await journalOf(stand.api.services, coverageWorkId(reportId));
    expect(journal.map((movement) => [movement.kind, movement.credits])).toEqual([['reserve', credits], ['settle', credits]]);
    const again = await quoteFor('coverage');
    expect(again.credits).toBe(0);
    const known = await client.post(path('coverage'), { confirm: true, quoteId: again.quoteId });
    expect([known.status, known.body.coverage.reportId]).toEqual([200, reportId]);
    expect(await balance()).toBe(20 - credits);
    expect(await checkLedger(stand.api.services.db)).toEqual([]);
  });

  it('costs the confirmed price once when the call is repeated after a lost answer', async () => {
    const { quoteId, credits } = await quoteFor('coverage');
    const body = { confirm: true, quoteId };
    await withLostAnswer(stand, () => client.post(path('coverage'), body, { key: 'report-1' }));
    const again = await client.post(path('coverage'), body, { key: 'report-1' });
    expect([200, 202]).toContain(again.status);
    await client.poll(path('coverage'), done);
    expect(await balance()).toBe(20 - credits);
  });

  it('leaves nothing behind when the credits do not suffice', async () => {
    const poor = await stand.newAccount({ credits: 1 });
    const own = (await poor.post('/story-projects', { name: 'Poor', description: 'A lamp.' })).body.project.id as string;
    const at = `/test-decks/${own}/coverage`;
    const { quoteId } = (await poor.post(at)).body.quote;
    expect(refusal(await poor.post(at, { confirm: true, quoteId }))).toEqual([402, 'insufficient_credits']);
    expect((await poor.get(at)).body.coverage).toBeNull();
  });
});
