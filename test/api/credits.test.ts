import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { grantCredits } from '../../src/credits/ledger.js';
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
