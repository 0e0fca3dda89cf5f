import type { Db } from '../../db/database.js';
import { ApiError } from '../../errors/api-error.js';

/** Words that the writing app's own addresses use. */
export const RESERVED_SLUGS = [
  'account', 'admin', 'api', 'deleted', 'edit', 'episodes', 'export', 'from-script', 'help', 'import', 'library', 'new', 'script',
  'scripts', 'seasons', 'settings', 'share', 'shared', 'versions',
] as const;
export const MAX_SLUG_CHARS = 80;
/** No underscore: a slug never looks like an id. */
export const SLUG = '^[a-z0-9]+(?:-[a-z0-9]+)*$';

const isReserved = (slug: string): boolean => (RESERVED_SLUGS as readonly string[]).includes(slug);
/** Room for `-` and a number. */
const MAX_DERIVED = 60;

/** A title as part of an address; never reserved. */
export function slugOf(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const slug = plain.slice(0, MAX_DERIVED + 1).replace(/^-+/, '').slice(0, MAX_DERIVED).replace(/-+$/, '');
  return slug === '' || isReserved(slug) ? `${slug || 'untitled'}-screenplay` : slug;
}

/** Until the transaction ends, no other call gives out slugs of this account. */
async function holdSlugs(tx: Db, accountId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('script slugs ' || $1))`, [accountId]);
}

/** The title's slug, numbered when the account uses it already. */
export async function claimSlug(tx: Db, accountId: string, title: string): Promise<string> {
  await holdSlugs(tx, accountId);
  const base = slugOf(title);
  const rows = await tx.query<{ slug: string }>(
    `SELECT slug FROM scripts WHERE account_id = $1 AND deleted_at IS NULL AND (slug = $2 OR slug LIKE $2 || '-%')`,
    [accountId, base]);
  const taken = new Set(rows.map(({ slug }) => slug));
  let slug = base;
  for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`;
  return slug;
}

/** Raises `validation_failed` for a slug that is reserved or another script's of the account. */
export async function requireFreeSlug(tx: Db, accountId: string, scriptId: string, slug: string): Promise<void> {
  if (isReserved(slug)) throw new ApiError('validation_failed', `slug ${slug} is reserved`, { field: 'slug', reason: 'reserved' });
  await holdSlugs(tx, accountId);
  const [other] = await tx.query(
    'SELECT id FROM scripts WHERE account_id = $1 AND slug = $2 AND id <> $3 AND deleted_at IS NULL', [accountId, slug, scriptId]);
  if (other) throw new ApiError('validation_failed', `slug ${slug} is already one of your scripts'`, { field: 'slug', reason: 'taken' });
}
