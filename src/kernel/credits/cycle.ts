import type { Db } from '../db/database.js';
import { ENTRY_COLUMNS, entryIdSql } from './entries.js';

export interface LockedBuckets { monthly: number; perpetual: number }

interface BucketRow { bucket: 'monthly' | 'perpetual'; available: number; ended: boolean }

const LOCK = `SELECT bucket, available, (bucket = 'monthly' AND (cycle_expires_at IS NULL OR cycle_expires_at <= now())) AS ended
  FROM credit_buckets WHERE account_id = $1 ORDER BY bucket FOR NO KEY UPDATE`;

const OPEN = `INSERT INTO credit_buckets (account_id, bucket, granted, available, held, settled, expired, cycle_allocated)
  SELECT id, b.bucket, 0, 0, 0, 0, 0, 0 FROM accounts, (VALUES ('monthly'), ('perpetual')) AS b(bucket) WHERE id = $1
  ON CONFLICT DO NOTHING`;

const cycleEntryId = (kind: string, refId: string): string =>
  entryIdSql({ kind: `'${kind}'`, bucket: `'monthly'`, refType: `'cycle'`, refId, epoch: '0', line: '0' });
const cycleRef = (startedAt: string): string => `$1 || ':' || to_char(${startedAt} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`;

/** Cycles follow each other without a gap, from the creation of the account on; cycles without movements get no rows. */
const ROLL = `
  WITH cycle AS (SELECT make_interval(secs => 86400 * $2::int) AS length, 86400 * $2::int AS seconds),
  old AS (
    SELECT b.available AS leftover, b.cycle_started_at AS started_at, a.monthly_allocation AS allocation,
      coalesce(b.cycle_expires_at, a.created_at) AS boundary
    FROM credit_buckets b JOIN accounts a ON a.id = b.account_id WHERE b.account_id = $1 AND b.bucket = 'monthly'),
  next AS (
    SELECT old.*, boundary + floor(extract(epoch FROM now() - boundary) / seconds) * length AS starts_at,
      boundary + (floor(extract(epoch FROM now() - boundary) / seconds) + 1) * length AS ends_at
    FROM old, cycle),
  entries AS (
    INSERT INTO ledger_entries (${ENTRY_COLUMNS})
    SELECT ${cycleEntryId('expire', cycleRef('started_at'))}, $1, 'expire', leftover, 'monthly', 'cycle', ${cycleRef('started_at')}, 0, 0
    FROM next WHERE leftover > 0
    UNION ALL
    SELECT ${cycleEntryId('grant', cycleRef('starts_at'))}, $1, 'grant', allocation, 'monthly', 'cycle', ${cycleRef('starts_at')}, 0, 0
    FROM next WHERE allocation > 0),
  rolled AS (
    UPDATE credit_buckets b SET granted = b.granted + next.allocation, expired = b.expired + next.leftover,
      available = next.allocation, cycle_allocated = next.allocation, cycle_started_at = next.starts_at, cycle_expires_at = next.ends_at,
      updated_at = now()
    FROM next WHERE b.account_id = $1 AND b.bucket = 'monthly' RETURNING b.available)
  SELECT available FROM rolled`;

/**
 * Locks both buckets of an account, monthly first, and starts the billing cycle that is due: what is left of the old allocation
 * expires, the new one is granted. Credits on hold keep their bucket across the boundary.
 * Returns the available credits of each. Must run inside a transaction.
 */
export async function lockBuckets(tx: Db, accountId: string, cycleDays: number): Promise<LockedBuckets> {
  let rows = await tx.query<BucketRow>(LOCK, [accountId]);
  if (rows.length < 2) {
    await tx.query(OPEN, [accountId]);
    rows = await tx.query<BucketRow>(LOCK, [accountId]);
  }
  const [monthly, perpetual] = [rows.find((row) => row.bucket === 'monthly'), rows.find((row) => row.bucket === 'perpetual')];
  if (!monthly || !perpetual) throw new Error(`no account ${accountId}`);
  if (!monthly.ended) return { monthly: monthly.available, perpetual: perpetual.available };
  const [rolled] = await tx.query<{ available: number }>(ROLL, [accountId, cycleDays]);
  return { monthly: rolled!.available, perpetual: perpetual.available };
}
