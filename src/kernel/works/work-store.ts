import { Work } from '../../../entities/work.js';
import type { ProviderWait } from '../contract/provider-wait.js';
import type { Db } from '../db/database.js';
import { columnsOf } from '../db/rows.js';
import { workRunId } from './ids.js';
import { ENDED, type Progress, type WorkInput, type WorkKey, type WorkStatus } from './model.js';

/** A row of work, with the types of its JSON columns. */
export type WorkRow = Omit<Work, 'status' | 'progress' | 'input'> & { status: WorkStatus; progress: Progress; input: WorkInput };

const COLUMNS = columnsOf(Work);

/** SQL condition of open work. */
export const IS_OPEN = `status NOT IN ('READY', 'FAILED', 'CANCELED')`;

export async function findWork(db: Db, workId: string): Promise<WorkRow | null> {
  const [row] = await db.query<WorkRow>(`SELECT ${COLUMNS} FROM works WHERE id = $1`, [workId]);
  return row ?? null;
}

/** The wait of open work for a provider; null when it does not wait. */
export async function findProviderWait(db: Db, workId: string): Promise<ProviderWait | null> {
  const [row] = await db.query<ProviderWait>(
    `SELECT progress->>'nextAttemptAt' AS "nextAttemptAt", progress->'lastError' AS "lastError" FROM works
     WHERE id = $1 AND ${IS_OPEN} AND progress->>'stage' = 'provider_backoff'`, [workId]);
  return row ?? null;
}

/** The failure of work, with the message for the caller; null when the work did not fail. */
export async function findWorkFailure(db: Db, workId: string): Promise<{ code: string; message: string } | null> {
  const [row] = await db.query<{ code: string; message: string }>(
    `SELECT failure_code AS code, COALESCE(failure_message, '') AS message FROM works WHERE id = $1 AND status = 'FAILED' AND failure_code IS NOT NULL`, [workId]);
  return row ?? null;
}

/** Open work of a project, even of a deleted one. */
export async function listOpenWorkOf(db: Db, projectId: string): Promise<WorkRow[]> {
  return db.query<WorkRow>(`SELECT ${COLUMNS} FROM works WHERE project_id = $1 AND ${IS_OPEN} ORDER BY id`, [projectId]);
}

/** The fields of a locked row that moves need. `gone` is true when its project is deleted. */
export interface LockedWork {
  status: WorkStatus; epoch: number; accountId: string; lineCount: number; linesReady: number; linesFailed: number; creditsReserved: number; gone: boolean;
}

/** Locks the row; null when there is none. Lock it after the containers of the subject, and before the subject and the credits. */
export async function lockWork(tx: Db, workId: string): Promise<LockedWork | null> {
  const [row] = await tx.query<LockedWork>(
    `SELECT w.status, w.epoch, w.account_id AS "accountId", w.line_count AS "lineCount", w.lines_ready AS "linesReady",
       w.lines_failed AS "linesFailed", w.credits_reserved AS "creditsReserved",
       EXISTS (SELECT 1 FROM projects p WHERE p.id = w.project_id AND p.deleted_at IS NOT NULL) AS gone
     FROM works w WHERE w.id = $1 FOR NO KEY UPDATE OF w`, [workId]);
  return row ?? null;
}

const lineCountOf = ({ lines }: WorkInput): number => Math.max(1, lines.length);
const creditsOf = (lines: WorkInput['lines']): number => lines.reduce((sum, { credits }) => sum + credits, 0);

/** Inserts the row of a first epoch; false when it exists. */
export async function insertWork(tx: Db, input: WorkInput, status: WorkStatus, progress: Progress): Promise<boolean> {
  const credits = creditsOf(input.lines);
  const made = await tx.query(
    `INSERT INTO works (id, kind, account_id, project_id, subject_id, revision, label, status, epoch, progress, line_count, lines_ready,
       lines_failed, credits_quoted, credits_reserved, credits_settled, credits_released, request_id, input)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, 0, $12, $12, 0, 0, $13, $14) ON CONFLICT (id) DO NOTHING RETURNING id`,
    [input.workId, input.kind, input.accountId, input.projectId, input.subjectId, input.revision, input.label, status, input.epoch,
      JSON.stringify(progress), lineCountOf(input), credits, input.requestId, JSON.stringify(input)]);
  return made.length > 0;
}

