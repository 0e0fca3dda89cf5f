import type { ErrorObject } from 'ajv/dist/2020.js';
import { VISIBLE } from '../../contract/texts/visible-text.js';

const BLANK = 'is blank; it needs a character that can be seen';
const LANGUAGE = 'must be a language tag of BCP 47, such as de or en-GB';

/** What a value must be to match a pattern, in words that follow its name. */
const PATTERNS: Readonly<Record<string, string>> = {
  [VISIBLE]: BLANK, '\\S': BLANK, '[\\p{L}\\p{N}]': 'must have a letter or a digit',
  '^[a-z0-9]+(?:-[a-z0-9]+)*$': 'must be small letters and digits, with single hyphens between them',
  '^[a-z0-9-]{1,64}$': 'must be 1 to 64 small letters, digits and hyphens',
  '^[a-z0-9_-]+$': 'must be small letters, digits, hyphens and underscores',
  '^[a-z][a-z _-]{0,39}$': 'must begin with a small letter, and have at most 40 small letters, spaces, hyphens and underscores',
  '^https?://[^\\s]+$': 'must be an address that begins with http:// or https:// and has no spaces',
  '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$': LANGUAGE, '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$': LANGUAGE,
  '^[1-9][0-9]?:[1-9][0-9]?$': 'must be two numbers with a colon between them, such as 9:16',
  '^[0-9a-f]{64}$': 'must be a SHA-256 in hex: 64 digits and letters from a to f',
  '^fact_[0-9]{1,6}$': 'must be fact_ and a number, as the ledger gave it',
  '^[a-z]{3}_[0-9a-z]{26}\\.[0-9]{1,2}$': 'must be the id of a candidate, as an answer gave it',
  '^(?:object|location|entity)-[a-z0-9-]+$': 'must begin with object-, location- or entity-, and go on with small letters, digits and hyphens',
  "^['’]?\\p{L}(?:[\\p{L}\\p{M} '’-]*[\\p{L}\\p{M}'’])?$": 'must be letters, with hyphens, apostrophes and spaces between them',
  '^[a-zæçðøœħŋβθχ\\u0250-\\u02ff\\u0300-\\u036fᵊᵻⁿ‿↗↘|‖. ]+$': 'must be phonemes in IPA',
};
const ID = /^\^\[A-Za-z0-9_-\]\{(\d+),(\d+)\}\$$/;

/** What a value must be to match a pattern; null for a pattern without words. */
export function wordsOfPattern(pattern: string): string | null {
  const [, least, most] = ID.exec(pattern) ?? [];
  return most === undefined ? PATTERNS[pattern] ?? null : `must be ${least} to ${most} letters, digits, hyphens and underscores`;
}

/** The fields of which an object has too few; null when its schema names none. Conditions such as `expectedVersion` say nothing by themselves. */
function lackingFields({ params, parentSchema }: ErrorObject): string | null {
  const { properties = {}, required = [] } = (parentSchema ?? {}) as { properties?: object; required?: readonly string[] };
  const names = Object.keys(properties).filter((name) => !required.includes(name) && !name.startsWith('expected'));
  const least = (params as { limit: number }).limit - required.length;
  return names.length === 0 ? null : `needs at least ${least <= 1 ? 'one' : least} of ${names.join(', ')}`;
}

/** What is wrong with a value, in words that follow its name. */
export function rejectionOf(error: ErrorObject): string {
  const words = error.keyword === 'pattern' ? wordsOfPattern((error.params as { pattern: string }).pattern)
    : error.keyword === 'minProperties' ? lackingFields(error) : null;
  return words ?? error.message ?? 'is invalid';
}
