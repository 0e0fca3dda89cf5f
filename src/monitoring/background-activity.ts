import type { Db } from '../db/database.js';
import { IS_OPEN } from '../works/work-store.js';

export type ActivityStatus = 'queued' | 'running' | 'retrying' | 'completed' | 'failed' | 'cancelled';

/** What the work is: a step of a source or script, a plan, or a kind of paid work. */
export const ACTIVITY_KINDS = ['source', 'digest', 'script', 'draft', 'plan', 'job', 'finalize'] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

interface ActivityRow {
  kind: ActivityKind; id: string; projectId: string; projectName: string; status: ActivityStatus;
  detail: string; assetsCompleted: number; assetsTotal: number; completed: number | null; total: number | null;
  scriptUploadId: string | null; failureReason: string | null; nextAttemptAt: string | null; startedAt: Date; updatedAt: Date;
}

const RECENT = `interval '10 minutes'`;
const LIMIT = 200;

/** One row per piece of work that is open, or ended within ten minutes; every branch has the columns of `ActivityRow`. */
const BRANCHES = [
  // Work on an artifact whose job failed counts as failed with it.
  `SELECT w.kind, w.id, w.project_id, CASE WHEN job.status = 'FAILED' THEN 'failed' WHEN w.status IN ('PENDING', 'RESERVED') THEN 'queued'
      WHEN w.status IN ('RUNNING', 'PARTIAL') THEN CASE w.progress->>'stage' WHEN 'provider_backoff' THEN 'retrying' ELSE 'running' END
      WHEN w.status = 'READY' THEN 'completed' WHEN w.status = 'CANCELED' THEN 'cancelled' ELSE 'failed' END,
    w.label, w.lines_ready, w.line_count, (w.progress->>'completed')::int, (w.progress->>'total')::int,
    coalesce(j.script_upload_id, CASE WHEN w.kind IN ('script', 'draft') THEN w.subject_id END),
    coalesce(w.failure_code, CASE job.status WHEN 'FAILED' THEN job.failure_code END), w.progress->>'nextAttemptAt', w.created_at,
    coalesce(w.finished_at, w.updated_at), w.${IS_OPEN} AND job.status IS DISTINCT FROM 'FAILED'
   FROM works w LEFT JOIN artifacts a ON a.id = w.subject_id LEFT JOIN jobs j ON j.id = coalesce(a.job_id, w.id)
     LEFT JOIN works job ON job.id = a.job_id WHERE w.account_id = $1`,
];

const QUERY = `SELECT w.kind, w.id, w.project_id AS "projectId", p.name AS "projectName", w.status, w.detail, w.assets_completed AS "assetsCompleted",
    w.assets_total AS "assetsTotal", w.completed, w.total, w.script_upload_id AS "scriptUploadId", w.failure_reason AS "failureReason",
    w.next_attempt_at AS "nextAttemptAt", w.started_at AS "startedAt", w.at AS "updatedAt"
  FROM (${BRANCHES.join(' UNION ALL ')}) AS w (kind, id, project_id, status, detail, assets_completed, assets_total, completed, total,
    script_upload_id, failure_reason, next_attempt_at, started_at, at, open)
  JOIN projects p ON p.id = w.project_id AND p.deleted_at IS NULL
  WHERE w.open OR w.at > now() - ${RECENT} ORDER BY w.open DESC, w.at DESC LIMIT ${LIMIT}`;

/** Queued, running and retrying work of the account, then work finished in the last ten minutes. Only reads. */
export async function backgroundActivity(db: Db, accountId: string) {
  const rows = await db.query<ActivityRow>(QUERY, [accountId]);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    status: row.status,
    projectId: row.projectId,
    projectName: row.projectName,
    episode: row.scriptUploadId === null ? null : { scriptUploadId: row.scriptUploadId },
    assets: { completed: row.assetsCompleted, total: row.assetsTotal },
    detail: row.detail,
    progress: row.total === null ? null : { unit: 'beats' as const, completed: row.completed ?? 0, total: row.total },
    queueState: row.status === 'failed' || row.status === 'cancelled' ? 'completed' as const : row.status,
    failureReason: row.failureReason,
    nextAttemptAt: row.nextAttemptAt,
    startedAt: row.startedAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }));
}
