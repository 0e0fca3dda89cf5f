import { PRICES, type PriceKey } from './prices.js';
import { lockBuckets } from './cycle.js';
import { inTransaction, type Db } from '../db/database.js';

/** Credits of an account in this billing cycle: available, spent and on hold; and the prices. */
export interface CreditsSummary {
  balance: number;
  monthlyBucketAllocated: number;
  monthlyBucketUsed: number;
  monthlyBucketRemaining: number;
  perpetualBalance: number;
  held: number;
  cycleStartedAt: string;
  cycleExpiresAt: string;
  prices: Record<PriceKey, number>;
}

interface SummaryRow { allocated: number; monthly: number; perpetual: number; held: number; startedAt: Date; expiresAt: Date }

const READ = `SELECT m.cycle_allocated AS allocated, m.available AS monthly, p.available AS perpetual, m.held + p.held AS held,
    m.cycle_started_at AS "startedAt", m.cycle_expires_at AS "expiresAt"
  FROM credit_buckets m JOIN credit_buckets p ON p.account_id = m.account_id AND p.bucket = 'perpetual'
  WHERE m.account_id = $1 AND m.bucket = 'monthly' AND m.cycle_expires_at > now()`;

/** The credits summary of an account. Held credits count as used. Starts the billing cycle that is due. */
export async function creditsSummary(db: Db, accountId: string, cycleDays: number): Promise<CreditsSummary> {
  let [row] = await db.query<SummaryRow>(READ, [accountId]);
  if (!row) {
    row = await inTransaction(db, async (tx) => {
      await lockBuckets(tx, accountId, cycleDays);
      return (await tx.query<SummaryRow>(READ, [accountId]))[0];
    });
  }
  if (!row) throw new Error(`the billing cycle of ${accountId} did not start`);
  return {
    balance: row.monthly + row.perpetual,
    monthlyBucketAllocated: row.allocated,
    monthlyBucketUsed: row.allocated - row.monthly,
    monthlyBucketRemaining: row.monthly,
    perpetualBalance: row.perpetual,
    held: row.held,
    cycleStartedAt: row.startedAt.toISOString(),
    cycleExpiresAt: row.expiresAt.toISOString(),
    prices: { ...PRICES },
  };
}
