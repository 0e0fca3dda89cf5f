import type { Db } from '../../db/database.js';
import { ApiError } from '../../errors/api-error.js';
import { rowsWanted, startAfter, type Page } from '../../contract/paging.js';
import type { Quote } from '../plans/quote.js';
import type { ArtifactStatus, JobStatus } from '../../contract/states.js';
import type { Progress } from './progress.js';

export interface JobArtifact { id: string; type: string; status: ArtifactStatus; line: number; failureCode: string | null }

export interface JobRow {
  id: string; projectId: string; planId: string | null; scriptUploadId: string | null; screenplayKey: string | null;
  status: JobStatus; epoch: number; progress: Progress;
  creditsQuoted: number; creditsReserved: number; creditsSettled: number; creditsReleased: number;
  failureCode: string | null; failureMessage: string | null; failureDetails: Record<string, unknown> | null;
  /** The request that opened the current epoch. */
  requestId: string;
  finishedAt: Date | null; createdAt: Date; updatedAt: Date; artifacts: JobArtifact[];
}

const COLUMNS = `j.id, j.project_id AS "projectId", j.plan_id AS "planId", j.script_upload_id AS "scriptUploadId",
  j.screenplay_key AS "screenplayKey", j.status, j.epoch,
  j.progress, j.request_id AS "requestId",
  j.credits_quoted AS "creditsQuoted", j.credits_reserved AS "creditsReserved", j.credits_settled AS "creditsSettled",
  j.credits_released AS "creditsReleased", j.failure_code AS "failureCode", j.failure_message AS "failureMessage",
  j.failure_details AS "failureDetails", j.finished_at AS "finishedAt", j.created_at AS "createdAt", j.updated_at AS "updatedAt",
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'type', a.type, 'status', a.status, 'line', a.line,
     'failureCode', a.failure_code) ORDER BY a.line), '[]') FROM artifacts a WHERE a.job_id = j.id) AS artifacts`;

const LIVE_PROJECT = 'EXISTS (SELECT 1 FROM projects p WHERE p.id = j.project_id AND p.deleted_at IS NULL)';

const READ = `SELECT ${COLUMNS} FROM jobs j WHERE j.id = $1 AND j.account_id = $2 AND ${LIVE_PROJECT}`;

/** A job of the account, or null; one prepared statement, because clients poll it. */
export async function findJob(db: Db, accountId: string, jobId: string): Promise<JobRow | null> {
  const [row] = await db.query<JobRow>(READ, [jobId, accountId]);
  return row ?? null;
}

/** What the job was quoted when it was made. */
export async function getQuote(db: Db, jobId: string): Promise<Quote> {
  const [row] = await db.query<{ quote: Quote }>('SELECT quote FROM jobs WHERE id = $1', [jobId]);
  return row!.quote;
}

/** Raises `story_job_not_found` for missing, deleted and foreign jobs alike. */
export async function getJob(db: Db, accountId: string, jobId: string): Promise<JobRow> {
  const row = await findJob(db, accountId, jobId);
  if (!row) throw new ApiError('story_job_not_found');
  return row;
}

/** One page, newest first. */
export async function listJobs(
  db: Db, accountId: string, filter: Page & { projectId?: string; storyPlanId?: string; status?: JobStatus },
): Promise<JobRow[]> {
  return db.query<JobRow>(
    `SELECT ${COLUMNS} FROM jobs j
     WHERE j.account_id = $1 AND ${LIVE_PROJECT} AND ($2::text IS NULL OR j.id < $2) AND ($4::text IS NULL OR j.project_id = $4)
       AND ($5::text IS NULL OR j.plan_id = $5) AND ($6::text IS NULL OR j.status = $6)
     ORDER BY j.id DESC LIMIT $3`,
    [accountId, startAfter(filter), rowsWanted(filter), filter.projectId ?? null, filter.storyPlanId ?? null, filter.status ?? null],
  );
}

/** Waits briefly until the row is in one of the statuses; returns it as it is then. */
export async function waitForStatus(
  db: Db, accountId: string, jobId: string, done: (row: JobRow) => boolean, timeoutMs: number,
): Promise<JobRow> {
  const deadline = Date.now() + timeoutMs;
  for (let pauseMs = 10; ; pauseMs = Math.min(pauseMs * 2, 200)) {
    const row = await getJob(db, accountId, jobId);
    if (done(row) || Date.now() > deadline) return row;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
