import type { Db } from '../../db/database.js';
import { newId } from '../../db/ids.js';

/** Identifies the call that a quote was made for; the quote is valid only for that call. The fingerprint excludes the confirmation. */
export interface QuotedCall { accountId: string; operation: string; fingerprint: string }

export interface QuoteRow { quoteId: string; credits: number; expiresAt: Date }

/** Validity of a quote. */
const TTL = `interval '15 minutes'`;

export async function insertQuote(db: Db, call: QuotedCall, credits: number): Promise<QuoteRow> {
  const [row] = await db.query<QuoteRow>(
    `INSERT INTO quotes (id, account_id, operation, fingerprint, credits, expires_at)
     VALUES ($1, $2, $3, $4, $5, now() + ${TTL}) RETURNING id AS "quoteId", credits, expires_at AS "expiresAt"`,
    [newId('quote'), call.accountId, call.operation, call.fingerprint, credits]);
  return row!;
}

/** Why a quote cannot be confirmed. */
export type QuoteProblem = 'unknown' | 'other_call' | 'expired' | 'used' | 'price_changed';

interface Checked { holds: boolean; problem: QuoteProblem }

/**
 * Takes the quote for one request. Returns null on success, else the problem. A single statement decides, so
 * that only one of several concurrent requests gets the quote.
 */
export async function takeQuote(
  db: Db, call: QuotedCall, quoteId: string, credits: number, usedBy: string,
): Promise<QuoteProblem | null> {
  const [found] = await db.query<Checked>(
    `WITH quote AS (SELECT id, CASE
         WHEN operation <> $3 OR fingerprint <> $4 THEN 'other_call'
         WHEN used_by IS NOT NULL AND used_by <> $6 THEN 'used'
         WHEN used_by IS NULL AND expires_at <= now() THEN 'expired'
         WHEN credits <> $5 THEN 'price_changed' END AS problem
       FROM quotes WHERE id = $1 AND account_id = $2 FOR NO KEY UPDATE),
     taken AS (UPDATE quotes SET used_by = $6 WHERE id IN (SELECT id FROM quote WHERE problem IS NULL) RETURNING id)
     SELECT EXISTS (SELECT 1 FROM taken) AS holds, problem FROM quote`,
    [quoteId, call.accountId, call.operation, call.fingerprint, credits, usedBy]);
  if (!found) return 'unknown';
  return found.holds ? null : found.problem;
}

/**
 * The credits that this request confirmed when it took the quote; null when it did not take the quote. Repeats of the request keep this price, even when the
 * call costs something else by then: the work of the request may itself have changed the price.
 */
export async function creditsConfirmed(db: Db, call: QuotedCall, quoteId: string, usedBy: string): Promise<number | null> {
  const [quote] = await db.query<{ credits: number }>(
    'SELECT credits FROM quotes WHERE id = $1 AND account_id = $2 AND operation = $3 AND fingerprint = $4 AND used_by = $5',
    [quoteId, call.accountId, call.operation, call.fingerprint, usedBy]);
  return quote?.credits ?? null;
}

/** Gives the quote back after a 4xx, so that another request may confirm it. */
export async function returnQuote(db: Db, quoteId: string, usedBy: string): Promise<void> {
  await db.query('UPDATE quotes SET used_by = NULL WHERE id = $1 AND used_by = $2', [quoteId, usedBy]);
}
