import { Performance, type PerformedCredits } from '../../../../entities/performance.js';
import { PerformanceLine } from '../../../../entities/performance-line.js';
import type { LineRemedy } from '../../../craft/speech/line-remedies.js';
import type { Db } from '../../../kernel/db/database.js';
import { columnsOf, columnsWithout } from '../../../kernel/db/rows.js';
import type { WorkStatus } from '../../../kernel/works/model.js';

export type PerformanceStatus = 'queued' | 'performing' | 'backoff' | 'complete' | 'failed';

/** The shared stream of a revision, with the state of its work. */
export interface PerformanceRow extends Omit<Performance, 'workId' | 'createdAt' | 'remedies' | 'attendedAt'> {
  status: PerformanceStatus; failureCode: string | null; failureMessage: string | null; nextAttemptAt: Date | null;
}

/** What was done about a performed line that its voice could not say as written. */
export interface PerformedRemedy extends LineRemedy { entryIndex: number; character: string }

export type PerformedLine = Omit<PerformanceLine, 'artifactId' | 'revision' | 'createdAt'>;

/** Announces progress to every API process; the payload is `<artifactId>:<revision>`. */
export const PERFORMANCE_CHANNEL = 'performances';

const ANNOUNCE = `pg_notify('${PERFORMANCE_CHANNEL}', artifact_id || ':' || revision)`;

interface StoredRow extends Omit<PerformanceRow, 'status'> { workStatus: WorkStatus; stage: string }

const FIND = `SELECT ${columnsWithout(Performance, ['workId', 'createdAt', 'updatedAt', 'remedies', 'attendedAt'], 'p')}, greatest(p.updated_at, w.updated_at) AS "updatedAt",
    w.status AS "workStatus", w.progress->>'stage' AS stage, w.failure_code AS "failureCode", w.failure_message AS "failureMessage",
    (w.progress->>'nextAttemptAt')::timestamptz AS "nextAttemptAt"
  FROM performances p JOIN works w ON w.id = p.work_id WHERE p.artifact_id = $1 AND p.revision = $2`;

const SHOWN: Record<WorkStatus, PerformanceStatus> = {
  PENDING: 'queued', RESERVED: 'queued', RUNNING: 'performing', PARTIAL: 'performing', READY: 'complete', FAILED: 'failed', CANCELED: 'failed',
};

/** The status that callers see for the state of the work. */
export const performanceStatusOf = (status: WorkStatus, stage: string | null): PerformanceStatus =>
  (status === 'RUNNING' && stage === 'provider_backoff' ? 'backoff' : SHOWN[status]);

export async function findPerformance(db: Db, artifactId: string, revision: number): Promise<PerformanceRow | null> {
  const [row] = await db.query<StoredRow>(FIND, [artifactId, revision]);
  if (!row) return null;
  const { workStatus, stage, ...rest } = row;
  return { ...rest, status: performanceStatusOf(workStatus, stage) };
}

const LINE = columnsOf(PerformanceLine);

/** Lines from a position on, in order. */
export async function listPerformedLines(db: Db, artifactId: string, revision: number, from = 0): Promise<PerformedLine[]> {
  return db.query<PerformedLine>(
    `SELECT ${LINE} FROM performance_lines WHERE artifact_id = $1 AND revision = $2 AND position >= $3 ORDER BY position`,
    [artifactId, revision, from]);
}

export async function insertPerformance(
  tx: Db, performance: { artifactId: string; revision: number; workId: string; lineCount: number },
): Promise<void> {
  const { artifactId, revision, workId, lineCount } = performance;
  await tx.query(
    `INSERT INTO performances (artifact_id, revision, work_id, fence, line_count, performed_count, byte_size)
     VALUES ($1, $2, $3, 0, $4, 0, 0) ON CONFLICT DO NOTHING`, [artifactId, revision, workId, lineCount]);
}

/** Takes the performance over from any earlier attempt. Returns the fence of the new attempt, or null when it is complete. */
export async function takePerformance(db: Db, workId: string): Promise<number | null> {
  const [row] = await db.query<{ fence: number }>(
    'UPDATE performances SET fence = fence + 1, updated_at = now() WHERE work_id = $1 AND completed_at IS NULL RETURNING fence', [workId]);
  return row?.fence ?? null;
}

/**
 * Adds one line, with its remedy, and announces it; false when a later attempt has a higher fence, the work has ended, or the artifact is
 * deleted.
 */
export async function addPerformedLine(
  db: Db, artifactId: string, revision: number, fence: number, line: PerformedLine, remedied: LineRemedy | null,
): Promise<boolean> {
  const { entryIndex, character } = line;
  const remedies: PerformedRemedy[] = remedied ? [{ entryIndex, character, ...remedied }] : [];
  const added = await db.query(
    `WITH work AS (
       SELECT w.id, p.artifact_id FROM works w JOIN performances p ON p.work_id = w.id
       WHERE p.artifact_id = $1 AND p.revision = $2 AND w.status = 'RUNNING' FOR NO KEY UPDATE OF w),
     artifact AS (SELECT a.id, work.id AS work_id FROM artifacts a JOIN work ON work.artifact_id = a.id FOR KEY SHARE OF a),
     mine AS (
       UPDATE performances p SET performed_count = $4 + 1, byte_size = $11::int + $12::int, remedies = remedies || $14::jsonb, updated_at = now()
       FROM artifact WHERE p.artifact_id = artifact.id AND p.revision = $2 AND p.fence = $3 AND p.work_id = artifact.work_id
       RETURNING p.artifact_id, p.revision, p.work_id),
     announced AS (SELECT ${ANNOUNCE} FROM mine),
     counted AS (UPDATE works w SET progress = progress || jsonb_build_object('completed', $4 + 1), updated_at = now() FROM mine WHERE w.id = mine.work_id)
     INSERT INTO performance_lines (artifact_id, revision, position, entry_index, scene_index, character, line_key,
       start_ms, end_ms, chunk_key, byte_start, byte_size)
     SELECT $1, $2::int, $4::int, $5::int, $6::int, $7, $8, $9::int, $10::int, $13, $11::int, $12::int FROM mine, announced
     ON CONFLICT DO NOTHING RETURNING position`,
    [artifactId, revision, fence, line.position, entryIndex, line.sceneIndex, character, line.lineKey,
      line.startMs, line.endMs, line.byteStart, line.byteSize, line.chunkKey, JSON.stringify(remedies)]);
  return added.length === 1;
}

