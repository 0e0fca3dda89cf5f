import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../db/database.js';
import { canonicalJson } from '../contract/canonical-json.js';
import { ApiError } from '../errors/api-error.js';

const LEASE = `interval '30 seconds'`;
/** Over before the lease is, which somebody else may have by then. */
const [LATER_ATTEMPTS, LATER_MS] = [15, 1_000] as const;
const KEY = /^[\x21-\x7e][\x20-\x7e]{0,254}$/;

/** What makes two requests the same: method, path and body (specification 4.0). */
export function fingerprintOf(method: string, path: string, body: unknown): string {
  return createHash('sha256').update(`${method} ${path}\n${canonicalJson(body)}`).digest('hex');
}

/** Reads the header. Raises `idempotency_key_required` or `validation_failed`. */
export function readIdempotencyKey(header: string | undefined, required: boolean): string | null {
  if (header === undefined || header === '') {
    if (required) throw new ApiError('idempotency_key_required');
    return null;
  }
  if (!KEY.test(header)) {
    throw new ApiError('validation_failed', 'Idempotency-Key must be 1 to 255 printable ASCII characters', { field: 'Idempotency-Key' });
  }
  return header;
}

export interface StoredAnswer { status: number; body: string }
export type Claim = { kind: 'claimed'; resourceId: string } | { kind: 'replay'; answer: StoredAnswer };

interface KeyRow { fingerprint: string; resource_id: string; state: 'busy' | 'done'; status: number | null; body: string | null }

/**
 * Claims keys, unique per account. Only 2xx answers are stored; a refusal frees the key; a claim whose process died is taken
 * over after its lease, with the same resource id, and so reaches the same workflow, hold and rows.
 */
export class IdempotencyStore {
  constructor(private readonly db: Db) {}

  /** Raises `idempotency_conflict` with `details.reason` `in_flight` or `mismatch`. */
  async claim(accountId: string, key: string, fingerprint: string, newResourceId: string): Promise<Claim> {
    const [claimed] = await this.db.query<{ resource_id: string }>(
      `INSERT INTO idempotency_keys AS k (account_id, key, fingerprint, resource_id, state, lease_until)
        VALUES ($1, $2, $3, $4, 'busy', now() + ${LEASE})
        ON CONFLICT (account_id, key) DO UPDATE SET lease_until = now() + ${LEASE}
          WHERE k.state = 'busy' AND k.lease_until < now() AND k.fingerprint = EXCLUDED.fingerprint
        RETURNING resource_id`, [accountId, key, fingerprint, newResourceId]);
    if (claimed) return { kind: 'claimed', resourceId: claimed.resource_id };
    const [row] = await this.db.query<KeyRow>(
      'SELECT fingerprint, resource_id, state, status, body FROM idempotency_keys WHERE account_id = $1 AND key = $2', [accountId, key]);
    if (row && row.fingerprint !== fingerprint) {
      throw new ApiError('idempotency_conflict', 'this Idempotency-Key was used with another request', { reason: 'mismatch' });
    }
    if (row?.state === 'done') return { kind: 'replay', answer: { status: row.status!, body: row.body! } };
    throw new ApiError('idempotency_conflict', 'a request with this Idempotency-Key is still being processed',
      { reason: 'in_flight' }, { 'Retry-After': '1' });
  }

  /** Keeps a 2xx answer for replay. */
  async complete(accountId: string, key: string, answer: StoredAnswer): Promise<void> {
    await this.db.query(
      `UPDATE idempotency_keys SET state = 'done', status = $3, body = $4 WHERE account_id = $1 AND key = $2`,
      [accountId, key, answer.status, answer.body]);
  }

  /** After a refusal: the key may be used again, and its next use mints a new resource id. */
  async free(accountId: string, key: string): Promise<void> {
    await this.db.query(`DELETE FROM idempotency_keys WHERE account_id = $1 AND key = $2 AND state = 'busy'`, [accountId, key]);
  }

  /**
   * After a failure of ours: the next attempt takes the claim over at once and reaches the same resource. While the database is
   * away this goes on behind the answer; otherwise the caller would be told to wait for a request that is over.
   */
  async surrender(accountId: string, key: string): Promise<void> {
    if (!await this.trySurrender(accountId, key)) void this.surrenderLater(accountId, key);
  }

  private async surrenderLater(accountId: string, key: string): Promise<void> {
    for (let attempt = 0; attempt < LATER_ATTEMPTS; attempt++) {
      await sleep(LATER_MS, undefined, { ref: false });
      if (await this.trySurrender(accountId, key)) return;
    }
  }

  /** False when the database cannot be asked, which the failed request has logged; then the lease ends by itself. */
  private async trySurrender(accountId: string, key: string): Promise<boolean> {
    return this.db.query(
      `UPDATE idempotency_keys SET lease_until = now() - interval '1 second' WHERE account_id = $1 AND key = $2 AND state = 'busy'`,
      [accountId, key],
    ).then(() => true, () => false);
  }
}
