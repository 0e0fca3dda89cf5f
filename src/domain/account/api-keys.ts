import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db } from '../../db/database.js';
import { ApiKey } from '../../../entities/api-key.js';
import { API_KEY } from '../../config/index.js';
import { newId } from '../../db/ids.js';
import type { Scope } from '../../contract/scopes.js';

const LEAD = 'psc';

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

export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Constant-time comparison of two hex digests. */
export function sameHash(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left, 'hex'), Buffer.from(right, 'hex')];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Splits `psc_<prefix>_<secret>`; null when it is not of that form. */
export function parseApiKey(key: string): { prefix: string; secret: string } | null {
  const match = API_KEY.exec(key);
  return match ? { prefix: match[1]!, secret: match[2]! } : null;
}

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function randomSecret(): string {
  let secret = '';
  while (secret.length < 32) {
    for (const byte of randomBytes(48)) if (byte < 248 && secret.length < 32) secret += ALPHANUMERIC[byte % 62];
  }
  return secret;
}

/** Creates a key and returns it in full, once. Throws when `key` is given and malformed. */
export async function createApiKey(db: Db, input: NewApiKey): Promise<{ key: string; record: ApiKey }> {
  const key = input.key ?? `${LEAD}_${randomBytes(5).toString('hex')}_${randomSecret()}`;
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

/** Revokes by prefix; false when there is no such live key. */
export async function revokeApiKey(db: Db, prefix: string): Promise<boolean> {
  const revoked = await db.query(
    'UPDATE api_keys SET revoked_at = now() WHERE prefix = $1 AND revoked_at IS NULL RETURNING id', [prefix]);
  return revoked.length > 0;
}