/** Records that a listener has joined live. */
export async function attendPerformance(db: Db, artifactId: string, revision: number): Promise<void> {
  await db.query('UPDATE performances SET attended_at = now() WHERE artifact_id = $1 AND revision = $2 AND completed_at IS NULL', [artifactId, revision]);
}

/** A listener of an unfinished performance counts as gone after this long. */
const ATTENDED = `attended_at > now() - interval '30 minutes'`;

/** True when nobody listens to this performance while another one is being performed for a listener. */
export async function mustMakeWay(db: Db, artifactId: string, revision: number): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM performances other JOIN works w ON w.id = other.work_id
     WHERE other.completed_at IS NULL AND other.${ATTENDED} AND w.status = 'RUNNING' AND (other.artifact_id, other.revision) <> ($1, $2)
       AND NOT EXISTS (SELECT 1 FROM performances own WHERE own.artifact_id = $1 AND own.revision = $2 AND own.${ATTENDED}) LIMIT 1`,
    [artifactId, revision]);
  return rows.length > 0;
}

/** Locks the artifact whose performance the work is; false when it was deleted. */
export async function lockPerformed(tx: Db, workId: string): Promise<boolean> {
  const rows = await tx.query(
    'SELECT a.id FROM artifacts a JOIN performances p ON p.artifact_id = a.id WHERE p.work_id = $1 FOR NO KEY UPDATE OF a', [workId]);
  return rows.length > 0;
}

/**
 * Stores the end of the stream and announces it. Returns the artifact and revision; null when the performance is already complete or a later attempt has a
 * higher fence.
 */
export async function completePerformance(
  tx: Db, workId: string, made: { fence: number; durationMs: number; byteSize: number; voicesLufs?: number; credits?: PerformedCredits },
): Promise<{ artifactId: string; revision: number } | null> {
  const [completed] = await tx.query<{ artifactId: string; revision: number }>(
    `WITH done AS (
       UPDATE performances SET duration_ms = $3, byte_size = $4, voices_lufs = $5, credits = $6, completed_at = now(), updated_at = now()
       WHERE work_id = $1 AND fence = $2 AND completed_at IS NULL RETURNING artifact_id, revision)
     SELECT artifact_id AS "artifactId", revision, ${ANNOUNCE} FROM done`, [workId, made.fence, made.durationMs, made.byteSize, made.voicesLufs ?? null, made.credits ? JSON.stringify(made.credits) : null]);
  return completed ?? null;
}

/** Raises the fence, so that running attempts can write nothing more, and announces this. False when the stream is complete. */
export async function endAttempts(tx: Db, workId: string): Promise<boolean> {
  const ended = await tx.query(
    `WITH ended AS (UPDATE performances SET fence = fence + 1, updated_at = now() WHERE work_id = $1 AND completed_at IS NULL RETURNING artifact_id, revision)
     SELECT ${ANNOUNCE} FROM ended`, [workId]);
  return ended.length === 1;
}

/** Announces a change of the work's state to every API process. */
export async function announcePerformance(db: Db, workId: string): Promise<void> {
  await db.query(`SELECT ${ANNOUNCE} FROM performances WHERE work_id = $1`, [workId]);
}

/** Anything before the first line of the whole read becomes audible together with that line. */
const FIND_START = `SELECT now() AS now, max(created_at - CASE WHEN position = 0 AND $5 THEN 0 ELSE start_ms END * interval '1 millisecond') AS latest, min(start_ms) AS "firstMs"
  FROM performance_lines WHERE artifact_id = $1 AND revision = $2 AND entry_index BETWEEN $3 AND $4`;

/** The highest entry index that a Postgres integer can hold. */
const LAST_INDEX = 2_147_483_647;

/**
 * The database's clock, and the earliest time at which a listener could have heard 0 ms of these entries (null: of the read) and every
 * voiced line in time since. Null before the first line.
 */
export async function findHearableStart(
  db: Db, artifactId: string, revision: number, part: { firstEntry: number; lastEntry: number } | null,
): Promise<{ now: Date; startedAt: Date | null }> {
  const [row] = await db.query<{ now: Date; latest: Date | null; firstMs: number | null }>(
    FIND_START, [artifactId, revision, part?.firstEntry ?? 0, part?.lastEntry ?? LAST_INDEX, part === null]);
  const { now, latest, firstMs } = row!;
  return { now, startedAt: latest && new Date(latest.getTime() + (part ? firstMs ?? 0 : 0)) };
}

/** Tells every API process which listener is in which room; the payload is `<roomId>:<listenerId>`. */
export const LISTENERS_CHANNEL = 'room_listeners';

export async function announceListener(db: Db, roomId: string, listenerId: string): Promise<void> {
  await db.query('SELECT pg_notify($1, $2)', [LISTENERS_CHANNEL, `${roomId}:${listenerId}`]);
}
