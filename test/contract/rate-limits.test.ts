import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createApiKey } from '../../src/kernel/access/api-key-store.js';
import { ApiClient, type Answer } from '../support/api-client.js';
import { openStand, type Stand } from '../support/stands/stand.js';

const LIMIT = 5;
const ELEVATED = 8;

let stand: Stand;
beforeAll(async () => {
  stand = await openStand({ env: { RATE_LIMIT_DEFAULT: String(LIMIT), RATE_LIMIT_ELEVATED: String(ELEVATED), TRUSTED_PROXY_HOPS: '1' } });
});
afterAll(() => stand.close());
/** Windows are whole minutes: a test that starts at the end of one would see two. */
beforeEach(async () => {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 8_000) await new Promise((resolve) => setTimeout(resolve, left + 50));
});

async function spend(client: ApiClient, path: string, times: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let sent = 0; sent < times; sent++) answers.push(await client.get(path));
  return answers;
}

function expectRefusal(answer: Answer): void {
  expect([answer.status, answer.body.error.code]).toEqual([429, 'rate_limited']);
  const seconds = Number(answer.headers.get('retry-after'));
  expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60).toBe(true);
  expect(answer.headers.get('ratelimit-remaining')).toBe('0');
  expect(answer.headers.get('ratelimit-reset')).toBe(String(seconds));
}

