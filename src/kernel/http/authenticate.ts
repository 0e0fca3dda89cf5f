import { findCredential, type Credential } from '../access/api-key-store.js';
import { findSessionCredential } from '../access/session-store.js';
import { hashSecret, parseApiKey, sameHash } from '../access/api-keys.js';
import type { Channel } from '../db/channel.js';
import type { Database } from '../db/database.js';
import { ApiError } from '../errors/api-error.js';
import type { Logger } from '../log/index.js';
import { isAllowedAddress } from './requests/client-address.js';
import type { Scope } from '../contract/scopes.js';
import type { Actor } from './operations/operation.js';

const CACHE_MS = 5_000;
const CACHE_SIZE = 10_000;
/** Compared with the secret when the prefix is unknown, so that both cases take the same time. */
const NO_HASH = hashSecret('no such key');

/** A caller with a browser session. */
export interface SessionActor extends Actor { keyName: string }

/** The caller of a verified key. Raises the code of the first check that fails: revoked, expired, account disabled, address not allowed. */
function admitCredential(row: Credential, address: string): Actor {
  if (row.revokedAt) throw new ApiError('api_key_revoked');
  if (row.expiresAt && row.expiresAt <= new Date()) throw new ApiError('api_key_expired');
  if (row.accountStatus === 'disabled') throw new ApiError('account_disabled');
  if (!isAllowedAddress(address, row.allowedIps)) throw new ApiError('ip_not_allowed');
  return { accountId: row.accountId, keyId: row.id, scopes: row.scopes, rateTier: row.rateTier };
}

/**
 * Verifies API keys. Rows are cached for `CACHE_MS`. Postgres announces a change of a key or account with NOTIFY, which empties the
 * cache; without that connection nothing is cached.
 */
export class Authenticator {
  private readonly cache = new Map<string, { row: Credential | null; until: number }>();
  /** Grows with every announced change: a row loaded before a change must not be cached after it. */
  private generation = 0;
  private channel: Channel | null = null;

  constructor(private readonly db: Database, private readonly log: Logger) {}

  async listen(): Promise<void> {
    const forget = (): void => {
      this.generation++;
      this.cache.clear();
    };
    this.channel = await this.db.listen('credentials', {
      message: forget,
      lost: (error) => {
        forget();
        this.log.warn({ error: error?.message }, 'lost the credential channel; keys are not cached until it is back');
      },
      failed: (error) => this.log.warn({ error: error.message }, 'the credential channel could not be opened again; retrying'),
    });
  }

  async close(): Promise<void> {
    await this.channel?.close();
  }

  /**
   * The caller behind an Authorization header. Raises the code of the first check that fails, in this order:
   * `authentication_required`, `invalid_api_key`, `api_key_revoked`, `api_key_expired`, `account_disabled`, `ip_not_allowed`.
   */
  async authenticate(header: string | undefined, address: string): Promise<Actor> {
    if (!header) throw new ApiError('authentication_required');
    const bearer = /^Bearer +(\S+)$/i.exec(header)?.[1];
    const parsed = bearer ? parseApiKey(bearer) : null;
    if (!parsed) throw new ApiError('invalid_api_key');
    const row = await this.credential(parsed.prefix);
    const matches = sameHash(hashSecret(parsed.secret), row?.secretHash ?? NO_HASH);
    if (!row || !matches) throw new ApiError('invalid_api_key');
    return admitCredential(row, address);
  }

  /**
   * The caller with a signed-in browser session, and the name of the key of the session; null when the session has ended. Raises the same codes as
   * `authenticate` when the key may no longer be used.
   */
  async authenticateSession(token: string, address: string): Promise<SessionActor | null> {
    const row = await findSessionCredential(this.db, token);
    return row && { ...admitCredential(row, address), keyName: row.name };
  }

  private async credential(prefix: string): Promise<Credential | null> {
    const now = Date.now();
    const cached = this.cache.get(prefix);
    if (cached && cached.until > now) return cached.row;
    const generation = this.generation;
    const row = await findCredential(this.db, prefix);
    if (this.channel?.isOpen && generation === this.generation) {
      if (this.cache.size >= CACHE_SIZE) this.cache.clear();
      this.cache.set(prefix, { row, until: now + CACHE_MS });
    }
    return row;
  }
}

/** Raises `insufficient_scope` with `details.missingScopes` when the caller lacks one of the scopes. */
export function requireScopes(actor: Actor, needed: readonly Scope[]): void {
  const missingScopes = needed.filter((scope) => !actor.scopes.includes(scope));
  if (missingScopes.length > 0) {
    throw new ApiError('insufficient_scope', `this key lacks the scope ${missingScopes.join(', ')}`, { missingScopes });
  }
}
