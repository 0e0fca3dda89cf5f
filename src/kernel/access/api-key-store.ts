import { IsNull } from 'typeorm';
import { ApiKey } from '../../../entities/api-key.js';
import type { Scope } from '../contract/scopes.js';
import type { Db } from '../db/database.js';
import { newId } from '../db/ids.js';
import { columnsOnly, now, tableOf, type Known, type Selected } from '../db/rows.js';
import { hashSecret, parseApiKey, randomApiKey } from './api-keys.js';

const API_KEYS = tableOf<ApiKey, Known<ApiKey, { rateTier: 'default' | 'elevated' }>>(ApiKey);

export interface NewApiKey {
  accountId: string;
  name: string;
  scopes: readonly Scope[];
  rateTier?: 'default' | 'elevated';
  allowedIps?: string[];
  expiresAt?: Date | null;
  /** A key of our own format to use instead of a random one (bootstrap). */
  key?: string;
}

/** Creates a key and returns it in full, once. Throws when `key` is given and malformed. */
export async function createApiKey(db: Db, input: NewApiKey): Promise<{ key: string; record: ApiKey }> {
  const key = input.key ?? randomApiKey();
  const parsed = parseApiKey(key);
  if (!parsed) throw new Error('an API key reads psc_<prefix: 8-16 of a-z0-9>_<secret: 22-64 letters or digits>');
  const repository = db.repository(ApiKey);
  const record = repository.create({
    id: newId('apiKey'), accountId: input.accountId, name: input.name, prefix: parsed.prefix, secretHash: hashSecret(parsed.secret),
    scopes: [...input.scopes], rateTier: input.rateTier ?? 'default', allowedIps: input.allowedIps ?? [],
    expiresAt: input.expiresAt ?? null, revokedAt: null,
  });
  await repository.insert(record);
  return { key, record };
}

/** Every key of an account (or of all accounts), newest first; secrets are not kept and never returned. */
export async function listApiKeys(db: Db, accountId?: string): Promise<ApiKey[]> {
  return db.repository(ApiKey).find({ ...(accountId ? { where: { accountId } } : {}), order: { id: 'DESC' } });
}

/** Revokes the key with this prefix; false when there is none or it is revoked already. */
export async function revokeApiKey(db: Db, prefix: string): Promise<boolean> {
  const { affected } = await db.repository(ApiKey).update({ prefix, revokedAt: IsNull() }, { revokedAt: now });
  return affected === 1;
}

/** The columns of a credential, of `api_keys k`. */
export const CREDENTIAL = columnsOnly(API_KEYS, ['id', 'accountId', 'secretHash', 'scopes', 'rateTier', 'allowedIps', 'expiresAt', 'revokedAt'], 'k');

/** What authentication needs to know about a key. */
export interface Credential extends Selected<typeof CREDENTIAL> { accountStatus: string }

/** The key with this prefix and the state of its account, or null. A hot query: every request whose key is not cached runs it. */
export async function findCredential(db: Db, prefix: string): Promise<Credential | null> {
  const [row] = await db.query<Credential>(
    `SELECT ${CREDENTIAL}, a.status AS "accountStatus" FROM api_keys k JOIN accounts a ON a.id = k.account_id WHERE k.prefix = $1`, [prefix]);
  return row ?? null;
}