describe('the rate limit', () => {
  it('counts down and refuses the request after the last', async () => {
    const client = await stand.newAccount();
    const answers = await spend(client, '/story-projects', LIMIT);
    expect(answers.map(({ status }) => status)).toEqual(Array(LIMIT).fill(200));
    expect(answers.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual(['4', '3', '2', '1', '0']);
    expect(answers[0]!.headers.get('ratelimit-limit')).toBe(String(LIMIT));
    expectRefusal(await client.get('/story-projects'));
  });

  it('is per route family and per key', async () => {
    const client = await stand.newAccount();
    await spend(client, '/story-projects', LIMIT);
    expectRefusal(await client.get('/story-projects/deleted'));
    expect((await client.get('/credits')).status).toBe(200);
    const second = await stand.keyFor(client.accountId, ['story:read']);
    expect((await second.get('/story-projects')).status).toBe(200);
  });

  it('is not escaped with another address of the same IPv6 network', async () => {
    const client = await stand.newAccount();
    const answers: Answer[] = [];
    for (let host = 1; host <= LIMIT + 1; host++) answers.push(await client.get('/story-projects', { headers: { 'x-forwarded-for': `2001:db8:0:1::${host}` } }));
    expect(answers.slice(0, LIMIT).map(({ status }) => status)).toEqual(Array(LIMIT).fill(200));
    expectRefusal(answers.at(-1)!);
    expect((await client.get('/story-projects', { headers: { 'x-forwarded-for': '2001:db8:0:2::1' } })).status).toBe(200);
  });

  it('is higher for elevated keys', async () => {
    const { accountId } = await stand.newAccount();
    const { key } = await createApiKey(stand.api.services.db, { accountId, name: 'fast', scopes: ['story:read'], rateTier: 'elevated' });
    const client = new ApiClient(stand.config.baseUrl, key, accountId);
    const answers = await spend(client, '/story-projects', ELEVATED + 1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(ELEVATED);
    expectRefusal(answers.at(-1)!);
  });

  it('does not use up the Idempotency-Key of a refused call', async () => {
    const client = await stand.newAccount();
    await spend(client, '/story-projects', LIMIT);
    expectRefusal(await client.post('/story-projects', { name: 'Late' }, { key: 'late-1' }));
    const rows = await stand.api.services.db.query('SELECT 1 FROM idempotency_keys WHERE account_id = $1', [client.accountId]);
    expect(rows).toHaveLength(0);
  });

  it('counts calls that lack a scope', async () => {
    const { accountId } = await stand.newAccount();
    const narrow = await stand.keyFor(accountId, ['credits:read']);
    const answers = await spend(narrow, '/story-projects', LIMIT + 1);
    expect(answers.slice(0, LIMIT).map(({ body }) => body.error.code)).toEqual(Array(LIMIT).fill('insufficient_scope'));
    expectRefusal(answers.at(-1)!);
  });

  it('counts pages and live starts by address, and guesses of their tokens', async () => {
    const anonymous = await openStand({ env: { RATE_LIMIT_DEFAULT: String(LIMIT), RATE_LIMIT_ELEVATED: String(ELEVATED) } });
    const { appUrl } = anonymous.config;
    const nobody = new ApiClient(appUrl, null);
    const health = await spend(nobody, '/', ELEVATED + 1);
    expect(health.slice(0, ELEVATED).map(({ status }) => status)).toEqual(Array(ELEVATED).fill(200));
    expect(health[0]!.headers.get('ratelimit-limit')).toBe(String(ELEVATED));
    expectRefusal(health.at(-1)!);
    const start = (token: string): Promise<Answer> => nobody.post('/live/start', { token });
    const guesses: Answer[] = [];
    for (let tried = 0; tried <= LIMIT; tried++) guesses.push(await start(`guess-${tried}`));
    expect(guesses.slice(0, LIMIT).map(({ status }) => status)).toEqual(Array(LIMIT).fill(404));
    expectRefusal(guesses.at(-1)!);
    await anonymous.close();
  });

  it('of a wrong key spares the right key of the same address; at ten times as many, every key is refused', async () => {
    const apart = await openStand({ env: { RATE_LIMIT_DEFAULT: String(LIMIT), RATE_LIMIT_ELEVATED: String(ELEVATED) } });
    const own = await apart.newAccount();
    const wrong = (prefix: string): ApiClient => new ApiClient(apart.config.baseUrl, `psc_${prefix}_${'w'.repeat(32)}`);
    expectRefusal((await spend(wrong('wrongwrong'), '/credits', LIMIT + 1)).at(-1)!);
    expect((await own.get('/credits')).status).toBe(200);
    const guesses: Answer[] = [];
    for (let tried = 0; tried < LIMIT * 10; tried++) guesses.push(await wrong(`guess${String(tried).padStart(5, '0')}`).get('/credits'));
    expectRefusal(guesses.at(-1)!);
    expect(guesses.findIndex(({ status }) => status === 429)).toBeGreaterThan(LIMIT * 8);
    expectRefusal(await own.get('/credits'));
    await apart.close();
  });

  it('of unknown media does not affect pages, feeds and the sign-in of the same address', async () => {
    const apart = await openStand({ env: { RATE_LIMIT_DEFAULT: String(LIMIT), RATE_LIMIT_ELEVATED: '1000' } });
    const nobody = new ApiClient(apart.config.appUrl, null);
    const answers = await spend(nobody, '/media/episodes/none.mp3', LIMIT + 1);
    expect(answers.slice(0, LIMIT).map(({ status }) => status)).toEqual(Array(LIMIT).fill(404));
    expectRefusal(answers.at(-1)!);
    expect((await nobody.get('/')).status).toBe(200);
    expect((await nobody.get('/workplace/sign-in')).status).toBe(200);
    expect((await nobody.get('/share/table-read/none')).status).toBe(404);
    expect((await new ApiClient(apart.config.baseUrl, null).get('/publishing-feeds/none.xml')).status).toBe(404);
    await apart.close();
  });

  it('counts unknown routes and guesses of keys by address', async () => {
    const nobody = new ApiClient(stand.config.baseUrl, null);
    const lost = await spend(nobody, '/no-such-route', LIMIT + 1);
    expect(lost.slice(0, LIMIT).map(({ status }) => status)).toEqual(Array(LIMIT).fill(404));
    expectRefusal(lost.at(-1)!);
    const guesser = new ApiClient(stand.config.baseUrl, `psc_guessguess_${'a'.repeat(32)}`);
    const guesses = await spend(guesser, '/story-projects', LIMIT + 1);
    expect(guesses.slice(0, LIMIT).map(({ status }) => status)).toEqual(Array(LIMIT).fill(401));
    expectRefusal(guesses.at(-1)!);
  });
});
