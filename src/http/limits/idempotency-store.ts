import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../db/database.js';
import { ApiError } from '../../errors/api-error.js';

/** How long a claim outlives its process. While a request is performed its lease is renewed more often than that. */
const LEASE = `interval '2 seconds'`;
const RENEW_MS = 600;
/** How often, and for how long, the end of a lease is tried again while the database is away. */
const EXPIRY = { attempts: 15, pauseMs: 1_000 };

export interface StoredAnswer { status: number; body: string }

/** A key that is being worked on. */
export interface Held {
  kind: 'claimed';
  accountId: string;
  key: string;
  /** Tells this claim from one that took it over. */
  owner: string;
  resourceId: string;
}

export type Claim = Held | { kind: 'replay'; answer: StoredAnswer };

interface KeyRow { fingerprint: string; state: 'busy' | 'done'; status: number | null; body: string | null }

/**
 * Claims keys, unique per account. Only 2xx answers are kept; a refusal releases the claim. A claim whose process died is taken over
 * when its lease ends, with the same resource id, and so reaches the same workflow, hold and rows.
 */
export class IdempotencyStore {
  private readonly held = new Map<string, Held>();
  private renewal: NodeJS.Timeout | null = null;

  constructor(private readonly db: Db) {}

  /** Raises `idempotency_conflict` with `details.reason` `in_flight` or `mismatch`. */
  async claim(accountId: string, key: string, fingerprint: string, newResourceId: string): Promise<Claim> {
    const name = `${accountId}\n${key}`;
    // What this process works on it still works on, even when the database was away for longer than a lease.
    const claimed = this.held.has(name) ? null : await this.insertClaim(accountId, key, fingerprint, newResourceId);
    if (claimed) {
      this.hold(name, claimed);
      return claimed;
    }
    const [row] = await this.db.query<KeyRow>(
      'SELECT fingerprint, state, status, body FROM idempotency_keys WHERE account_id = $1 AND key = $2', [accountId, key]);
    if (row && row.fingerprint !== fingerprint) {
      throw new ApiError('idempotency_conflict', 'this Idempotency-Key was used with another request', { reason: 'mismatch' });
    }
    if (row?.state === 'done') return { kind: 'replay', answer: { status: row.status!, body: row.body! } };
    throw new ApiError('idempotency_conflict', 'a request with this Idempotency-Key is still being processed',
      { reason: 'in_flight' }, { 'Retry-After': '1' });
  }

  /** Keeps a 2xx answer for replay. Returns the one that is kept: another one when the claim was taken over and answered meanwhile. */
  async complete(claim: Held, answer: StoredAnswer): Promise<StoredAnswer> {
    const { accountId, key, owner } = claim;
    const done = await this.db.query(
      `UPDATE idempotency_keys SET state = 'done', status = $4, body = $5
       WHERE account_id = $1 AND key = $2 AND owner = $3 AND state = 'busy' RETURNING key`,
      [accountId, key, owner, answer.status, answer.body]);
    this.letGo(claim);
    if (done.length > 0) return answer;
    const [kept] = await this.db.query<StoredAnswer>(
      `SELECT status, body FROM idempotency_keys WHERE account_id = $1 AND key = $2 AND state = 'done'`, [accountId, key]);
    return kept ?? answer;
  }

  /** After a refusal: the key may be used again, and its next use mints a new resource id. */
  async releaseClaim(claim: Held): Promise<void> {
    this.letGo(claim);
    await this.db.query(
      `DELETE FROM idempotency_keys WHERE account_id = $1 AND key = $2 AND owner = $3 AND state = 'busy'`,
      [claim.accountId, claim.key, claim.owner]);
  }

  /**
   * After a failure of ours: the next attempt takes the claim over at once and reaches the same resource. While the database is
   * away this goes on after the answer was sent; otherwise the caller would be told to wait for a request that is over.
   */
  async expireLease(claim: Held): Promise<void> {
    this.letGo(claim);
    if (!await this.tryExpireLease(claim)) void this.expireLeaseLater(claim);
  }

  private async expireLeaseLater(claim: Held): Promise<void> {
    for (let attempt = 0; attempt < EXPIRY.attempts; attempt++) {
      await sleep(EXPIRY.pauseMs, undefined, { ref: false });
      if (await this.tryExpireLease(claim)) return;
    }
  }

  /** False when the database does not answer, which the failed request has logged; then the lease ends by itself. */
  private tryExpireLease({ accountId, key, owner }: Held): Promise<boolean> {
    return this.db.query(
      `UPDATE idempotency_keys SET lease_until = now() - interval '1 second'
       WHERE account_id = $1 AND key = $2 AND owner = $3 AND state = 'busy'`, [accountId, key, owner],
    ).then(() => true, () => false);
  }

  private async insertClaim(accountId: string, key: string, fingerprint: string, newResourceId: string): Promise<Held | null> {
    const owner = randomUUID();
    const [row] = await this.db.query<{ resourceId: string }>(
      `INSERT INTO idempotency_keys AS k (account_id, key, fingerprint, resource_id, state, lease_until, owner)
        VALUES ($1, $2, $3, $4, 'busy', now() + ${LEASE}, $5)
        ON CONFLICT (account_id, key) DO UPDATE SET lease_until = now() + ${LEASE}, owner = EXCLUDED.owner
          WHERE k.state = 'busy' AND k.lease_until < now() AND k.fingerprint = EXCLUDED.fingerprint
        RETURNING resource_id AS "resourceId"`, [accountId, key, fingerprint, newResourceId, owner]);
    return row ? { kind: 'claimed', accountId, key, owner, ...row } : null;
  }

  private hold(name: string, claim: Held): void {
    this.held.set(name, claim);
    this.renewal ??= setInterval(() => void this.renewLeases(), RENEW_MS).unref();
  }

  private letGo({ accountId, key }: Held): void {
    this.held.delete(`${accountId}\n${key}`);
    if (this.held.size > 0 || !this.renewal) return;
    clearInterval(this.renewal);
    this.renewal = null;
  }

  private async renewLeases(): Promise<void> {
    const claims = [...this.held.values()];
    // A lease that cannot be renewed ends; the claim is then taken over, as if this process had died.
    await this.db.query(
      `UPDATE idempotency_keys AS k SET lease_until = now() + ${LEASE}
       FROM unnest($1::text[], $2::text[], $3::text[]) AS held (account_id, key, owner)
       WHERE k.account_id = held.account_id AND k.key = held.key AND k.owner = held.owner AND k.state = 'busy'`,
      [claims.map(({ accountId }) => accountId), claims.map(({ key }) => key), claims.map(({ owner }) => owner)]).catch(() => {});
  }
}
