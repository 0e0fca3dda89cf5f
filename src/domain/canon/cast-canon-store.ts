import { CastCanon } from '../../../entities/cast-canon.js';
import type { Database, Db } from '../../kernel/db/database.js';
import { tableOf, type Known } from '../../kernel/db/rows.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { applyCastPatch, type CastCanonPatch, type CastCanonRecord } from './cast-canon.js';

export type CastCanonRow = Known<CastCanon, CastCanonRecord>;

const CASTS = tableOf<CastCanon, CastCanonRow>(CastCanon);

/** The cast canon of a project, or null when none was saved. The caller checks that the project belongs to the account. */
export async function findCastCanon(db: Db, projectId: string): Promise<CastCanonRow | null> {
  return db.repository(CASTS).findOneBy({ projectId });
}

/**
 * Applies a patch under a lock and raises the version by one; a patch that changes nothing keeps the version.
 * Raises `version_conflict` when `expectedVersion` is not the current one.
 */
export async function saveCastCanon(
  db: Database, owner: { accountId: string; projectId: string }, patch: CastCanonPatch, expectedVersion?: number,
): Promise<CastCanonRow> {
  return db.transaction((tx) => saveCastCanonIn(tx, owner, patch, expectedVersion));
}

/** As `saveCastCanon`, in the caller's transaction. */
export async function saveCastCanonIn(
  tx: Db, owner: { accountId: string; projectId: string }, patch: CastCanonPatch, expectedVersion?: number,
): Promise<CastCanonRow> {
  const casts = tx.repository(CASTS);
  const { accountId, projectId } = owner;
  await casts.createQueryBuilder().insert().values({ accountId, projectId, version: 0, narrator: null, characters: [] }).orIgnore().execute();
  const current = await casts.findOneOrFail({ where: { projectId: owner.projectId }, lock: { mode: 'for_no_key_update' } });
  if (expectedVersion !== undefined && expectedVersion !== current.version) {
    throw new ApiError('version_conflict', 'the cast canon has changed since it was read',
      { expected: expectedVersion, actual: current.version });
  }
  const next = applyCastPatch(current, patch);
  await tx.query(
    `UPDATE cast_canons SET narrator = $2::jsonb, characters = $3::jsonb, version = version + 1, updated_at = now()
     WHERE project_id = $1 AND (narrator IS DISTINCT FROM $2::jsonb OR characters IS DISTINCT FROM $3::jsonb)`,
    [owner.projectId, next.narrator && JSON.stringify(next.narrator), JSON.stringify(next.characters)]);
  return (await findCastCanon(tx, owner.projectId))!;
}
