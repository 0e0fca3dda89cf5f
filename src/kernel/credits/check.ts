import type { Db } from '../db/database.js';

export interface LedgerViolation { invariant: 'I1' | 'I2' | 'I3' | 'I4'; subject: string; detail: string }

/** One statement sees one snapshot, so the check may run while the ledger is in use. */
const CHECK = `
  WITH journal AS (
    SELECT account_id, bucket,
      coalesce(sum(credits) FILTER (WHERE kind = 'grant'), 0) AS granted,
      coalesce(sum(credits) FILTER (WHERE kind = 'reserve'), 0) AS reserved,
      coalesce(sum(credits) FILTER (WHERE kind = 'settle'), 0) AS settled,
      coalesce(sum(credits) FILTER (WHERE kind = 'release'), 0) AS released,
      coalesce(sum(credits) FILTER (WHERE kind = 'expire'), 0) AS expired
    FROM ledger_entries GROUP BY account_id, bucket),
  on_hold AS (
    SELECT account_id, bucket, sum(credits) AS credits FROM (
      SELECT account_id, 'monthly' AS bucket, monthly_credits AS credits FROM credit_holds WHERE state = 'held'
      UNION ALL
      SELECT account_id, 'perpetual', perpetual_credits FROM credit_holds WHERE state = 'held') h
    GROUP BY account_id, bucket),
  by_line AS (
    SELECT ref_type, ref_id, epoch, line,
      coalesce(sum(credits) FILTER (WHERE kind = 'reserve'), 0) AS reserved,
      coalesce(sum(credits) FILTER (WHERE kind = 'settle'), 0) AS settled,
      coalesce(sum(credits) FILTER (WHERE kind = 'release'), 0) AS released
    FROM ledger_entries WHERE kind IN ('reserve', 'settle', 'release') GROUP BY ref_type, ref_id, epoch, line)
  SELECT 'I1' AS invariant, coalesce(b.account_id, j.account_id) || '/' || coalesce(b.bucket, j.bucket) AS subject,
    format('bucket %s, journal %s, on hold %s', to_jsonb(b), to_jsonb(j), coalesce(h.credits, 0)) AS detail
  FROM credit_buckets b FULL JOIN journal j USING (account_id, bucket) LEFT JOIN on_hold h USING (account_id, bucket)
  WHERE b.account_id IS NULL OR b.granted <> b.available + b.held + b.settled + b.expired OR b.granted <> coalesce(j.granted, 0)
    OR b.settled <> coalesce(j.settled, 0) OR b.expired <> coalesce(j.expired, 0) OR b.held <> coalesce(h.credits, 0)
    OR b.held <> coalesce(j.reserved - j.settled - j.released, 0)
    OR b.available <> coalesce(j.granted - j.reserved + j.released - j.expired, 0)
  UNION ALL
  SELECT 'I2', h.ref_id || '/' || h.epoch || '/' || h.line,
    format('%s of %s reserved, %s settled, %s released, work %s', h.state, h.credits, l.settled, l.released, w.status)
  FROM credit_holds h LEFT JOIN by_line l USING (ref_type, ref_id, epoch, line)
  LEFT JOIN works w ON w.id = h.ref_id
  WHERE coalesce(l.reserved, 0) <> h.credits OR coalesce(l.settled + l.released, 0) > h.credits
    OR coalesce(l.settled, 0) <> CASE WHEN h.state = 'settled' THEN h.credits ELSE 0 END
    OR coalesce(l.released, 0) <> CASE WHEN h.state = 'released' THEN h.credits ELSE 0 END
    OR (h.state = 'held' AND h.epoch <= w.epoch AND w.status IN ('READY', 'FAILED', 'CANCELED'))
  UNION ALL
  SELECT 'I3', ref_id || '/' || line, format('settled in %s epochs', count(DISTINCT epoch))
  FROM ledger_entries WHERE kind = 'settle' GROUP BY ref_type, ref_id, line HAVING count(DISTINCT epoch) > 1
  UNION ALL
  SELECT 'I4', account_id || '/' || bucket, format('available %s, held %s', available, held)
  FROM credit_buckets WHERE available < 0 OR held < 0`;

/**
 * Violations of the ledger's invariants; empty when all are satisfied. I1: every bucket equals the sum of its journal entries and
 * holds. I2: no hold settles or releases more than it reserved, and none outlives its work. I3: a line is settled once over all
 * epochs. I4: no amount is negative.
 */
export async function checkLedger(db: Db): Promise<LedgerViolation[]> {
  return db.query<LedgerViolation>(CHECK);
}
