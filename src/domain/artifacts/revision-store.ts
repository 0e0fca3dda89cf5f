import { canonicalJson } from '../../kernel/contract/canonical-json.js';
import type { Db } from '../../kernel/db/database.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { IS_OPEN } from '../../kernel/works/work-store.js';
import { lockArtifact } from './artifact-store.js';
import type { RevisionCause } from './revision-causes.js';

/** A revision to insert. `content` holds what the artifact's type needs: object keys, voices, counts. */
export interface NewRevision { title: string; cause: RevisionCause; workId: string; content: object }

/** The numbers of a state: `version` grows with changed words, `edition` with a changed sound of the same words. */
interface Place { revision: number; version: number; edition: number }

async function insertRevision(
  tx: Db, artifactId: string, { revision, version, edition }: Place, { title, cause, workId, content }: NewRevision,
): Promise<void> {
  await tx.query(
    'INSERT INTO artifact_revisions (artifact_id, revision, version, edition, title, cause, work_id, content) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)',
    [artifactId, revision, version, edition, title, cause, workId, JSON.stringify(content)]);
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
 * Inserts revision 1 of a running artifact and moves it to READY. Its share link opens now for `shareTtlDays` days and stays the same for later revisions.
 * False, with nothing changed, when the artifact is not running or does not exist.
 */
export async function publishFirstRevision(
  tx: Db, artifactId: string, revision: Omit<NewRevision, 'cause'>, shareTtlDays: number,
): Promise<boolean> {
  const published = await tx.query(PUBLISH, [artifactId, revision.title, shareTtlDays]);
  if (published.length === 0) return false;
  await insertRevision(tx, artifactId, { revision: 1, version: 1, edition: 0 }, { ...revision, cause: 'initial' });
  return true;
}

const NEWEST = `SELECT a.current_version AS current, r.revision, r.version, r.edition, r.content FROM artifacts a JOIN artifact_revisions r ON r.artifact_id = a.id
  WHERE a.id = $1 AND a.status = 'READY' ORDER BY r.revision DESC LIMIT 1`;

/**
 * The next state of an artifact. `raises`: changed words make a revision, the same words with another sound an edition. `expected` is the state that it must
 * follow.
 */
export interface NextRevision extends Omit<NewRevision, 'workId'> { raises: 'revision' | 'edition'; expected?: number }

/**
 * Inserts the next state of a READY artifact and returns its number. This is the only way in which an artifact changes under its id and links. The new state
 * becomes current when it is recorded (see `advanceToRecorded`); until then the previous one plays. `isNew` is false when the newest revision waits with the
 * same content, and when a repeated call finds its revision. Raises `artifact_not_ready`, and `version_conflict` with the version that came first as
 * `actual`.
 */
export async function insertNextRevision(
  tx: Db, artifactId: string, { content, raises, expected, ...revision }: NextRevision, workIdOfRevision: (revision: number) => string,
): Promise<{ revision: number; isNew: boolean }> {
  // A separate statement, because one that waits for the lock would not see a revision inserted in the meantime.
  await lockArtifact(tx, artifactId);
  const [newest] = await tx.query<Place & { current: number; content: object }>(NEWEST, [artifactId]);
  if (!newest) throw new ApiError('artifact_not_ready');
  const isSame = canonicalJson(newest.content) === canonicalJson(content);
  const isRepeat = expected === undefined ? newest.revision > newest.current : newest.revision === expected + 1;
  if (isSame && isRepeat) return { revision: newest.revision, isNew: false };
  if (expected !== undefined && newest.revision !== expected) throw overtaken(newest.version);
  const next = newest.revision + 1;
  const place = raises === 'revision' ? { version: newest.version + 1, edition: 0 } : { version: newest.version, edition: newest.edition + 1 };
  await insertRevision(tx, artifactId, { revision: next, ...place }, { ...revision, content, workId: workIdOfRevision(next) });
  return { revision: next, isNew: true };
}

// The input of such work, of whatever kind, names the revision that it follows.
const OTHERS = `SELECT id FROM works WHERE input->>'artifactId' = $1 AND input ? 'follows' AND id <> $2 AND ${IS_OPEN} LIMIT 1`;

/** Other open work that makes the next revision of an artifact; null when there is none. */
export async function findOtherRevising(tx: Db, { artifactId, workId }: { artifactId: string; workId: string }): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(OTHERS, [artifactId, workId]);
  return row?.id ?? null;
}

const WAITING = `SELECT r.revision, a.current_version AS current FROM artifact_revisions r JOIN artifacts a ON a.id = r.artifact_id
  WHERE a.id = $1 AND r.work_id = $2 AND r.revision > a.current_version`;

/** The revision that the work made, while it waits to be recorded, and the current one; null when no such revision waits. */
export async function findWaitingOf(db: Db, artifactId: string, workId: string): Promise<{ revision: number; current: number } | null> {
  const [row] = await db.query<{ revision: number; current: number }>(WAITING, [artifactId, workId]);
  return row ?? null;
}

/** Counts a revision that was paid for. */
export async function countRefinement(tx: Db, artifactId: string): Promise<void> {
  await tx.query('UPDATE artifacts SET refine_count = refine_count + 1, updated_at = now() WHERE id = $1', [artifactId]);
}

/** The error of a caller who changes an older revision than the newest. Both are versions. */
export const revisionConflict = (expected: number, actual: number): ApiError =>
  new ApiError('version_conflict', `the newest revision is ${actual}, not ${expected}`, { expected, actual });

/** The error for a change that another change of the artifact has overtaken; `version` is the newest version. */
export const overtaken = (version: number): ApiError =>
  new ApiError('version_conflict', `the artifact was changed meanwhile; its newest revision is ${version}`, { actual: version });

const RECORDED = `UPDATE artifacts a SET current_version = $2, updated_at = now()
  WHERE a.id = $1 AND a.status = 'READY' AND a.current_version < $2
    AND EXISTS (SELECT 1 FROM performances p WHERE p.artifact_id = a.id AND p.revision = $2 AND p.completed_at IS NOT NULL)
    AND (EXISTS (SELECT 1 FROM recordings m WHERE m.artifact_id = a.id AND m.revision = $2 AND m.mode = 'audio')
      OR NOT EXISTS (SELECT 1 FROM works f WHERE f.kind = 'finalize' AND f.subject_id = a.id AND f.revision = a.current_version
        AND f.status NOT IN ('FAILED', 'CANCELED')))
  RETURNING a.id`;

/** SQL: moves links of a part to the new revision if the entry indexes mean the same lines in it and in every revision between. */
const MOVE_SHARES = `WITH RECURSIVE same AS (
    SELECT (content->>'keepsPlacesOf')::int AS revision FROM artifact_revisions WHERE artifact_id = $1 AND revision = $2
    UNION SELECT (r.content->>'keepsPlacesOf')::int FROM artifact_revisions r JOIN same ON r.revision = same.revision WHERE r.artifact_id = $1)
  UPDATE script_shares h SET revision = $2, updated_at = now() FROM same WHERE h.artifact_id = $1 AND h.revision = same.revision`;

/** Makes a waiting revision the current one once it is performed and, if the previous one has an MP3, has its own. Until then the old recording plays. */
export async function advanceToRecorded(tx: Db, artifactId: string, revision: number): Promise<void> {
  const advanced = await tx.query(RECORDED, [artifactId, revision]);
  if (advanced.length > 0) await tx.query(MOVE_SHARES, [artifactId, revision]);
}
