import type { Scope } from '../../kernel/contract/scopes.js';
import type { Db } from '../../kernel/db/database.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { createApiKey, listApiKeys, revokeApiKey } from '../../kernel/access/api-key-store.js';
import { checkKeyWish, type KeyWish } from './key-request.js';

/** The key with which a person signed in, and what it may do. */
export interface KeyHolder { accountId: string; keyId: string; scopes: readonly string[]; rateTier: 'default' | 'elevated' }

const managing = (action: string, scope: Scope): ApiError =>
  new ApiError('insufficient_scope', `this key lacks the scope ${scope}, without which it cannot ${action} keys`, { missingScopes: [scope] });

/** A key as its account sees it. */
function viewKey({ id, name, prefix, scopes, rateTier, allowedIps, expiresAt, revokedAt, createdAt }: Awaited<ReturnType<typeof listApiKeys>>[number]) {
  const status = revokedAt ? 'revoked' as const : expiresAt && expiresAt <= new Date() ? 'expired' as const : 'live' as const;
  return {
    id, name, prefix, scopes, rateTier, allowedIps, status, expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null, createdAt: createdAt.toISOString(),
  };
}

export type KeyView = ReturnType<typeof viewKey>;

/**
 * Manages the keys of an account for a person who has signed in with one of them. A key can grant or revoke only scopes that it has itself. A key that
 * expires or works only from some addresses must not escape these limits through another key, so it can manage none.
 */
export class KeyDesk {
  constructor(private readonly db: Db) {}

  /** Every key of the account, newest first. Raises `insufficient_scope`. */
  async list({ accountId, scopes }: KeyHolder): Promise<KeyView[]> {
    if (!scopes.includes('account:read')) throw managing('see', 'account:read');
    return (await listApiKeys(this.db, accountId)).map(viewKey);
  }

  /** Creates a key and returns it in full, once. Raises `insufficient_scope`, and `validation_failed` with `details.field`. */
  async create(holder: KeyHolder, wish: KeyWish): Promise<{ key: string; name: string }> {
    await this.requireManager(holder);
    const checked = checkKeyWish(wish);
    const foreign = checked.scopes.filter((scope) => !holder.scopes.includes(scope));
    if (foreign.length > 0) {
      throw new ApiError('insufficient_scope', `this key lacks ${foreign.join(', ')}, so it cannot give it to another`, { missingScopes: foreign });
    }
    if (checked.rateTier === 'elevated' && holder.rateTier !== 'elevated') {
      throw new ApiError('validation_failed', 'this key has the default limits, so it cannot give elevated ones to another', { field: 'rateTier' });
    }
    const { key, record } = await createApiKey(this.db, { accountId: holder.accountId, ...checked });
    return { key, name: record.name };
  }

  /**
   * Revokes a key of the account. `isOwn` says whether it is the holder's own key, whose sessions end with it. Raises `insufficient_scope`, also for a key
   * with more scopes than the holder's, and `validation_failed` when there is no such key or it is already revoked.
   */
  async revoke(holder: KeyHolder, prefix: string): Promise<{ name: string; isOwn: boolean }> {
    await this.requireManager(holder);
    const record = (await listApiKeys(this.db, holder.accountId)).find((key) => key.prefix === prefix);
    if (!record) throw new ApiError('validation_failed', 'there is no such key in this account', { field: 'prefix' });
    const more = record.scopes.filter((scope) => !holder.scopes.includes(scope));
    if (more.length > 0) {
      throw new ApiError('insufficient_scope', `the key ${prefix} may do more than this one: ${more.join(', ')}`, { missingScopes: more });
    }
    if (!await revokeApiKey(this.db, prefix)) throw new ApiError('validation_failed', 'this key is revoked already', { field: 'prefix' });
    return { name: record.name, isOwn: record.id === holder.keyId };
  }

  private async requireManager({ accountId, keyId, scopes }: KeyHolder): Promise<void> {
    if (!scopes.includes('account:write')) throw managing('create or revoke', 'account:write');
    const own = (await listApiKeys(this.db, accountId)).find(({ id }) => id === keyId);
    if (!own || own.expiresAt || own.allowedIps.length > 0) {
      throw new ApiError('insufficient_scope', 'a key that expires, or works only from some addresses, cannot create or revoke keys', { missingScopes: [] });
    }
  }
}
