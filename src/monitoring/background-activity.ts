import { getWorkKind, WORK_KINDS } from '../domain/work-kinds.js';
import { OTHER_RUNS } from './other-runs.js';
import { SCRIPT_SUBJECT } from '../domain/scripts/script-model.js';
import { COVERAGE } from '../kernel/families/coverage/coverage-store.js';
import type { Db } from '../kernel/db/database.js';
import type { WorkUnit } from '../kernel/works/model.js';
import { IS_OPEN } from '../kernel/works/work-store.js';

export type ActivityStatus = 'queued' | 'running' | 'retrying' | 'completed' | 'failed' | 'cancelled';

/** The kinds of background activity: every kind of work, and every other run. */
export const ACTIVITY_KINDS = [...WORK_KINDS.keys(), ...OTHER_RUNS.map(({ kind }) => kind)];

interface ActivityRow {
  kind: string; id: string; projectId: string | null; projectName: string | null; status: ActivityStatus;
  detail: string; assetsCompleted: number; assetsTotal: number; completed: number; total: number; unit: WorkUnit | null;
  scriptUploadId: string | null; failureReason: string | null; nextAttemptAt: string | null; startedAt: Date; updatedAt: Date;
}

const RECENT = `interval '10 minutes'`;
const LIMIT = 200;

/** Work that is open, or ended within ten minutes. Work on an artifact whose job failed counts as failed with it. */
const QUERY = `WITH work AS (
    SELECT w.*, coalesce(w.finished_at, w.updated_at) AS at, job.status AS job_status, job.failure_code AS job_failure,
      coalesce(j.script_upload_id, CASE WHEN w.kind IN ('script', 'draft') THEN w.subject_id END, judged.subject_id) AS script_upload_id,
      w.${IS_OPEN} AND job.status IS DISTINCT FROM 'FAILED' AS open
    FROM works w LEFT JOIN artifacts a ON a.id = w.subject_id LEFT JOIN jobs j ON j.id = coalesce(a.job_id, w.id)
      LEFT JOIN works job ON job.id = a.job_id
      LEFT JOIN coverage_reports judged ON w.kind = '${COVERAGE}' AND judged.id = w.subject_id AND judged.subject_type = '${SCRIPT_SUBJECT}'
    WHERE w.account_id = $1)
  SELECT w.kind, w.id, w.project_id AS "projectId", p.name AS "projectName",
    CASE WHEN w.job_status = 'FAILED' THEN 'failed' WHEN w.status IN ('PENDING', 'RESERVED') THEN 'queued'
      WHEN w.status IN ('RUNNING', 'PARTIAL') THEN CASE w.progress->>'stage' WHEN 'provider_backoff' THEN 'retrying' ELSE 'running' END
      WHEN w.status = 'READY' THEN 'completed' WHEN w.status = 'CANCELED' THEN 'cancelled' ELSE 'failed' END AS status,
    w.label AS detail, w.lines_ready AS "assetsCompleted", w.line_count AS "assetsTotal", (w.progress->>'completed')::int AS completed,
    (w.progress->>'total')::int AS total, w.progress->>'unit' AS unit,
    w.script_upload_id AS "scriptUploadId", w.progress->>'nextAttemptAt' AS "nextAttemptAt",
    coalesce(w.failure_code, CASE w.job_status WHEN 'FAILED' THEN w.job_failure END) AS "failureReason",
    w.created_at AS "startedAt", w.at AS "updatedAt"
  FROM work w LEFT JOIN projects p ON p.id = w.project_id
  WHERE (w.open OR w.at > now() - ${RECENT}) AND p.deleted_at IS NULL ORDER BY w.open DESC, w.at DESC LIMIT ${LIMIT}`;

async function otherRuns(db: Db, accountId: string) {
  const listed = await Promise.all(OTHER_RUNS.map(async ({ kind, unit, activity }) => (await activity(db, accountId)).map((run) => ({ kind, unit, ...run }))));
  return listed.flat().map(({
    unit, scriptUploadId, completed, total, unitsCompleted = completed, unitsTotal = total, nextAttemptAt, startedAt, updatedAt, ...run
  }) => ({
    ...run, episode: scriptUploadId === null ? null : { scriptUploadId }, assets: { completed, total },
    progress: unitsTotal > 0 ? { unit, completed: unitsCompleted, total: unitsTotal } : null, queueState: queueStateOf(run.status),
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null, startedAt: startedAt.toISOString(), updatedAt: updatedAt.toISOString(),
  }));
}

const queueStateOf = (status: ActivityStatus): Exclude<ActivityStatus, 'failed' | 'cancelled'> =>
  (status === 'failed' || status === 'cancelled' ? 'completed' : status);

/**
 * The progress that the activities of the work count, once they know the total; null before. For a kind without its own count, the number of finished assets.
 */
function progressOf({ kind, unit: own, completed, total, assetsCompleted, assetsTotal }: ActivityRow) {
  const { unit, counted } = getWorkKind(kind);
  if (!counted) return { unit, completed: assetsCompleted, total: assetsTotal };
  return total > 0 ? { unit: own ?? unit, completed, total } : null;
}

/** Queued, running and retrying work of the account, active season runs, scheduled releases, and what ended in the last ten minutes. Reads only. */
export async function backgroundActivity(db: Db, accountId: string) {
  const rows = await db.query<ActivityRow>(QUERY, [accountId]);
  return [...await otherRuns(db, accountId), ...rows.map((row) => ({
    id: row.id,
    kind: getWorkKind(row.kind).kind,
    status: row.status,
    projectId: row.projectId,
    projectName: row.projectName,
    episode: row.scriptUploadId === null ? null : { scriptUploadId: row.scriptUploadId },
    assets: { completed: row.assetsCompleted, total: row.assetsTotal },
    detail: row.detail,
    progress: progressOf(row),
    queueState: queueStateOf(row.status),
    failureReason: row.failureReason,
    nextAttemptAt: row.nextAttemptAt,
    startedAt: row.startedAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }))];
}
