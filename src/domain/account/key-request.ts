import ipaddr from 'ipaddr.js';
import { isScope, SCOPES, type Scope } from '../../kernel/contract/scopes.js';
import { ApiError } from '../../kernel/errors/api-error.js';

const DAY_MS = 86_400_000;
export const MAX_KEY_DAYS = 3650;
export const MAX_KEY_NAME_CHARS = 120;
const RATE_TIERS = ['default', 'elevated'] as const;
export type RateTier = (typeof RATE_TIERS)[number];

/** A request for a new key, as typed. */
export interface KeyWish {
  name: string;
  scopes: readonly string[];
  /** Null: the key does not expire. */
  expiresInDays: string | null;
  /** Addresses or ranges from which the key works; empty: from everywhere. */
  allowedIps: readonly string[];
  rateTier: string;
}

export type KeyField = keyof KeyWish;

/** A valid request for a key. */
export interface CheckedWish { name: string; scopes: Scope[]; expiresAt: Date | null; allowedIps: string[]; rateTier: RateTier }

const refuse = (field: KeyField, message: string): never => {
  throw new ApiError('validation_failed', message, { field });
};

function scopesOf(names: readonly string[]): Scope[] {
  if (names.length === 0) refuse('scopes', 'needs at least one scope');
  return [...new Set(names)].map((name) =>
    (isScope(name) ? name : refuse('scopes', `there is no scope "${name}"; scopes are ${SCOPES.join(', ')}`)));
}

function expiryOf(text: string | null): Date | null {
  if (text === null) return null;
  const days = Number(text);
  if (!Number.isInteger(days) || days < 1 || days > MAX_KEY_DAYS) refuse('expiresInDays', `takes a whole number of days from 1 to ${MAX_KEY_DAYS}`);
  return new Date(Date.now() + days * DAY_MS);
}

function addressOf(text: string): string {
  const isValid = text.includes('/') ? ipaddr.isValidCIDR(text) : ipaddr.isValid(text);
  return isValid ? text : refuse('allowedIps', `takes an address or a range such as 203.0.113.0/24, not "${text}"`);
}

/** Checks a request for a key. Raises `validation_failed` with the invalid field in `details.field`. */
export function checkKeyWish({ name, scopes, expiresInDays, allowedIps, rateTier }: KeyWish): CheckedWish {
  const known = RATE_TIERS.find((tier) => tier === rateTier);
  return {
    name: name.trim() && name.trim().length <= MAX_KEY_NAME_CHARS ? name.trim() : refuse('name', `takes 1 to ${MAX_KEY_NAME_CHARS} characters`),
    scopes: scopesOf(scopes), expiresAt: expiryOf(expiresInDays), allowedIps: allowedIps.map(addressOf),
    rateTier: known ?? refuse('rateTier', 'is default or elevated'),
  };
}
