import type { Database, Db } from '../../db/database.js';
import { ApiError } from '../../errors/api-error.js';
import { applyCastPatch, type CastCanonPatch, type CastCanonRecord } from './cast-canon.js';

export interface CastCanonRow extends CastCanonRecord { projectId: string; createdAt: Date; updatedAt: Date }

const COLUMNS = `project_id AS "projectId", version, narrator, characters, created_at AS "createdAt", updated_at AS "updatedAt"`;

/** The cast canon of a project, or null when none was saved. The caller has checked that the project is the account's. */
export async function findCastCanon(db: Db, projectId: string): Promise<CastCanonRow | null> {
  const [row] = await db.query<CastCanonRow>(`SELECT ${COLUMNS} FROM cast_canons WHERE project_id = $1`, [projectId]);
  return row ?? null;
}

/**
 * Applies a patch under a lock, one version up; a patch that changes nothing leaves the version as it is.
 * Raises `cast_precondition_failed` (`details.reason` `version_changed`) when `expectedVersion` is not the current one.
 */
export async function saveCastCanon(
  db: Database, owner: { accountId: string; projectId: string }, patch: CastCanonPatch, expectedVersion?: number,
): Promise<CastCanonRow> {
  return db.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO cast_canons (project_id, account_id, version, narrator, characters) VALUES ($1, $2, 0, NULL, '[]')
       ON CONFLICT (project_id) DO NOTHING`, [owner.projectId, owner.accountId]);
    const [found] = await tx.query<CastCanonRow>(
      `SELECT ${COLUMNS} FROM cast_canons WHERE project_id = $1 FOR UPDATE`, [owner.projectId]);
    const current = found!;
    if (expectedVersion !== undefined && expectedVersion !== current.version) {
      throw new ApiError('cast_precondition_failed', 'the cast canon has changed since it was read',
        { reason: 'version_changed', missing: [], expected: expectedVersion, actual: current.version });
    }
    const next = applyCastPatch(current, patch);
    await tx.query(
      `UPDATE cast_canons SET narrator = $2::jsonb, characters = $3::jsonb, version = version + 1, updated_at = now()
       WHERE project_id = $1 AND (narrator IS DISTINCT FROM $2::jsonb OR characters IS DISTINCT FROM $3::jsonb)`,
      [owner.projectId, next.narrator && JSON.stringify(next.narrator), JSON.stringify(next.characters)]);
    return (await findCastCanon(tx, owner.projectId))!;
  });
}
