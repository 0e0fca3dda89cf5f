import type { Db } from '../../../db/database.js';

export type PerformanceStatus = 'queued' | 'performing' | 'backoff' | 'complete' | 'failed';

export interface PerformanceRow {
  artifactId: string; revision: number; status: PerformanceStatus; fence: number; lineCount: number; performedCount: number;
  durationMs: number | null; byteSize: number; failureCode: string | null; failureMessage: string | null;
  nextAttemptAt: Date | null; completedAt: Date | null; updatedAt: Date;
}

export interface PerformedLine {
  position: number; entryIndex: number; sceneIndex: number; character: string; lineKey: string;
  startMs: number; endMs: number; chunkKey: string; byteStart: number; byteSize: number;
}

/** Announces progress to every API process; the payload is `<artifactId>:<revision>`. */
export const PERFORMANCE_CHANNEL = 'performances';

const PERFORMANCE = `artifact_id AS "artifactId", revision, status, fence, line_count AS "lineCount", performed_count AS "performedCount",
  duration_ms AS "durationMs", byte_size AS "byteSize", failure_code AS "failureCode", failure_message AS "failureMessage",
  next_attempt_at AS "nextAttemptAt", completed_at AS "completedAt", updated_at AS "updatedAt"`;

const LINE = `position, entry_index AS "entryIndex", scene_index AS "sceneIndex", character, line_key AS "lineKey", start_ms AS "startMs",
  end_ms AS "endMs", chunk_key AS "chunkKey", byte_start AS "byteStart", byte_size AS "byteSize"`;

export async function findPerformance(db: Db, artifactId: string, revision: number): Promise<PerformanceRow | null> {
  const [row] = await db.query<PerformanceRow>(
    `SELECT ${PERFORMANCE} FROM performances WHERE artifact_id = $1 AND revision = $2`, [artifactId, revision]);
  return row ?? null;
}

/** Lines from a position on, in order. */
export async function performedLines(db: Db, artifactId: string, revision: number, from = 0): Promise<PerformedLine[]> {
  return db.query<PerformedLine>(
    `SELECT ${LINE} FROM performance_lines WHERE artifact_id = $1 AND revision = $2 AND position >= $3 ORDER BY position`,
    [artifactId, revision, from]);
}

/** Makes sure the row exists; a failed performance is opened again. */
export async function ensurePerformance(db: Db, artifactId: string, revision: number, lineCount: number): Promise<void> {
  await db.query(
    `INSERT INTO performances (artifact_id, revision, status, fence, line_count, performed_count, byte_size)
     VALUES ($1, $2, 'queued', 0, $3, 0, 0)
     ON CONFLICT (artifact_id, revision) DO UPDATE SET status = 'queued', failure_code = NULL, failure_message = NULL, updated_at = now()
       WHERE performances.status = 'failed'`, [artifactId, revision, lineCount]);
}

/** Takes the performance over from any earlier attempt. Null when it is already complete. */
export async function takePerformance(db: Db, artifactId: string, revision: number): Promise<{ fence: number } | null> {
  const rows = await db.query<{ fence: number }>(
    `UPDATE performances SET status = 'performing', fence = fence + 1, next_attempt_at = NULL, updated_at = now()
     WHERE artifact_id = $1 AND revision = $2 AND status <> 'complete' RETURNING fence`, [artifactId, revision]);
  return rows[0] ?? null;
}

/** Adds one line under the fence and announces it; false when a later attempt has taken over. */
export async function addPerformedLine(
  db: Db, artifactId: string, revision: number, fence: number, line: PerformedLine,
): Promise<boolean> {
  const added = await db.query(
    `WITH mine AS (
       UPDATE performances SET performed_count = $4 + 1, byte_size = $11::int + $12::int, updated_at = now()
       WHERE artifact_id = $1 AND revision = $2 AND fence = $3 AND status = 'performing' RETURNING 1),
     announced AS (SELECT pg_notify('${PERFORMANCE_CHANNEL}', $1 || ':' || $2) FROM mine)
     INSERT INTO performance_lines (artifact_id, revision, position, entry_index, scene_index, character, line_key,
       start_ms, end_ms, chunk_key, byte_start, byte_size)
     SELECT $1, $2::int, $4::int, $5::int, $6::int, $7, $8, $9::int, $10::int, $13, $11::int, $12::int FROM mine, announced
     ON CONFLICT DO NOTHING RETURNING position`,
    [artifactId, revision, fence, line.position, line.entryIndex, line.sceneIndex, line.character, line.lineKey,
      line.startMs, line.endMs, line.byteStart, line.byteSize, line.chunkKey]);
  return added.length === 1;
}

/** Moves the performance on under the fence (or whatever the fence, with null) and announces it. */
export async function markPerformance(
  db: Db, artifactId: string, revision: number, fence: number | null,
  change: { status: PerformanceStatus; durationMs?: number; byteSize?: number; failureCode?: string; failureMessage?: string; nextAttemptAt?: Date },
): Promise<boolean> {
  const moved = await db.query(
    `WITH moved AS (
       UPDATE performances SET status = $4, duration_ms = coalesce($5, duration_ms), byte_size = coalesce($6, byte_size),
         failure_code = $7, failure_message = $8, next_attempt_at = $9, updated_at = now(),
         completed_at = CASE WHEN $4 = 'complete' THEN now() END
       WHERE artifact_id = $1 AND revision = $2 AND ($3::int IS NULL OR fence = $3) AND status <> 'complete' RETURNING 1)
     SELECT pg_notify('${PERFORMANCE_CHANNEL}', $1 || ':' || $2::int) FROM moved`,
    [artifactId, revision, fence, change.status, change.durationMs ?? null, change.byteSize ?? null, change.failureCode ?? null,
      change.failureMessage ?? null, change.nextAttemptAt ?? null]);
  return moved.length === 1;
}
