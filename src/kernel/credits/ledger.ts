import { lockBuckets } from './cycle.js';
import { ENTRY_COLUMNS, entryIdSql } from './entries.js';
import { inTransaction, type Db } from '../db/database.js';

/** Identifies a hold: what the credits are reserved for, and its epoch, which grows with every resume. */
export interface HoldRef { refType: string; refId: string; epoch: number }

export interface ReserveInput extends HoldRef {
  accountId: string;
  /** The parts of a hold that are settled or released separately. */
  lines: { line: number; credits: number }[];
  /** Length of a billing cycle (`config.billingCycleDays`). */
  cycleDays: number;
}

export type ReserveOutcome = { ok: true } | { ok: false; required: number; available: number };

/** Thrown when a line is settled whose credits are not on hold. */
export class HoldVoid extends Error {
  override readonly name = 'HoldVoid';
}

const GRANT = `
  WITH entry AS (
    INSERT INTO ledger_entries (${ENTRY_COLUMNS})
    SELECT ${entryIdSql({ kind: `'grant'`, bucket: `'perpetual'`, refType: `'grant'`, refId: 'r.id', epoch: '0', line: '0' })},
      $1, 'grant', $2::int, 'perpetual', 'grant', r.id, 0, 0
    FROM (SELECT $1 || ':' || $3 AS id) r
    ON CONFLICT DO NOTHING RETURNING credits),
  paid AS (
    INSERT INTO credit_buckets AS b (account_id, bucket, granted, available, held, settled, expired, cycle_allocated)
    SELECT $1, 'perpetual', credits, credits, 0, 0, 0, 0 FROM entry
    ON CONFLICT (account_id, bucket) DO UPDATE
      SET granted = b.granted + EXCLUDED.granted, available = b.available + EXCLUDED.available, updated_at = now())
  SELECT credits FROM entry`;

/** Grants credits that never expire, once per account and reference; false when they were granted before. */
export async function grantCredits(db: Db, input: { accountId: string; credits: number; reference: string }): Promise<boolean> {
  if (!Number.isInteger(input.credits) || input.credits <= 0) throw new RangeError('credits must be a positive whole number');
  const rows = await db.query(GRANT, [input.accountId, input.credits, input.reference]);
  return rows.length === 1;
}

const GRANTED = `SELECT credits FROM ledger_entries WHERE account_id = $1 AND kind = 'grant' AND ref_type = 'grant' AND ref_id = $1 || ':' || $2`;

/** The credits that an account was granted under a reference; null when there was no such grant. */
export async function grantedCredits(db: Db, accountId: string, reference: string): Promise<number | null> {
  const [entry] = await db.query<{ credits: number }>(GRANTED, [accountId, reference]);
  return entry?.credits ?? null;
}

const journal = (kind: string): string => `
    INSERT INTO ledger_entries (${ENTRY_COLUMNS})
    SELECT ${entryIdSql({ kind: `'${kind}'`, bucket: 'bucket', refType: 'ref_type', refId: 'ref_id', epoch: 'epoch', line: 'line' })},
      account_id, '${kind}', credits, bucket, ref_type, ref_id, epoch, line FROM part`;

/** SQL: the rows of `moved` (holds) split by bucket, without parts of 0 credits. */
const PARTS = `
    SELECT account_id, ref_type, ref_id, epoch, line, 'monthly' AS bucket, monthly_credits AS credits, cycle_started_at
    FROM moved WHERE monthly_credits > 0
    UNION ALL
    SELECT account_id, ref_type, ref_id, epoch, line, 'perpetual', perpetual_credits, cycle_started_at
    FROM moved WHERE perpetual_credits > 0`;

const RESERVE = `
  WITH moved AS (
    INSERT INTO credit_holds
      (ref_type, ref_id, epoch, line, account_id, credits, monthly_credits, perpetual_credits, cycle_started_at, state)
    SELECT $2, $3, $4::int, l.line, $1, l.monthly + l.perpetual, l.monthly, l.perpetual, b.cycle_started_at, 'held'
    FROM jsonb_to_recordset($5::jsonb) AS l(line int, monthly int, perpetual int)
    JOIN credit_buckets b ON b.account_id = $1 AND b.bucket = 'monthly'
    ON CONFLICT DO NOTHING RETURNING *),
  part AS (${PARTS}),
  entry AS (${journal('reserve')}),
  held AS (
    UPDATE credit_buckets b SET available = b.available - p.credits, held = b.held + p.credits, updated_at = now()
    FROM (SELECT bucket, sum(credits)::int AS credits FROM part GROUP BY bucket) p WHERE b.account_id = $1 AND b.bucket = p.bucket)
  SELECT count(*)::int AS lines FROM moved`;

const HELD_LINES = 'SELECT line FROM credit_holds WHERE ref_type = $1 AND ref_id = $2 AND epoch = $3 AND line = ANY($4::int[])';

/** Takes monthly credits first, because they expire sooner. */
function splitLines(lines: ReserveInput['lines'], monthlyAvailable: number): { line: number; monthly: number; perpetual: number }[] {
  let left = monthlyAvailable;
  return lines.map(({ line, credits }) => {
    const monthly = Math.min(left, credits);
    left -= monthly;
    return { line, monthly, perpetual: credits - monthly };
  });
}

