import type { Db } from '../../db/database.js';
import { ApiError } from '../../errors/api-error.js';

/** A revision to insert. `content` holds what the artifact's type needs: object keys, voices, counts. */
export interface NewRevision { title: string; cause: string; workId: string; content: object }

async function insertRevision(tx: Db, artifactId: string, revision: number, { title, cause, workId, content }: NewRevision): Promise<void> {
  await tx.query(
    'INSERT INTO artifact_revisions (artifact_id, revision, title, cause, work_id, content) VALUES ($1, $2, $3, $4, $5, $6)',
    [artifactId, revision, title, cause, workId, JSON.stringify(content)]);
}

const PUBLISH = `UPDATE artifacts SET status = 'READY', current_version = 1, title = $2, failure_code = NULL, failure_message = NULL,
    share_expires_at = date_trunc('second', now()) + make_interval(days => $3::int), updated_at = now()
  WHERE id = $1 AND status = 'RUNNING' RETURNING id`;

/**
 * Inserts revision 1 of a running artifact and moves it to READY. Its share link opens now for `shareTtlDays` days and stays the
 * same for later revisions. False when the artifact had ended.
 */
export async function publishFirstRevision(
  tx: Db, artifactId: string, revision: Omit<NewRevision, 'cause'>, shareTtlDays: number,
): Promise<boolean> {
  const published = await tx.query(PUBLISH, [artifactId, revision.title, shareTtlDays]);
  if (published.length === 0) return false;
  await insertRevision(tx, artifactId, 1, { ...revision, cause: 'initial' });
  return true;
}

const ADVANCE = `UPDATE artifacts SET current_version = current_version + 1, refine_count = refine_count + CASE WHEN $3 = 'refine' THEN 1 ELSE 0 END,
    title = $4, updated_at = now()
  WHERE id = $1 AND status = 'READY' AND current_version = $2 RETURNING current_version AS revision`;

/**
 * Inserts the revision after `expected`, makes it the current one and returns its number. A repeat by the same work returns the
 * same revision. Raises `version_conflict` with `{expected, actual}` when another revision came first, and `artifact_not_ready`.
 */
export async function publishNextRevision(tx: Db, artifactId: string, expected: number, revision: NewRevision): Promise<number> {
  const [made] = await tx.query<{ revision: number }>(
    'SELECT revision FROM artifact_revisions WHERE artifact_id = $1 AND work_id = $2 AND revision > 1', [artifactId, revision.workId]);
  if (made) return made.revision;
  const [next] = await tx.query<{ revision: number }>(ADVANCE, [artifactId, expected, revision.cause, revision.title]);
  if (!next) {
    const [artifact] = await tx.query<{ status: string; actual: number }>(
      'SELECT status, current_version AS actual FROM artifacts WHERE id = $1', [artifactId]);
    if (artifact?.status !== 'READY') throw new ApiError('artifact_not_ready', undefined, { status: artifact?.status ?? null });
    throw new ApiError('version_conflict', `the revision is ${artifact.actual}, not ${expected}`, { expected, actual: artifact.actual });
  }
  await insertRevision(tx, artifactId, next.revision, revision);
  return next.revision;
}