/**
 * Cancels open free work that newer work replaces, because both are on the same subjects or because the subjects were replaced; the caller updates the
 * subjects. Returns the ids of the runs, which end by themselves or are cancelled after the commit. `by` is the id of the newer work, if it is already open.
 */
export async function cancelReplacedWork(tx: Db, kind: string, subjectIds: readonly string[], by?: string): Promise<string[]> {
  const replaced = (await lockOpenWork(tx, [kind], subjectIds)).filter(({ id }) => id !== by);
  await tx.query(
    `UPDATE works SET status = 'CANCELED', finished_at = now(), updated_at = now() WHERE id = ANY($1)`, [replaced.map(({ id }) => id)]);
  return replaced.map(workRunId);
}

/** Opens the next epoch of failed work; `heldCredits` are the credits that were reserved for it. */
export async function reopenWork(
  tx: Db, input: WorkInput, status: WorkStatus, progress: Progress, heldCredits: number,
): Promise<void> {
  await tx.query(
    `UPDATE works SET status = $2, epoch = $3, progress = $4, failure_code = NULL, failure_message = NULL, failure_details = NULL,
       finished_at = NULL, lines_failed = 0, credits_reserved = credits_reserved + $5, request_id = $6, input = $7, updated_at = now()
     WHERE id = $1`, [input.workId, status, input.epoch, JSON.stringify(progress), heldCredits, input.requestId, JSON.stringify(input)]);
}

/** Stores progress; no effect when the work has ended or is in another epoch. */
export async function noteProgress(db: Db, { workId, epoch }: WorkKey, progress: Partial<Progress>): Promise<void> {
  await db.query(
    `UPDATE works SET progress = progress || $3::jsonb, updated_at = now() WHERE id = $1 AND epoch = $2 AND ${IS_OPEN}`,
    [workId, epoch, JSON.stringify(progress)]);
}

/** Moves the work to RUNNING when its activity begins. False when the work has ended or is in another epoch, so that the run has nothing to do. */
export async function startWork(db: Db, { workId, epoch }: WorkKey, progress: Progress): Promise<boolean> {
  const started = await db.query(
    `UPDATE works SET status = CASE WHEN status IN ('PENDING', 'RESERVED') THEN 'RUNNING' ELSE status END, progress = $3, updated_at = now()
     WHERE id = $1 AND epoch = $2 AND ${IS_OPEN} RETURNING id`, [workId, epoch, JSON.stringify(progress)]);
  return started.length > 0;
}

/** Counts ended lines and sets the resulting status. The row shows the failure of a line only if all lines failed. */
export async function countLines(
  tx: Db, { workId }: WorkKey,
  ended: { ready?: number; failed?: number; settled?: number; released?: number; failure?: { code: string; message: string; details?: object } },
): Promise<WorkStatus> {
  const { ready = 0, failed = 0, settled = 0, released = 0, failure } = ended;
  const [row] = await tx.query<{ status: WorkStatus }>(
    `WITH next AS (
       SELECT id, CASE WHEN line_count > lines_ready + $2 + lines_failed + $3 THEN CASE WHEN lines_ready + $2 > 0 THEN 'PARTIAL' ELSE status END
         WHEN lines_ready + $2 > 0 THEN 'READY' ELSE 'FAILED' END AS status FROM works WHERE id = $1)
     UPDATE works w SET status = next.status, lines_ready = lines_ready + $2, lines_failed = lines_failed + $3,
       credits_settled = credits_settled + $4, credits_released = credits_released + $5,
       failure_code = CASE WHEN next.status <> 'READY' THEN coalesce(failure_code, $6) END,
       failure_message = CASE WHEN next.status <> 'READY' THEN coalesce(failure_message, $7) END,
       failure_details = CASE WHEN next.status <> 'READY' THEN coalesce(failure_details, $8::jsonb) END,
       finished_at = CASE WHEN next.status IN ('READY', 'FAILED') THEN now() END, updated_at = now(),
       progress = progress || CASE WHEN next.status = 'READY' THEN jsonb_build_object('stage', 'finishing', 'completed', progress -> 'total')
         ELSE '{}' END
     FROM next WHERE w.id = next.id RETURNING w.status`,
    [workId, ready, failed, settled, released, failure?.code ?? null, failure?.message ?? null,
      failure?.details ? JSON.stringify(failure.details) : null]);
  return row!.status;
}

