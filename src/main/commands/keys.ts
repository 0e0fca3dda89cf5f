import { parseArgs } from 'node:util';
import ipaddr from 'ipaddr.js';
import type { Db } from '../../db/database.js';
import type { ApiKey } from '../../../entities/api-key.js';
import type { Config } from '../../config/index.js';
import { accountExists, createAccount, findOldestAccountId } from '../../domain/account/account-store.js';
import { createApiKey, listApiKeys, revokeApiKey } from '../../domain/account/api-key-store.js';
import { DEFAULT_SCOPES, isScope } from '../../contract/scopes.js';
import { SCOPES, type Scope } from '../../contract/scopes.js';
import { withDatabase } from './database.js';
import { UsageError } from './usage.js';

const DAY_MS = 86_400_000;
const MAX_DAYS = 3650;

/** Parses a comma-separated list of scopes, or `all`. Throws `UsageError`, which names the first unknown scope. */
export function parseScopes(text: string | undefined): readonly Scope[] {
  if (text === undefined) return DEFAULT_SCOPES;
  if (text === 'all') return SCOPES;
  const names = text.split(',').map((name) => name.trim()).filter(Boolean);
  if (names.length === 0) throw new UsageError('--scopes needs at least one scope');
  const known: Scope[] = [];
  for (const name of names) {
    if (!isScope(name)) throw new UsageError(`there is no scope "${name}"; scopes are ${SCOPES.join(', ')}`);
    known.push(name);
  }
  return known;
}

function parseExpiry(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const days = Number(text);
  if (!Number.isInteger(days) || days < 1 || days > MAX_DAYS) {
    throw new UsageError(`--expires-in-days takes a whole number of days from 1 to ${MAX_DAYS}`);
  }
  return new Date(Date.now() + days * DAY_MS);
}

function checkAddress(text: string): string {
  const valid = text.includes('/') ? ipaddr.isValidCIDR(text) : ipaddr.isValid(text);
  if (!valid) throw new UsageError(`--allow-ip takes an address or a range such as 203.0.113.0/24, not "${text}"`);
  return text;
}

function parseTier(text: string | undefined): 'default' | 'elevated' {
  if (text === undefined || text === 'default') return 'default';
  if (text === 'elevated') return text;
  throw new UsageError('--rate-tier is default or elevated');
}

/** The named account, else the oldest one, which is created when there is none. */
async function accountFor(db: Db, accountId: string | undefined, config: Config): Promise<string> {
  if (accountId !== undefined) {
    if (await accountExists(db, accountId)) return accountId;
    throw new UsageError(`there is no account ${accountId}`);
  }
  return await findOldestAccountId(db) ?? (await createAccount(db, { name: 'Owner', monthlyAllocation: config.freeCredits })).id;
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
  const wanted = {
    name: values.name ?? 'command line', scopes: parseScopes(values.scopes), expiresAt: parseExpiry(values['expires-in-days']),
    allowedIps: (values['allow-ip'] ?? []).map(checkAddress), rateTier: parseTier(values['rate-tier']),
  };
  const { key, record } = await withDatabase(config, async (db) =>
    createApiKey(db, { ...wanted, accountId: await accountFor(db, values.account, config) }));
  if (values.json) process.stdout.write(asJson({ key, ...facts(record) }));
  else {
    process.stdout.write(`${key}\n`);
    process.stderr.write(`The key is shown only once. Account ${record.accountId}; scopes ${record.scopes.join(', ')}.\n`);
  }
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
    process.stdout.write(`${key.prefix}  ${stateOf(key).padEnd(7)}  ${key.accountId}  ${key.name}  ${key.scopes.join(',')}\n`);
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
