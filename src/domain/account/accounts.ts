import type { DataSource, EntityManager } from 'typeorm';
import { Account } from '../../../entities/account.js';
import { newId } from '../../db/ids.js';
import { SCOPES } from '../../contract/scopes.js';
import { createApiKey, parseApiKey } from './api-keys.js';

export interface NewAccount { name: string; monthlyAllocation: number; tier?: 'free' | 'pro' }

/** Creates an active account; `monthlyAllocation` credits are granted at the start of each billing cycle. */
export async function createAccount(db: DataSource | EntityManager, input: NewAccount): Promise<Account> {
  const repository = db.getRepository(Account);
  const account = repository.create({
    id: newId('account'), name: input.name, status: 'active', tier: input.tier ?? 'pro', monthlyAllocation: input.monthlyAllocation,
  });
  await repository.insert(account);
  return account;
}

/** Disables or enables an account; its keys answer `account_disabled` at once. False when there is no such account. */
export async function setAccountStatus(db: DataSource, accountId: string, status: 'active' | 'disabled'): Promise<boolean> {
  const result = await db.getRepository(Account).update({ id: accountId }, { status, updatedAt: new Date() });
  return (result.affected ?? 0) > 0;
}

/**
 * Makes the first account and its owner key (all scopes) when the server has none, and makes the configured bootstrap key
 * valid in any case. Returns the key when it was made now, else null. Safe to call from several processes at once.
 */
export async function bootstrapOwner(
  db: DataSource, options: { bootstrapKey: string | null; freeCredits: number },
): Promise<{ accountId: string; key: string } | null> {
  return db.transaction(async (manager) => {
    await manager.query(`SELECT pg_advisory_xact_lock(hashtext('proscenium bootstrap'))`);
    const prefix = options.bootstrapKey ? parseApiKey(options.bootstrapKey)?.prefix : undefined;
    if (options.bootstrapKey && !prefix) throw new Error('PROSCENIUM_BOOTSTRAP_KEY must read psc_<prefix>_<secret>');
    const [known] = prefix
      ? await manager.query('SELECT 1 FROM api_keys WHERE prefix = $1', [prefix]) as unknown[]
      : await manager.query('SELECT 1 FROM api_keys LIMIT 1') as unknown[];
    if (known) return null;
    const [first] = await manager.query('SELECT id FROM accounts ORDER BY created_at LIMIT 1') as { id: string }[];
    const accountId = first?.id ?? (await createAccount(manager, { name: 'Owner', monthlyAllocation: options.freeCredits })).id;
    const { key } = await createApiKey(manager, {
      accountId, name: 'owner', scopes: SCOPES, rateTier: 'elevated', ...(options.bootstrapKey ? { key: options.bootstrapKey } : {}),
    });
    return { accountId, key };
  });
}
