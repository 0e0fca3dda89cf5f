import type { Database, Db } from '../../db/database.js';
import { Account } from '../../../entities/account.js';
import { newId } from '../../db/ids.js';
import { SCOPES } from '../../contract/scopes.js';
import { createApiKey, parseApiKey } from './api-keys.js';

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

/** Disables or enables an account; its keys answer `account_disabled` at once. False when there is no such account. */
export async function setAccountStatus(db: Db, accountId: string, status: 'active' | 'disabled'): Promise<boolean> {
  const result = await db.repository(Account).update({ id: accountId }, { status, updatedAt: new Date() });
  return (result.affected ?? 0) > 0;
}

/**
 * Makes the first account and its owner key (all scopes) when the server has none, and makes the configured bootstrap key
 * valid in any case. Returns the key when it was made now, else null. Safe to call from several processes at once.
 */
export async function bootstrapOwner(
  db: Database, options: { bootstrapKey: string | null; freeCredits: number },
): Promise<{ accountId: string; key: string } | null> {
  return db.transaction(async (tx) => {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtext('proscenium bootstrap'))`);
    const prefix = options.bootstrapKey ? parseApiKey(options.bootstrapKey)?.prefix : undefined;
    if (options.bootstrapKey && !prefix) throw new Error('PROSCENIUM_BOOTSTRAP_KEY must read psc_<prefix>_<secret>');
    const [known] = prefix
      ? await tx.query('SELECT 1 FROM api_keys WHERE prefix = $1', [prefix])
      : await tx.query('SELECT 1 FROM api_keys LIMIT 1');
    if (known) return null;
    const [first] = await tx.query<{ id: string }>('SELECT id FROM accounts ORDER BY created_at LIMIT 1');
    const accountId = first?.id ?? (await createAccount(tx, { name: 'Owner', monthlyAllocation: options.freeCredits })).id;
    const { key } = await createApiKey(tx, {
      accountId, name: 'owner', scopes: SCOPES, rateTier: 'elevated', ...(options.bootstrapKey ? { key: options.bootstrapKey } : {}),
    });
    return { accountId, key };
  });
}
