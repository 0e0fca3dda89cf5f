import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IdempotencyStore, type Claim, type HeldClaim } from '../../src/kernel/http/limits/idempotency-store.js';
import type { ApiClient } from '../support/api-client.js';
import { runChecks } from '../../src/monitoring/checker.js';
import { openStand, type Stand } from '../support/stands/stand.js';
import { insertWorkRow } from '../support/work-rows.js';

let stand: Stand;
let account: ApiClient;
beforeAll(async () => {
  stand = await openStand();
  account = await stand.newAccount();
});
afterAll(() => stand.close());

/** A store of its own, as each API process has one. */
const process = (): IdempotencyStore => new IdempotencyStore(stand.api.services.db);
const claim = async (store: IdempotencyStore, key: string, resourceId = 'prj_new'): Promise<Claim | string> =>
  store.claim(account.accountId, key, 'same', resourceId).catch((error: { details: { reason: string } }) => error.details.reason);
const held = async (store: IdempotencyStore, key: string, resourceId?: string): Promise<HeldClaim> => {
  const claimed = await claim(store, key, resourceId);
  if (typeof claimed === 'string' || claimed.kind !== 'claimed') throw new Error(`not claimed: ${JSON.stringify(claimed)}`);
  return claimed;
};
/** Leaves a claim behind as a process does that was killed just now. */
async function leftBehind(key: string): Promise<void> {
  const dying = process();
  const { owner } = await held(dying, key, 'prj_first');
  // In a test the timer of the dying store lives on. Once the claim has another owner, the timer renews nothing.
  await stand.api.services.db.query(`UPDATE idempotency_keys SET owner = 'dead' WHERE owner = $1`, [owner]);
}

describe('a claim', () => {
  it('whose process died is taken over within two seconds, with its resource', async () => {
    await leftBehind('killed');
    const startedAt = Date.now();
    const other = process();
    expect(await claim(other, 'killed')).toBe('in_flight');
    let taken: Claim | string = 'in_flight';
    while (taken === 'in_flight' && Date.now() - startedAt < 5_000) {
      await sleep(50);
      taken = await claim(other, 'killed');
    }
    expect(Date.now() - startedAt).toBeLessThan(2_300);
    expect(taken).toMatchObject({ kind: 'claimed', resourceId: 'prj_first' });
    await other.releaseClaim(taken as HeldClaim);
  });

  it('is held for as long as its process works on it', async () => {
    const [one, other] = [process(), process()];
    const mine = await held(one, 'slow');
    for (const waited of [1_500, 1_500, 1_500]) {
      await sleep(waited);
      expect([await claim(other, 'slow'), await claim(one, 'slow')]).toEqual(['in_flight', 'in_flight']);
    }
    expect(await one.complete(mine, { status: 201, body: 'done' })).toEqual({ status: 201, body: 'done' });
    expect(await claim(other, 'slow')).toEqual({ kind: 'replay', answer: { status: 201, body: 'done' } });
  });

  it('is not taken over by the process that still works on it', async () => {
    const store = process();
    const mine = await held(store, 'paused');
    await stand.api.services.db.query(`UPDATE idempotency_keys SET lease_until = now() - interval '1 second' WHERE key = 'paused'`);
    expect(await claim(store, 'paused')).toBe('in_flight');
    await store.releaseClaim(mine);
    expect(await claim(store, 'paused')).toMatchObject({ kind: 'claimed' });
  });

  it('that was taken over can no longer be changed by its first process', async () => {
    const [slept, other] = [process(), process()];
    const old = await held(slept, 'woken');
    await stand.api.services.db.query(`UPDATE idempotency_keys SET lease_until = now() - interval '1 second' WHERE key = 'woken'`);
    const taken = await held(other, 'woken');
    await slept.releaseClaim(old);
    expect(await claim(process(), 'woken')).toBe('in_flight');
    await slept.expireLease(old);
    expect(await claim(process(), 'woken')).toBe('in_flight');
    await other.complete(taken, { status: 200, body: 'theirs' });
    expect(await slept.complete(old, { status: 200, body: 'mine' })).toEqual({ status: 200, body: 'theirs' });
  });

  it('is taken over at once after a failure, and starts anew after a refusal', async () => {
    const store = process();
    await store.expireLease(await held(store, 'failed', 'prj_first'));
    expect(await claim(process(), 'failed')).toMatchObject({ resourceId: 'prj_first' });
    await store.releaseClaim(await held(store, 'refused', 'prj_first'));
    expect(await claim(process(), 'refused', 'prj_second')).toMatchObject({ resourceId: 'prj_second' });
  });

  it('is taken over at once after a failure while its renewal was on its way', async () => {
    const { db } = stand.api.services;
    const slow = Object.create(db, { query: { value: async (sql: string, values: unknown[]) => {
      if (sql.includes('unnest')) await sleep(400);
      return db.query(sql, values);
    } } }) as typeof db;
    const store = new IdempotencyStore(slow);
    const claimed = await held(store, 'renewed', 'prj_first');
    await sleep(800);
    await store.expireLease(claimed);
    await sleep(400);
    expect(await claim(process(), 'renewed')).toMatchObject({ resourceId: 'prj_first', takenOver: true });
  });
});

describe('an answered key', () => {
  it('is kept for a week, or for as long as the work that it started continues', async () => {
    const { db } = stand.api.services;
    const { body: { project } } = await account.post('/story-projects', { name: 'Long' });
    const work = { kind: 'plan', accountId: account.accountId, projectId: project.id as string };
    await insertWorkRow(db, { ...work, workId: 'pln_open', status: 'RUNNING' });
    await insertWorkRow(db, { ...work, workId: 'pln_over', status: 'FAILED' });
    await insertWorkRow(db, { ...work, workId: 'wrk_of_source', subjectId: 'src_open', status: 'RUNNING' });
    const old = [['pln_open', 8], ['src_open', 8], ['pln_over', 8], ['pln_unknown', 8], ['pln_young', 6]] as const;
    for (const [resourceId, days] of old) {
      const store = process();
      await store.complete(await held(store, resourceId, resourceId), { status: 201, body: 'done' });
      await db.query(
        `UPDATE idempotency_keys SET created_at = now() - make_interval(days => $2), lease_until = now() - make_interval(days => $2) WHERE key = $1`,
        [resourceId, days]);
    }
    await runChecks(stand.api.services);
    const kept = await Promise.all(old.map(async ([key]) => [key, (await claim(process(), key) as Claim).kind]));
    expect(kept).toEqual([
      ['pln_open', 'replay'], ['src_open', 'replay'], ['pln_over', 'claimed'], ['pln_unknown', 'claimed'], ['pln_young', 'replay'],
    ]);
  });
});