/**
 * Reserves credits for all lines or for none. A repeat with the same reference, epoch and lines returns the earlier outcome and
 * reserves nothing more. Insufficient credits are an outcome, not an error, and change nothing.
 */
export async function reserve(db: Db, input: ReserveInput): Promise<ReserveOutcome> {
  const { accountId, refType, refId, epoch, lines } = input;
  if (lines.some(({ credits }) => !Number.isInteger(credits) || credits < 0)) {
    throw new RangeError('credits must be whole and not negative');
  }
  return inTransaction(db, async (tx) => {
    const { monthly, perpetual } = await lockBuckets(tx, accountId, input.cycleDays);
    const required = lines.reduce((sum, { credits }) => sum + credits, 0);
    if (required > monthly + perpetual) {
      const known = await tx.query(HELD_LINES, [refType, refId, epoch, lines.map(({ line }) => line)]);
      return known.length === lines.length ? { ok: true } : { ok: false, required, available: monthly + perpetual };
    }
    await tx.query(RESERVE, [accountId, refType, refId, epoch, JSON.stringify(splitLines(lines, monthly))]);
    return { ok: true };
  });
}

/** Locks in a fixed order (hold, monthly, perpetual), so that movements cannot deadlock. */
const LOCKED = `
    SELECT b.account_id, b.bucket, b.cycle_started_at, b.cycle_expires_at <= now() AS ended FROM credit_buckets b
    WHERE b.account_id IN (SELECT account_id FROM moved) ORDER BY b.bucket FOR NO KEY UPDATE`;

const SETTLE = `
  WITH moved AS (
    UPDATE credit_holds SET state = 'settled', moved_at = now()
    WHERE ref_type = $1 AND ref_id = $2 AND epoch = $3::int AND line = $4::int AND state = 'held' RETURNING *),
  part AS (${PARTS}),
  entry AS (${journal('settle')}),
  locked AS (${LOCKED}),
  paid AS (
    UPDATE credit_buckets b SET held = b.held - p.credits, settled = b.settled + p.credits, updated_at = now()
    FROM part p JOIN locked USING (account_id, bucket) WHERE b.account_id = p.account_id AND b.bucket = p.bucket)
  SELECT credits FROM moved`;

/**
 * Charges a reserved line, once. Returns the credits charged by this call: 0 when the line was settled before.
 * Throws `HoldVoid` when the line was released or never reserved.
 */
export async function settle(db: Db, ref: HoldRef & { line: number }): Promise<number> {
  const key = [ref.refType, ref.refId, ref.epoch, ref.line];
  const [moved] = await db.query<{ credits: number }>(SETTLE, key);
  if (moved) return moved.credits;
  const [hold] = await db.query<{ state: string }>(
    'SELECT state FROM credit_holds WHERE ref_type = $1 AND ref_id = $2 AND epoch = $3 AND line = $4', key);
  if (hold?.state !== 'settled') throw new HoldVoid(`line ${ref.line} of ${ref.refType} ${ref.refId}, epoch ${ref.epoch}, is not on hold`);
  return 0;
}

const RELEASE = `
  WITH wanted AS (
    SELECT ref_type, ref_id, epoch, line FROM credit_holds
    WHERE ref_type = $1 AND ref_id = $2 AND epoch = $3::int AND ($4::int IS NULL OR line = $4) AND state = 'held' ORDER BY line FOR NO KEY UPDATE),
  moved AS (
    UPDATE credit_holds h SET state = 'released', moved_at = now() FROM wanted w
    WHERE h.ref_type = w.ref_type AND h.ref_id = w.ref_id AND h.epoch = w.epoch AND h.line = w.line AND h.state = 'held' RETURNING h.*),
  locked AS (${LOCKED}),
  part AS (
    SELECT p.*, p.bucket = 'monthly' AND (l.ended OR l.cycle_started_at IS DISTINCT FROM p.cycle_started_at) AS lapsed
    FROM (${PARTS}) p JOIN locked l USING (account_id, bucket)),
  entry AS (${journal('release')}),
  lapse AS (${journal('expire')} WHERE lapsed),
  total AS (
    SELECT account_id, bucket, sum(credits)::int AS credits, (sum(credits) FILTER (WHERE lapsed))::int AS lapsed FROM part GROUP BY 1, 2),
  returned AS (
    UPDATE credit_buckets b SET held = b.held - t.credits, available = b.available + t.credits - coalesce(t.lapsed, 0),
      expired = b.expired + coalesce(t.lapsed, 0), updated_at = now()
    FROM total t WHERE b.account_id = t.account_id AND b.bucket = t.bucket)
  SELECT coalesce(sum(credits), 0)::int AS credits FROM moved`;

/**
 * Returns held credits, of all lines or one, to the bucket they came from; credits from a billing cycle that has ended expire.
 * Settled and released lines stay as they are. Returns the credits released by this call.
 */
export async function release(db: Db, ref: HoldRef & { line?: number }): Promise<number> {
  const [row] = await db.query<{ credits: number }>(RELEASE, [ref.refType, ref.refId, ref.epoch, ref.line ?? null]);
  return row!.credits;
}
