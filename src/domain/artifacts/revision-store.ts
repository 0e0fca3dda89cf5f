import { canonicalJson } from '../../kernel/contract/canonical-json.js';
import type { Database, Db } from '../../kernel/db/database.js';
import { ApiError } from '../../kernel/errors/api-error.js';

/** A revision to insert. `content` holds what the artifact's type needs: object keys, voices, counts. */
export interface NewRevision { title: string; cause: string; workId: string; content: object }

async function insertRevision(tx: Db, artifactId: string, revision: number, { title, cause, workId, content }: NewRevision): Promise<void> {
  await tx.query(
    'INSERT INTO artifact_revisions (artifact_id, revision, title, cause, work_id, content) VALUES ($1, $2, $3, $4, $5, $6)',
    [artifactId, revision, title, cause, workId, JSON.stringify(content)]);
}

/** The current revision of an artifact, also of a deleted project; null when there is none. */
export async function findRevisionOf(db: Db, artifactId: string): Promise<number | null> {
  const [row] = await db.query<{ revision: number | null }>('SELECT current_version AS revision FROM artifacts WHERE id = $1', [artifactId]);
  return row?.revision ?? null;
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

const ADVANCE = `UPDATE artifacts SET current_version = (SELECT max(revision) + 1 FROM artifact_revisions WHERE artifact_id = $1), refine_count = refine_count + CASE WHEN $3 = 'refine' THEN 1 ELSE 0 END,
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

const NEWEST = `SELECT a.current_version AS current, r.revision, r.content FROM artifacts a JOIN artifact_revisions r ON r.artifact_id = a.id
  WHERE a.id = $1 AND a.status = 'READY' ORDER BY r.revision DESC LIMIT 1 FOR NO KEY UPDATE OF a`;

/**
 * Inserts a revision that becomes the current one only when it is recorded (see `advanceToRecorded`), and returns its number. `isNew`
 * is false when the newest waiting revision has the same content. Raises `artifact_not_ready`.
 */
export async function insertWaitingRevision(
  db: Database, artifactId: string, { content, ...revision }: Omit<NewRevision, 'workId'>, workIdOfRevision: (revision: number) => string,
): Promise<{ revision: number; isNew: boolean }> {
  return db.transaction(async (tx) => {
    const [newest] = await tx.query<{ current: number; revision: number; content: object }>(NEWEST, [artifactId]);
    if (!newest) throw new ApiError('artifact_not_ready');
    const waits = newest.revision > newest.current;
    if (waits && canonicalJson(newest.content) === canonicalJson(content)) return { revision: newest.revision, isNew: false };
    const next = newest.revision + 1;
    await insertRevision(tx, artifactId, next, { ...revision, content, workId: workIdOfRevision(next) });
    return { revision: next, isNew: true };
  });
}

const RECORDED = `UPDATE artifacts a SET current_version = $2, updated_at = now()
  WHERE a.id = $1 AND a.status = 'READY' AND a.current_version < $2
    AND EXISTS (SELECT 1 FROM performances p WHERE p.artifact_id = a.id AND p.revision = $2 AND p.completed_at IS NOT NULL)
    AND (EXISTS (SELECT 1 FROM recordings m WHERE m.artifact_id = a.id AND m.revision = $2)
      OR NOT EXISTS (SELECT 1 FROM works f WHERE f.kind = 'finalize' AND f.subject_id = a.id AND f.revision = a.current_version
        AND f.status NOT IN ('FAILED', 'CANCELED')))
  RETURNING a.id`;

/** Links of a part continue to the new revision when its indexes mean the same lines. */
const MOVE_SHARES = `UPDATE script_shares h SET revision = $2, updated_at = now() FROM artifact_revisions r
  WHERE h.artifact_id = $1 AND r.artifact_id = $1 AND r.revision = $2 AND h.revision = (r.content->>'keepsPlacesOf')::int`;

/**
 * Makes a waiting revision the current one, once it is performed and, if the one before has an MP3, has one too. Until then the old
 * recording plays.
 */
export async function advanceToRecorded(tx: Db, artifactId: string, revision: number): Promise<void> {
  const advanced = await tx.query(RECORDED, [artifactId, revision]);
  if (advanced.length > 0) await tx.query(MOVE_SHARES, [artifactId, revision]);
}
