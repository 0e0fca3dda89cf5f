import { release, reserve } from '../credits/ledger.js';
import type { Db } from '../db/database.js';
import type { WorkLine } from './model.js';
import { insufficient } from './request.js';

/** An epoch of work that is ordered and not opened yet. */
export interface OrderedWork { kind: string; workId: string; epoch: number; accountId: string; lines: readonly WorkLine[] }

/** Identifies the hold of ordered work. */
export type AheadKey = Pick<OrderedWork, 'kind' | 'workId' | 'epoch' | 'accountId'>;

/**
 * Reserves the credits of ordered work in the transaction that orders it; the work finds the hold when it opens. Raises `insufficient_credits`. A repeat
 * reserves nothing more.
 */
export async function holdAhead(tx: Db, { kind, workId, epoch, accountId, lines }: OrderedWork, cycleDays: number): Promise<void> {
  const outcome = await reserve(tx, { refType: kind, refId: workId, epoch, accountId, lines: [...lines], cycleDays });
  if (!outcome.ok) throw insufficient(outcome.required, outcome.available);
}

const LOCK_BUCKETS = 'SELECT bucket FROM credit_buckets WHERE account_id = $1 ORDER BY bucket FOR NO KEY UPDATE';

/**
 * Releases the credits of ordered work that was never opened. Work that is open, or was in this epoch, keeps or has moved its credits itself. The opening of
 * work locks the buckets too, so that either it finds the hold released and is refused, or it is seen here.
 */
export async function releaseAhead(tx: Db, { kind, workId, epoch, accountId }: AheadKey): Promise<void> {
  await tx.query(LOCK_BUCKETS, [accountId]);
  const opened = await tx.query('SELECT id FROM works WHERE id = $1 AND epoch >= $2', [workId, epoch]);
  if (opened.length === 0) await release(tx, { refType: kind, refId: workId, epoch });
}
