import { IsNull, Like, Not } from 'typeorm';
import { Script } from '../../../entities/script.js';
import type { Db } from '../../kernel/db/database.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { isReserved, slugOf } from './slugs.js';

/** Locks the slugs of the account until the transaction ends, so that no other call assigns one. */
async function lockSlugs(tx: Db, accountId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('script slugs ' || $1))`, [accountId]);
}

/** A slug made of the title, with a number when the account already uses it. */
export async function nextFreeSlug(tx: Db, accountId: string, title: string): Promise<string> {
  await lockSlugs(tx, accountId);
  const base = slugOf(title);
  const rows = await tx.repository(Script).find({
    select: { slug: true }, where: [base, Like(`${base}-%`)].map((slug) => ({ accountId, deletedAt: IsNull(), slug })),
  });
  const taken = new Set(rows.map(({ slug }) => slug));
  let slug = base;
  for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`;
  return slug;
}

/** Raises `validation_failed` for a slug that is reserved or used by another script of the account. */
export async function requireFreeSlug(tx: Db, accountId: string, scriptId: string, slug: string): Promise<void> {
  if (isReserved(slug)) throw new ApiError('validation_failed', `slug ${slug} is reserved`, { field: 'slug', reason: 'reserved' });
  await lockSlugs(tx, accountId);
  const isTaken = await tx.repository(Script).existsBy({ accountId, slug, id: Not(scriptId), deletedAt: IsNull() });
  if (isTaken) throw new ApiError('validation_failed', `slug ${slug} is used by another of your scripts`, { field: 'slug', reason: 'taken' });
}
