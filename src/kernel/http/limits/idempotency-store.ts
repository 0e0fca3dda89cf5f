import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../db/database.js';
import { ApiError } from '../../errors/api-error.js';

/** How long a claim outlives its process. The lease of a running request is renewed every `RENEW_MS`. */
const LEASE = `interval '2 seconds'`;
const RENEW_MS = 600;
/** How often, and how long apart, ending a lease is retried while the database does not answer. */
const EXPIRY = { attempts: 15, pauseMs: 1_000 };

export interface StoredAnswer { status: number; body: string }

/** A claim on a key by a request that is being processed. */
export interface HeldClaim {
  kind: 'claimed';
  accountId: string;
  key: string;
  /** Random id of this claim; a request that takes the key over has another one. */
  owner: string;
  resourceId: string;
  /** True when an earlier request with this key may have done its work, and its answer was lost. */
  takenOver: boolean;
}

export type Claim = HeldClaim | { kind: 'replay'; answer: StoredAnswer };

interface KeyRow { fingerprint: string; state: 'busy' | 'done'; status: number | null; body: string | null }

/**
 * Claims idempotency keys, which are unique per account. Only 2xx answers are stored; a 4xx releases the claim. When the process of
 * a claim dies, its lease ends, and the next request takes the claim over with the same resource id, so that it reaches the same
 * workflow, hold and rows.
 */
export class IdempotencyStore {
  private readonly held = new Map<string, HeldClaim>();
  private renewal: NodeJS.Timeout | null = null;
  /** The renewal that has been sent to the database and is not answered yet. */
  private renewing: Promise<void> | null = null;

  constructor(private readonly db: Db) {}

  /** Claims a key or returns its stored answer. Raises `idempotency_conflict` with `details.reason` `in_flight` or `mismatch`. */
  async claim(accountId: string, key: string, fingerprint: string, newResourceId: string): Promise<Claim> {
    const name = `${accountId}\n${key}`;
    // A request of this process is in flight even if its lease ended while the database did not answer.
    const claimed = this.held.has(name) ? null : await this.insertClaim(accountId, key, fingerprint, newResourceId);
    if (claimed) {
      this.keepRenewing(name, claimed);
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

  /**
   * Stores a 2xx answer for replay and returns it. If the claim was taken over, stores nothing and returns the answer that was stored meanwhile, or this
   * answer when there is none yet.
   */
  async complete(claim: HeldClaim, answer: StoredAnswer): Promise<StoredAnswer> {
    const { accountId, key, owner } = claim;
    const done = await this.db.query(
      `UPDATE idempotency_keys SET state = 'done', status = $4, body = $5
       WHERE account_id = $1 AND key = $2 AND owner = $3 AND state = 'busy' RETURNING key`,
      [accountId, key, owner, answer.status, answer.body]);
    this.stopRenewing(claim);
    if (done.length > 0) return answer;
    const [kept] = await this.db.query<StoredAnswer>(
      `SELECT status, body FROM idempotency_keys WHERE account_id = $1 AND key = $2 AND state = 'done'`, [accountId, key]);
    return kept ?? answer;
  }

  /** Releases the claim after a 4xx: the next use of the key starts over with a new resource id. */
  async releaseClaim(claim: HeldClaim): Promise<void> {
    this.stopRenewing(claim);
    await this.db.query(
      `DELETE FROM idempotency_keys WHERE account_id = $1 AND key = $2 AND owner = $3 AND state = 'busy'`,
      [claim.accountId, claim.key, claim.owner]);
  }

  /**
   * Ends the lease after a 5xx, so that the next request takes the claim over at once and reaches the same resource. While the database does not answer, this
   * is retried in the background; otherwise the next request would get `in_flight` for a request that has ended. Waits for a renewal in progress first,
   * because a renewal that arrived later would extend the lease again.
   */
  async expireLease(claim: HeldClaim): Promise<void> {
    this.stopRenewing(claim);
    await this.renewing;
    if (!await this.tryExpireLease(claim)) void this.expireLeaseLater(claim);
  }

  private async expireLeaseLater(claim: HeldClaim): Promise<void> {
    for (let attempt = 0; attempt < EXPIRY.attempts; attempt++) {
      await sleep(EXPIRY.pauseMs, undefined, { ref: false });
      if (await this.tryExpireLease(claim)) return;
    }
  }

  /** False when the database does not answer; the failed request has already logged that. If this never succeeds, the lease ends by itself. */
  private tryExpireLease({ accountId, key, owner }: HeldClaim): Promise<boolean> {
    return this.db.query(
      `UPDATE idempotency_keys SET lease_until = now() - interval '1 second'
       WHERE account_id = $1 AND key = $2 AND owner = $3 AND state = 'busy'`, [accountId, key, owner],
    ).then(() => true, () => false);
  }

  private async insertClaim(accountId: string, key: string, fingerprint: string, newResourceId: string): Promise<HeldClaim | null> {
    const owner = randomUUID();
    const [row] = await this.db.query<Pick<HeldClaim, 'resourceId' | 'takenOver'>>(
      `INSERT INTO idempotency_keys AS k (account_id, key, fingerprint, resource_id, state, lease_until, owner)
        VALUES ($1, $2, $3, $4, 'busy', now() + ${LEASE}, $5)
        ON CONFLICT (account_id, key) DO UPDATE SET lease_until = now() + ${LEASE}, owner = EXCLUDED.owner
          WHERE k.state = 'busy' AND k.lease_until < now() AND k.fingerprint = EXCLUDED.fingerprint
        RETURNING resource_id AS "resourceId", xmax <> 0 AS "takenOver"`, [accountId, key, fingerprint, newResourceId, owner]);
    return row ? { kind: 'claimed', accountId, key, owner, ...row } : null;
  }

  private keepRenewing(name: string, claim: HeldClaim): void {
    this.held.set(name, claim);
    this.renewal ??= setInterval(() => {
      this.renewing ??= this.renewLeases().finally(() => { this.renewing = null; });
    }, RENEW_MS).unref();
  }

  private stopRenewing({ accountId, key }: HeldClaim): void {
    this.held.delete(`${accountId}\n${key}`);
    if (this.held.size > 0 || !this.renewal) return;
    clearInterval(this.renewal);
    this.renewal = null;
  }

  private async renewLeases(): Promise<void> {
    const claims = [...this.held.values()];
    // Errors are ignored: a lease that cannot be renewed ends and may be taken over, as if this process had died.
    await this.db.query(
      `UPDATE idempotency_keys AS k SET lease_until = now() + ${LEASE}
       FROM unnest($1::text[], $2::text[], $3::text[]) AS held (account_id, key, owner)
       WHERE k.account_id = held.account_id AND k.key = held.key AND k.owner = held.owner AND k.state = 'busy'`,
      [claims.map(({ accountId }) => accountId), claims.map(({ key }) => key), claims.map(({ owner }) => owner)]).catch(() => {});
  }
}
