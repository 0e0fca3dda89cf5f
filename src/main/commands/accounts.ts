import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Config } from '../../kernel/config/index.js';
import { accountExists, createAccount, setAccountStatus } from '../../domain/account/account-store.js';
import { grantCredits, grantedCredits } from '../../kernel/credits/ledger.js';
import { withDatabase } from './database.js';
import { UsageError } from './usage.js';

const MAX_CREDITS = 1_000_000_000;

function wholeNumber(text: string | undefined, option: string, min: number): number {
  const value = Number(text);
  if (text === undefined || text.trim() === '' || !Number.isInteger(value) || value < min || value > MAX_CREDITS) {
    throw new UsageError(`${option} takes a whole number from ${min} to ${MAX_CREDITS}`);
  }
  return value;
}

async function create(argv: string[], config: Config): Promise<void> {
  const { values } = parseArgs({
    args: argv, strict: true, options: { name: { type: 'string' }, credits: { type: 'string' }, json: { type: 'boolean' } },
  });
  const name = values.name?.trim();
  if (!name) throw new UsageError('accounts create needs --name');
  const monthlyAllocation = values.credits === undefined ? config.freeCredits : wholeNumber(values.credits, '--credits', 0);
  const account = await withDatabase(config, (db) => createAccount(db, { name, monthlyAllocation }));
  process.stdout.write(values.json
    ? `${JSON.stringify({ id: account.id, name: account.name, monthlyAllocation }, null, 2)}\n` : `${account.id}\n`);
}

async function setStatus(argv: string[], status: 'active' | 'disabled', config: Config): Promise<void> {
  const { positionals } = parseArgs({ args: argv, strict: true, allowPositionals: true, options: {} });
  const [accountId, ...more] = positionals;
  if (!accountId || more.length > 0) throw new UsageError('accounts disable and accounts enable take the id of one account');
  const found = await withDatabase(config, (db) => setAccountStatus(db, accountId, status));
  if (!found) throw new UsageError(`there is no account ${accountId}`);
  process.stdout.write(`${accountId} is ${status}.\n`);
}

/** `proscenium accounts create|disable|enable`. Throws `UsageError`. */
export async function runAccounts([action, ...argv]: string[], config: Config): Promise<void> {
  if (action === 'create') return create(argv, config);
  if (action === 'disable') return setStatus(argv, 'disabled', config);
  if (action === 'enable') return setStatus(argv, 'active', config);
  throw new UsageError('accounts needs one of create, disable, enable');
}

/**
 * `proscenium credits grant`: grants credits that never expire, once for each reference; a repeat changes nothing. Throws `UsageError`, also when the reference
 * was used for another amount.
 */
export async function runCredits([action, ...argv]: string[], config: Config): Promise<void> {
  if (action !== 'grant') throw new UsageError('credits needs the action grant');
  const { values } = parseArgs({
    args: argv, strict: true,
    options: { account: { type: 'string' }, amount: { type: 'string' }, reference: { type: 'string' } },
  });
  const accountId = values.account;
  if (!accountId) throw new UsageError('credits grant needs --account');
  const credits = wholeNumber(values.amount, '--amount', 1);
  const reference = values.reference ?? `cli-${randomUUID()}`;
  const granted = await withDatabase(config, async (db) => {
    if (!await accountExists(db, accountId)) throw new UsageError(`there is no account ${accountId}`);
    if (await grantCredits(db, { accountId, credits, reference })) return true;
    const before = await grantedCredits(db, accountId, reference);
    if (before !== credits) {
      throw new UsageError(`${reference} was granted before with ${before} credits, not ${credits}; nothing changed. Give another --reference to grant more`);
    }
    return false;
  });
  process.stdout.write(granted ? `Granted ${credits} credits.\n` : `${reference} was granted before; nothing changed.\n`);
}
