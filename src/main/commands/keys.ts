import { parseArgs } from 'node:util';
import type { Db } from '../../kernel/db/database.js';
import type { ApiKey } from '../../../entities/api-key.js';
import type { Config } from '../../kernel/config/index.js';
import { accountExists, createAccount, findOldestAccountId } from '../../domain/account/account-store.js';
import { createApiKey, listApiKeys, revokeApiKey } from '../../kernel/access/api-key-store.js';
import { checkKeyWish, type CheckedWish, type KeyField, type KeyWish } from '../../domain/account/key-request.js';
import { DEFAULT_SCOPES, SCOPES } from '../../kernel/contract/scopes.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { withDatabase } from './database.js';
import { UsageError } from './usage.js';
import { OWNER_NAME } from '../../domain/account/account-names.js';

/** Splits a comma-separated list of scopes; `all` stands for every one. */
export function scopeNames(text: string | undefined): readonly string[] {
  if (text === undefined) return DEFAULT_SCOPES;
  return text === 'all' ? SCOPES : text.split(',').map((name) => name.trim()).filter(Boolean);
}

const OPTION_OF: Record<KeyField, string> = {
  name: '--name', scopes: '--scopes', expiresInDays: '--expires-in-days', allowedIps: '--allow-ip', rateTier: '--rate-tier',
};

/** Checks the options of a new key. Throws `UsageError`, which names the invalid option. */
export function checkedOptions(wish: KeyWish): CheckedWish {
  try {
    return checkKeyWish(wish);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { field } = error.details as { field: KeyField };
    throw new UsageError(error.message.startsWith('there is') ? error.message : `${OPTION_OF[field]} ${error.message}`);
  }
}

/** The named account, else the oldest one, which is created when there is none. */
async function accountFor(db: Db, accountId: string | undefined, config: Config): Promise<string> {
  if (accountId !== undefined) {
    if (await accountExists(db, accountId)) return accountId;
    throw new UsageError(`there is no account ${accountId}`);
  }
  return await findOldestAccountId(db) ?? (await createAccount(db, { name: OWNER_NAME, monthlyAllocation: config.freeCredits })).id;
}

const facts = (record: ApiKey): Record<string, unknown> => ({
  prefix: record.prefix, name: record.name, accountId: record.accountId, scopes: record.scopes, rateTier: record.rateTier,
  allowedIps: record.allowedIps, expiresAt: record.expiresAt, revokedAt: record.revokedAt,
});

const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

async function create(argv: string[], config: Config): Promise<void> {
  const { values } = parseArgs({
    args: argv, strict: true,
    options: {
      name: { type: 'string' }, account: { type: 'string' }, scopes: { type: 'string' }, 'expires-in-days': { type: 'string' },
      'allow-ip': { type: 'string', multiple: true }, 'rate-tier': { type: 'string' }, json: { type: 'boolean' },
    },
  });
  const wanted = checkedOptions({
    name: values.name ?? 'command line', scopes: scopeNames(values.scopes), expiresInDays: values['expires-in-days'] ?? null,
    allowedIps: values['allow-ip'] ?? [], rateTier: values['rate-tier'] ?? 'default',
  });
  const { key, record } = await withDatabase(config, async (db) =>
    createApiKey(db, { ...wanted, accountId: await accountFor(db, values.account, config) }));
  if (values.json) process.stdout.write(asJson({ key, ...facts(record) }));
  else {
    process.stdout.write(`${key}\n`);
    process.stderr.write(`The key is shown only once. Account ${record.accountId}; scopes ${record.scopes.join(', ')}.\n`);
  }
}

/** What limits or raises the use of a key beyond its scopes, in words; nothing for an ordinary key. */
function limitsOf({ expiresAt, allowedIps, rateTier }: ApiKey): string[] {
  return [
    ...(expiresAt ? [`expires ${expiresAt.toISOString()}`] : []),
    ...(allowedIps.length > 0 ? [`only from ${allowedIps.join(',')}`] : []),
    ...(rateTier === 'default' ? [] : [`rate tier ${rateTier}`]),
  ];
}

async function list(argv: string[], config: Config): Promise<void> {
  const { values } = parseArgs({ args: argv, strict: true, options: { account: { type: 'string' }, json: { type: 'boolean' } } });
  const keys = await withDatabase(config, (db) => listApiKeys(db, values.account));
  if (values.json) {
    process.stdout.write(asJson(keys.map(facts)));
    return;
  }
  const stateOf = (key: ApiKey): string => key.revokedAt ? 'revoked'
    : key.expiresAt && key.expiresAt < new Date() ? 'expired' : 'live';
  for (const key of keys) {
    const line = [key.prefix, stateOf(key).padEnd(7), key.accountId, key.name, key.scopes.join(','), ...limitsOf(key)].join('  ');
    process.stdout.write(`${line}\n`);
  }
  if (keys.length === 0) process.stdout.write('There are no keys.\n');
}

async function revoke(argv: string[], config: Config): Promise<void> {
  const { positionals } = parseArgs({ args: argv, strict: true, allowPositionals: true, options: {} });
  const [given, ...more] = positionals;
  if (!given || more.length > 0) throw new UsageError('keys revoke takes the prefix of one key');
  // A whole key is accepted too; only its prefix is used.
  const prefix = /^psc_([a-z0-9]+)(?:_|$)/.exec(given)?.[1] ?? given;
  if (!(await withDatabase(config, (db) => revokeApiKey(db, prefix)))) throw new UsageError(`there is no live key ${prefix}`);
  process.stdout.write(`Revoked ${prefix}.\n`);
}

/** `proscenium keys create|list|revoke`. Throws `UsageError`. */
export async function runKeys([action, ...argv]: string[], config: Config): Promise<void> {
  if (action === 'create') return create(argv, config);
  if (action === 'list') return list(argv, config);
  if (action === 'revoke') return revoke(argv, config);
  throw new UsageError('keys needs one of create, list, revoke');
}
