import type { Database, Db } from '../../kernel/db/database.js';
import { Account } from '../../../entities/account.js';
import { newId } from '../../kernel/db/ids.js';
import { SCOPES } from '../../kernel/contract/scopes.js';
import { now } from '../../kernel/db/rows.js';
import { createApiKey } from '../../kernel/access/api-key-store.js';
import { parseApiKey } from '../../kernel/access/api-keys.js';
import { ApiKey } from '../../../entities/api-key.js';
import { OWNER_NAME } from './account-names.js';

export interface NewAccount { name: string; monthlyAllocation: number; tier?: 'free' | 'pro' }

/** Creates an active account; `monthlyAllocation` credits are granted at the start of each billing cycle. */
export async function createAccount(db: Db, input: NewAccount): Promise<Account> {
  const repository = db.repository(Account);
  const account = repository.create({
    id: newId('account'), name: input.name, status: 'active', tier: input.tier ?? 'pro', monthlyAllocation: input.monthlyAllocation,
  });
  await repository.insert(account);
  return account;
}

/** Disables or enables an account; requests with keys of a disabled one get `account_disabled` at once. False when there is no such account. */
export async function setAccountStatus(db: Db, accountId: string, status: 'active' | 'disabled'): Promise<boolean> {
  const result = await db.repository(Account).update({ id: accountId }, { status, updatedAt: now });
  return (result.affected ?? 0) > 0;
}

export const accountExists = (db: Db, accountId: string): Promise<boolean> => db.repository(Account).existsBy({ id: accountId });

/** The account that was created first, or null on an empty server. */
export async function findOldestAccountId(db: Db): Promise<string | null> {
  const [oldest] = await db.repository(Account).find({ select: { id: true }, order: { createdAt: 'ASC' }, take: 1 });
  return oldest?.id ?? null;
}

/** The tier of an account, or null when there is no such account. */
export async function findTier(db: Db, accountId: string): Promise<string | null> {
  return (await db.repository(Account).findOneBy({ id: accountId }))?.tier ?? null;
}

/**
 * Creates the first account and its owner key (all scopes) when the server has none, and makes the configured bootstrap key
 * valid in any case. Returns the key when this call created it, else null. Several processes may call it at once.
 */
export async function bootstrapOwner(
  db: Database, options: { bootstrapKey: string | null; freeCredits: number },
): Promise<{ accountId: string; key: string } | null> {
  return db.transaction(async (tx) => {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtext('proscenium bootstrap'))`);
    const prefix = options.bootstrapKey ? parseApiKey(options.bootstrapKey)?.prefix : undefined;
    if (options.bootstrapKey && !prefix) throw new Error('PROSCENIUM_BOOTSTRAP_KEY must read psc_<prefix>_<secret>');
    if (await tx.repository(ApiKey).exists(prefix ? { where: { prefix } } : {})) return null;
    const accountId = await findOldestAccountId(tx) ?? (await createAccount(tx, { name: OWNER_NAME, monthlyAllocation: options.freeCredits })).id;
    const { key } = await createApiKey(tx, {
      accountId, name: 'owner', scopes: SCOPES, rateTier: 'elevated', ...(options.bootstrapKey ? { key: options.bootstrapKey } : {}),
    });
    return { accountId, key };
  });
}
