import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { grantCredits, release, reserve, settle } from '../../src/kernel/credits/ledger.js';
import { openStand, type Stand } from '../support/stands/stand.js';

let stand: Stand;
beforeAll(async () => { stand = await openStand(); });
afterAll(() => stand.close());

describe('GET /credits', () => {
  it('shows a fresh account its monthly allocation, the cycle and the prices', async () => {
    const client = await stand.newAccount({ credits: 40 });
    const { status, body } = await client.get('/credits');
    expect(status).toBe(200);
    expect(body.credits).toMatchObject({
      balance: 40, monthlyBucketAllocated: 40, monthlyBucketUsed: 0, monthlyBucketRemaining: 40, perpetualBalance: 0, held: 0,
      prices: { TABLE_READ_REFINE: 8, TABLE_READ_FINALIZE_AUDIO: 6, TABLE_READ_FINALIZE_VIDEO: 12 },
    });
    expect(Date.parse(body.credits.cycleExpiresAt)).toBeGreaterThan(Date.now());
  });

  it('adds what was bought, and keeps accounts apart', async () => {
    const [client, other] = [await stand.newAccount({ credits: 40 }), await stand.newAccount({ credits: 0 })];
    await grantCredits(stand.api.services.db, { accountId: client.accountId, credits: 25, reference: 'order-1' });
    expect((await client.get('/credits')).body.credits).toMatchObject({ balance: 65, perpetualBalance: 25 });
    expect((await other.get('/credits')).body.credits).toMatchObject({ balance: 0, monthlyBucketAllocated: 0 });
  });

  it('opens one billing cycle for many concurrent first requests', async () => {
    const client = await stand.newAccount({ credits: 40 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.get('/credits')));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  it('needs the scope credits:read', async () => {
    const client = await stand.newAccount({ scopes: ['story:read'] });
    const { status, body } = await client.get('/credits');
    expect([status, body.error.code, body.error.details.missingScopes]).toEqual([403, 'insufficient_scope', ['credits:read']]);
  });
});

describe('GET /credits/entries', () => {
  const EPOCH = { refType: 'job', refId: 'job_1', epoch: 1 };

  it('lists every movement, newest first, in pages, and only those of the account', async () => {
    const [client, other] = [await stand.newAccount({ credits: 40 }), await stand.newAccount({ credits: 40 })];
    const { db } = stand.api.services;
    await grantCredits(db, { accountId: client.accountId, credits: 25, reference: 'order-1' });
    await reserve(db, { ...EPOCH, accountId: client.accountId, cycleDays: 30, lines: [{ line: 0, credits: 10 }, { line: 1, credits: 4 }] });
    await settle(db, { ...EPOCH, line: 0 });
    await release(db, { ...EPOCH, line: 1 });
    const found = [];
    let path = '/credits/entries?limit=2';
    for (let pages = 0; pages < 9; pages++) {
      const { entries, nextCursor } = (await client.get(path)).body;
      found.push(...entries);
      if (nextCursor === null) break;
      path = `/credits/entries?limit=2&cursor=${nextCursor}`;
    }
    const shown = found.map(({ kind, credits, bucket, refType, refId }) => [kind, credits, bucket, refType, refId]);
    expect(shown.slice(0, 2)).toEqual([['release', 4, 'monthly', 'job', 'job_1'], ['settle', 10, 'monthly', 'job', 'job_1']]);
    expect(shown.slice(2, 4).map(([kind, credits]) => [kind, credits])).toEqual(expect.arrayContaining([['reserve', 10], ['reserve', 4]]));
    expect(shown[4]!.slice(0, 2)).toEqual(['grant', 40]);
    expect(shown.slice(5)).toEqual([['grant', 25, 'perpetual', 'grant', `${client.accountId}:order-1`]]);
    expect(new Set(found.map(({ id }) => id)).size).toBe(6);
    expect((await other.get('/credits/entries')).body.entries.map(({ kind }: { kind: string }) => kind)).toEqual(['grant']);
    const foreign = (await client.get(`/credits/entries?limit=1`)).body.nextCursor as string;
    expect((await other.get(`/credits/entries?cursor=${foreign}`)).body.entries).toEqual([]);
  });

  it('lists a grant as older than what it paid in the same moment, across pages too', async () => {
    // The hash of an id decides nothing: of several accounts, some have ids in the wrong order.
    for (let account = 0; account < 6; account++) {
      const client = await stand.newAccount({ credits: 40 });
      const lines = [0, 1, 2].map((line) => ({ line, credits: 5 }));
      await reserve(stand.api.services.db, { refType: 'job', refId: `job_first_${account}`, epoch: 1, accountId: client.accountId, cycleDays: 30, lines });
      const kinds: string[] = [];
      for (let path: string | null = '/credits/entries?limit=1'; path !== null;) {
        const { entries, nextCursor }: { entries: { kind: string }[]; nextCursor: string | null } = (await client.get(path)).body;
        kinds.push(...entries.map(({ kind }) => kind));
        path = nextCursor === null ? null : `/credits/entries?limit=1&cursor=${nextCursor}`;
      }
      expect(kinds).toEqual(['reserve', 'reserve', 'reserve', 'grant']);
    }
  });

  it('needs the scope credits:read', async () => {
    const client = await stand.newAccount({ scopes: ['story:read'] });
    expect((await client.get('/credits/entries')).body.error.code).toBe('insufficient_scope');
  });
});
