import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openDatabase, type Database } from '../../src/kernel/db/database.js';
import { createAccount } from '../../src/domain/account/account-store.js';
import { checkLedger } from '../../src/kernel/credits/check.js';
import { grantCredits, HoldVoid, release, reserve, settle } from '../../src/kernel/credits/ledger.js';
import { creditsSummary } from '../../src/kernel/credits/summary.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const CYCLE_DAYS = 30;
let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = await openDatabase({ url: database.url, poolSize: 8 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

async function newAccount(monthlyAllocation = 20): Promise<string> {
  return (await createAccount(db, { name: 'Ledger', monthlyAllocation })).id;
}

/** Lets the running cycle end by moving it, and what was held in it, into the past. */
async function endCycle(accountId: string): Promise<void> {
  const back = `make_interval(secs => 86400 * ${CYCLE_DAYS} + 1)`;
  await db.query(`UPDATE credit_buckets SET cycle_started_at = cycle_started_at - ${back}, cycle_expires_at = cycle_expires_at - ${back}
    WHERE account_id = $1 AND bucket = 'monthly'`, [accountId]);
  await db.query(`UPDATE credit_holds SET cycle_started_at = cycle_started_at - ${back} WHERE account_id = $1 AND state = 'held'`, [accountId]);
}

const hold = (accountId: string, refId: string, credits: number[], epoch = 1) =>
  reserve(db, { accountId, refType: 'job', refId, epoch, lines: credits.map((amount, line) => ({ line, credits: amount })), cycleDays: CYCLE_DAYS });

async function buckets(accountId: string): Promise<Record<string, { available: number; held: number; settled: number; expired: number }>> {
  const rows = await db.query<{ bucket: string; available: number; held: number; settled: number; expired: number }>('SELECT bucket, available, held, settled, expired FROM credit_buckets WHERE account_id = $1', [accountId]);
  return Object.fromEntries(rows.map(({ bucket, ...amounts }) => [bucket, amounts]));
}

describe('the credit ledger', () => {
  it('grants the monthly allocation once per cycle and lets the rest expire', async () => {
    const account = await newAccount(20);
    const first = await creditsSummary(db, account, CYCLE_DAYS);
    expect(first).toMatchObject({ balance: 20, monthlyBucketAllocated: 20, monthlyBucketUsed: 0, monthlyBucketRemaining: 20, perpetualBalance: 0 });
    expect(Date.parse(first.cycleExpiresAt) - Date.parse(first.cycleStartedAt)).toBe(CYCLE_DAYS * 86_400_000);
    await hold(account, `${account}-a`, [5]);
    await endCycle(account);
    const second = await creditsSummary(db, account, CYCLE_DAYS);
    expect(second).toMatchObject({ balance: 20, monthlyBucketUsed: 0, held: 5 });
    expect((await buckets(account)).monthly).toEqual({ available: 20, held: 5, settled: 0, expired: 15 });
    expect(await checkLedger(db)).toEqual([]);
  });

  it('spends monthly credits before perpetual ones and returns each to where it came from', async () => {
    const account = await newAccount(20);
    expect(await grantCredits(db, { accountId: account, credits: 30, reference: 'purchase-1' })).toBe(true);
    expect(await grantCredits(db, { accountId: account, credits: 30, reference: 'purchase-1' })).toBe(false);
    expect(await hold(account, `${account}-a`, [15, 15])).toEqual({ ok: true });
    expect(await buckets(account)).toMatchObject({ monthly: { available: 0, held: 20 }, perpetual: { available: 20, held: 10 } });
    expect(await release(db, { refType: 'job', refId: `${account}-a`, epoch: 1, line: 1 })).toBe(15);
    expect(await buckets(account)).toMatchObject({ monthly: { available: 5, held: 15 }, perpetual: { available: 30, held: 0 } });
    expect(await settle(db, { refType: 'job', refId: `${account}-a`, epoch: 1, line: 0 })).toBe(15);
    expect(await release(db, { refType: 'job', refId: `${account}-a`, epoch: 1 })).toBe(0);
    expect(await checkLedger(db)).toEqual([]);
  });

  it('holds all lines or none, and says what is missing', async () => {
    const account = await newAccount(20);
    expect(await hold(account, `${account}-a`, [15, 10])).toEqual({ ok: false, required: 25, available: 20 });
    expect(await buckets(account)).toMatchObject({ monthly: { available: 20, held: 0 } });
    expect(await db.query('SELECT 1 FROM credit_holds WHERE account_id = $1', [account])).toEqual([]);
  });

  it('expires what is released after its cycle, whether or not the next one has begun', async () => {
    for (const begin of [true, false]) {
      const account = await newAccount(20);
      await hold(account, `${account}-a`, [8]);
      await endCycle(account);
      if (begin) await creditsSummary(db, account, CYCLE_DAYS);
      expect(await release(db, { refType: 'job', refId: `${account}-a`, epoch: 1 })).toBe(8);
      expect(await creditsSummary(db, account, CYCLE_DAYS)).toMatchObject({ balance: 20, held: 0 });
      expect((await buckets(account)).monthly).toMatchObject({ expired: 20 });
    }
    expect(await checkLedger(db)).toEqual([]);
  });

  it('never settles what was released, nor releases what was settled', async () => {
    const account = await newAccount(20);
    await hold(account, `${account}-a`, [4, 4]);
    const line = (number: number) => ({ refType: 'job', refId: `${account}-a`, epoch: 1, line: number });
    await release(db, line(0));
    await expect(settle(db, line(0))).rejects.toBeInstanceOf(HoldVoid);
    await expect(settle(db, line(7))).rejects.toBeInstanceOf(HoldVoid);
    await settle(db, line(1));
    expect(await settle(db, line(1))).toBe(0);
    expect(await release(db, line(1))).toBe(0);
    expect(await buckets(account)).toMatchObject({ monthly: { available: 16, held: 0, settled: 4 } });
  });

  it('rolls back with the transaction of its caller', async () => {
    const account = await newAccount(20);
    await expect(db.transaction(async (tx) => {
      await reserve(tx, { accountId: account, refType: 'job', refId: `${account}-a`, epoch: 1, lines: [{ line: 0, credits: 5 }], cycleDays: CYCLE_DAYS });
      throw new Error('the rest failed');
    })).rejects.toThrow('the rest failed');
    expect(await creditsSummary(db, account, CYCLE_DAYS)).toMatchObject({ balance: 20, held: 0 });
  });

  it('grants a storm of requests exactly as many holds as the balance covers', async () => {
    const account = await newAccount(20);
    const outcomes = await Promise.all(Array.from({ length: 40 }, (_, n) => hold(account, `${account}-${n % 20}`, [3])));
    expect(new Set(outcomes.flatMap(({ ok }, n) => (ok ? [n % 20] : []))).size).toBe(6);
    const moves = await Promise.all(outcomes.flatMap(({ ok }, n) => (ok
      ? [settle(db, { refType: 'job', refId: `${account}-${n % 20}`, epoch: 1, line: 0 }).catch((error: Error) => error.name),
        release(db, { refType: 'job', refId: `${account}-${n % 20}`, epoch: 1 })] : [])));
    expect(moves.length).toBeGreaterThanOrEqual(12);
    expect(await buckets(account)).toMatchObject({ monthly: { held: 0 } });
    expect(await checkLedger(db)).toEqual([]);
  });

  it('reports a bucket, a hold and a journal that disagree', async () => {
    const account = await newAccount(20);
    await hold(account, `${account}-a`, [4]);
    await expect(db.transaction(async (tx) => {
      await tx.query(`UPDATE credit_buckets SET granted = granted + 1, available = available + 1 WHERE account_id = $1 AND bucket = 'monthly'`, [account]);
      await tx.query(`UPDATE credit_holds SET state = 'settled' WHERE account_id = $1`, [account]);
      const found = await checkLedger(tx);
      expect(new Set(found.map(({ invariant }) => invariant))).toEqual(new Set(['I1', 'I2']));
      throw new Error('undo');
    })).rejects.toThrow('undo');
  });

  it('refuses to change its journal', async () => {
    const account = await newAccount(20);
    await creditsSummary(db, account, CYCLE_DAYS);
    await expect(db.query('UPDATE ledger_entries SET credits = 1 WHERE account_id = $1', [account])).rejects.toThrow('append-only');
  });
});

interface ModelHold { credits: number; monthly: number; cycle: number; state: 'held' | 'settled' | 'released' }

/** What the ledger should be, in plain arithmetic. */
class Model {
  monthly = 0; perpetual = 0; cycle = 0; ended = true; settled = 0;
  readonly holds = new Map<string, ModelHold>();
  readonly granted = new Set<number>();
  constructor(readonly allocation: number) {}

  roll(): void {
    if (!this.ended) return;
    Object.assign(this, { monthly: this.allocation, cycle: this.cycle + 1, ended: false });
  }

  reserve(ref: number, lines: number[]): boolean {
    this.roll();
    const fresh = lines.map((credits, line) => ({ key: `${ref}/${line}`, credits })).filter(({ key }) => !this.holds.has(key));
    if (fresh.length === 0) return true;
    if (lines.reduce((sum, credits) => sum + credits, 0) > this.monthly + this.perpetual) return false;
    for (const { key, credits } of fresh) {
      const monthly = Math.min(this.monthly, credits);
      this.monthly -= monthly;
      this.perpetual -= credits - monthly;
      this.holds.set(key, { credits, monthly, cycle: this.cycle, state: 'held' });
    }
    return true;
  }

  settle(key: string): boolean {
    const found = this.holds.get(key);
    if (!found || found.state === 'released') return false;
    if (found.state === 'held') this.settled += found.credits;
    found.state = 'settled';
    return true;
  }

  release(key: string): void {
    const found = this.holds.get(key);
    if (found?.state !== 'held') return;
    found.state = 'released';
    this.perpetual += found.credits - found.monthly;
    if (found.cycle === this.cycle && !this.ended) this.monthly += found.monthly;
  }
}

interface Real { account: string }
type Act = (real: Real) => Promise<unknown>;

/** One step of a run. `copies` says how many times it runs at once, which must have the same effect as running it once. */
class Step implements fc.AsyncCommand<Model, Real> {
  constructor(readonly name: string, readonly copies: number, readonly model: (model: Model) => unknown, readonly act: Act) {}
  check(): boolean { return true; }
  toString(): string { return `${this.name}×${this.copies}`; }

  async run(model: Model, real: Real): Promise<void> {
    const expected = this.model(model);
    const answers = await Promise.all(Array.from({ length: this.copies }, () => this.act(real)));
    if (expected !== undefined) expect(answers).toEqual(answers.map(() => expected));
    const now = await buckets(real.account);
    const held = [...model.holds.values()].filter(({ state }) => state === 'held');
    if (!model.ended) expect(now.monthly!.available).toBe(model.monthly);
    expect(now.perpetual?.available ?? 0).toBe(model.perpetual);
    expect((now.monthly?.held ?? 0) + (now.perpetual?.held ?? 0)).toBe(held.reduce((sum, { credits }) => sum + credits, 0));
    expect((now.monthly?.settled ?? 0) + (now.perpetual?.settled ?? 0)).toBe(model.settled);
    expect(await checkLedger(db)).toEqual([]);
  }
}

const ref = fc.nat({ max: 3 });
const line = fc.nat({ max: 2 });
const copies = fc.constantFrom(1, 1, 1, 4);
/** The credits of each reference's lines. They are fixed, as the lines of a job are. */
const LINES = [[7], [3, 4], [0, 2, 9], [12, 1]];

const steps = [
  fc.tuple(fc.nat({ max: 5 }), copies).map(([n, times]) => new Step(`grant ${n}`, times, (model) => {
    if (!model.granted.has(n)) model.perpetual += n + 1;
    model.granted.add(n);
  }, ({ account }) => grantCredits(db, { accountId: account, credits: n + 1, reference: `g${n}` }))),
  fc.constant(new Step('end cycle', 1, (model) => { if (model.cycle > 0) model.ended = true; }, ({ account }) => endCycle(account))),
  copies.map((times) => new Step('read', times, (model) => model.roll(), ({ account }) => creditsSummary(db, account, CYCLE_DAYS))),
  fc.tuple(ref, copies).map(([n, times]) => new Step(`reserve ${n}`, times, (model) => model.reserve(n, LINES[n]!),
    async ({ account }) => (await hold(account, `${account}-${n}`, LINES[n]!)).ok)),
  fc.tuple(ref, line, copies).map(([n, at, times]) => new Step(`settle ${n}/${at}`, times, (model) => model.settle(`${n}/${at}`),
    ({ account }) => settle(db, { refType: 'job', refId: `${account}-${n}`, epoch: 1, line: at }).then(() => true, (error: unknown) => {
      if (error instanceof HoldVoid) return false;
      throw error;
    }))),
  fc.tuple(ref, line, copies).map(([n, at, times]) => new Step(`release ${n}/${at}`, times, (model) => model.release(`${n}/${at}`),
    ({ account }) => release(db, { refType: 'job', refId: `${account}-${n}`, epoch: 1, line: at }))),
  fc.tuple(ref, copies).map(([n, times]) => new Step(`release ${n}`, times,
    (model) => LINES[n]!.forEach((_, at) => model.release(`${n}/${at}`)),
    ({ account }) => release(db, { refType: 'job', refId: `${account}-${n}`, epoch: 1 }))),
];

describe('any order of movements', () => {
  it('equals plain arithmetic and keeps every invariant', async () => {
    await fc.assert(fc.asyncProperty(fc.integer({ min: 0, max: 25 }), fc.commands(steps, { maxCommands: 30 }), async (allocation, commands) => {
      const account = await newAccount(allocation);
      await fc.asyncModelRun(() => ({ model: new Model(allocation), real: { account } }), commands);
    }), { numRuns: 80 });
  });

  it('keeps every invariant when all movements happen at once', async () => {
    await fc.assert(fc.asyncProperty(fc.array(fc.oneof(...steps), { minLength: 8, maxLength: 24 }), async (sequence) => {
      const account = await newAccount(20);
      await creditsSummary(db, account, CYCLE_DAYS);
      await Promise.all(sequence.filter(({ name }) => name !== 'end cycle').map(({ act }) => act({ account })));
      expect(await checkLedger(db)).toEqual([]);
    }), { numRuns: 40 });
  });
});
