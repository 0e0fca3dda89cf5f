import { Job } from '../../../entities/job.js';
import { Work } from '../../../entities/work.js';
import { rowsWanted, startAfter, type Page } from '../../contract/paging.js';
import type { Db } from '../../db/database.js';
import { columnsOnly } from '../../db/rows.js';
import { ApiError } from '../../errors/api-error.js';
import type { WorkStatus } from '../../works/model.js';
import type { WorkRow } from '../../works/work-store.js';
import type { Quote } from '../plans/quote.js';
import type { ArtifactStatus } from '../../contract/states.js';

/** An artifact as its job shows it. */
export interface ShownArtifact { id: string; type: string; status: ArtifactStatus; line: number; failureCode: string | null }

const WORK_FIELDS = [
  'id', 'status', 'epoch', 'progress', 'requestId', 'creditsQuoted', 'creditsReserved', 'creditsSettled', 'creditsReleased',
  'failureCode', 'failureMessage', 'failureDetails', 'finishedAt', 'createdAt', 'updatedAt',
] as const satisfies readonly (keyof Work)[];
const JOB_FIELDS = ['projectId', 'planId', 'scriptUploadId', 'screenplayKey'] as const satisfies readonly (keyof Job)[];

/** A job with its work and its artifacts in the order of the plan. */
export type JobRow = Pick<WorkRow, (typeof WORK_FIELDS)[number]> & Pick<Job, (typeof JOB_FIELDS)[number]> & { artifacts: ShownArtifact[] };

const SELECT = `SELECT ${columnsOnly(Work, WORK_FIELDS, 'w')}, ${columnsOnly(Job, JOB_FIELDS, 'j')},
    (SELECT coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'type', a.type, 'status', a.status, 'line', a.line,
       'failureCode', a.failure_code) ORDER BY a.line), '[]') FROM artifacts a WHERE a.job_id = j.id) AS artifacts
  FROM jobs j JOIN works w ON w.id = j.id`;

const LIVE_PROJECT = 'EXISTS (SELECT 1 FROM projects p WHERE p.id = j.project_id AND p.deleted_at IS NULL)';

const FIND = `${SELECT} WHERE j.id = $1 AND j.account_id = $2 AND ${LIVE_PROJECT}`;

/** A job of the account in a live project, or null. */
export async function findJob(db: Db, accountId: string, jobId: string): Promise<JobRow | null> {
  const [row] = await db.query<JobRow>(FIND, [jobId, accountId]);
  return row ?? null;
}

/** Raises `story_job_not_found` for missing, deleted and foreign jobs alike. */
export async function getJob(db: Db, accountId: string, jobId: string): Promise<JobRow> {
  const row = await findJob(db, accountId, jobId);
  if (!row) throw new ApiError('story_job_not_found');
  return row;
}

/** What the job was quoted when it was made. */
export async function getQuote(db: Db, jobId: string): Promise<Quote> {
  const [row] = await db.query<{ quote: Quote }>('SELECT quote FROM jobs WHERE id = $1', [jobId]);
  return row!.quote;
}

/** One page, newest first. */
export async function listJobs(
  db: Db, accountId: string, filter: Page & { projectId?: string; storyPlanId?: string; status?: WorkStatus },
): Promise<JobRow[]> {
  return db.query<JobRow>(
    `${SELECT}
     WHERE j.account_id = $1 AND ${LIVE_PROJECT} AND ($2::text IS NULL OR j.id < $2) AND ($4::text IS NULL OR j.project_id = $4)
       AND ($5::text IS NULL OR j.plan_id = $5) AND ($6::text IS NULL OR w.status = $6)
     ORDER BY j.id DESC LIMIT $3`,
    [accountId, startAfter(filter), rowsWanted(filter), filter.projectId ?? null, filter.storyPlanId ?? null, filter.status ?? null]);
}

/** The read that a version's preparation made, unless it was cancelled. */
export async function findReadOfVersion(db: Db, accountId: string, versionId: string): Promise<JobRow | null> {
  const [row] = await db.query<JobRow>(
    `${SELECT} WHERE j.script_upload_id = $1 AND j.reads_version AND j.account_id = $2 AND ${LIVE_PROJECT}`, [versionId, accountId]);
  return row ?? null;
}