/** Ends the work as CANCELED. */
export async function cancelRow(tx: Db, { workId }: WorkKey, releasedCredits: number): Promise<void> {
  await tx.query(
    `UPDATE works SET status = 'CANCELED', credits_released = credits_released + $2, finished_at = now(), updated_at = now() WHERE id = $1`,
    [workId, releasedCredits]);
}

/**
 * Locks the open work of these kinds on these subjects, so that the caller's changes do not interleave with moves of the work. Rows are locked by kind: a
 * draft before the parses of its scenes, as in the run that writes the draft.
 */
export async function lockOpenWork(tx: Db, kinds: readonly string[], subjectIds: readonly string[]): Promise<WorkRow[]> {
  return tx.query<WorkRow>(
    `SELECT ${COLUMNS} FROM works WHERE subject_id = ANY($2) AND kind = ANY($1) AND ${IS_OPEN} ORDER BY kind, id FOR NO KEY UPDATE`, [kinds, subjectIds]);
}

/** Ends open free work at CANCELED because newer work supersedes it. */
export async function supersedeWork(tx: Db, kind: string, subjectId: string): Promise<void> {
  await tx.query(
    `UPDATE works SET status = 'CANCELED', finished_at = now(), updated_at = now() WHERE subject_id = $2 AND kind = $1 AND ${IS_OPEN}`,
    [kind, subjectId]);
}

/** Deletes the rows of free work whose subjects are deleted. Returns those that were open. */
export async function deleteWorks(tx: Db, kinds: readonly string[], subjectIds: readonly string[]): Promise<WorkRow[]> {
  const rows = await tx.query<WorkRow>(
    `DELETE FROM works WHERE subject_id = ANY($2) AND kind = ANY($1) RETURNING ${COLUMNS}`, [kinds, subjectIds]);
  return rows.filter(({ status }) => !ENDED.includes(status));
}

export async function getWork(db: Db, workId: string): Promise<WorkRow> {
  const row = await findWork(db, workId);
  if (!row) throw new Error(`there is no work ${workId}`);
  return row;
}

/** Open work without a change for `idleSeconds`, the longest idle first. */
export async function listOpenWork(db: Db, idleSeconds: number, limit: number): Promise<WorkRow[]> {
  return db.query<WorkRow>(
    `SELECT ${COLUMNS} FROM works WHERE ${IS_OPEN} AND updated_at < now() - make_interval(secs => $1) ORDER BY updated_at LIMIT $2`,
    [idleSeconds, limit]);
}

/** The work on these pairs of kind and subject. */
export async function listWorkOn(db: Db, subjects: readonly { kind: string; subjectId: string }[]): Promise<WorkRow[]> {
  return db.query<WorkRow>(
    `SELECT ${COLUMNS} FROM works WHERE (kind, subject_id) IN (SELECT kind, subject_id FROM unnest($1::text[], $2::text[]) AS s(kind, subject_id))`,
    [subjects.map(({ kind }) => kind), subjects.map(({ subjectId }) => subjectId)]);
}

/** How many of the latest finished works of a kind go into a median. */
export const MEASURED_WORKS = 100;

/**
 * Median time in ms from request to READY of the last finished works, by the names that the caller gives to groups of kinds. Work
 * that was resumed does not count: it waited for a person. A name is missing when nothing of its kinds has finished.
 */
export async function medianDurationsMs(db: Db, groups: readonly { name: string; kind: string }[]): Promise<Map<string, number>> {
  const rows = await db.query<{ name: string; ms: number }>(
    `SELECT g.name, percentile_cont(0.5) WITHIN GROUP (ORDER BY finished.ms)::float AS ms
     FROM unnest($1::text[], $2::text[]) AS g (name, kind) CROSS JOIN LATERAL (
       SELECT extract(epoch FROM w.finished_at - w.created_at) * 1000 AS ms FROM works w
       WHERE w.kind = g.kind AND w.status = 'READY' AND w.epoch = 1 ORDER BY w.finished_at DESC LIMIT ${MEASURED_WORKS}) finished
     GROUP BY g.name`, [groups.map(({ name }) => name), groups.map(({ kind }) => kind)]);
  return new Map(rows.map(({ name, ms }) => [name, Math.round(ms)]));
}
