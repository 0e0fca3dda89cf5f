import { Not } from 'typeorm';
import { Artifact } from '../../../entities/artifact.js';
import { Job } from '../../../entities/job.js';
import { Refinement } from '../../../entities/refinement.js';
import { Work } from '../../../entities/work.js';
import { afterCursor, newestFirst, pageQuerySize, startAfter, type Page } from '../../kernel/contract/paging.js';
import type { Db } from '../../kernel/db/database.js';
import { columnsOnly, jsonOf, now, tableOf, type Known, type Selected } from '../../kernel/db/rows.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { WorkFailure, WorkStatus } from '../../kernel/works/model.js';
import type { WorkRow } from '../../kernel/works/work-store.js';
import type { Quote } from '../plans/quote.js';
import type { ArtifactStatus } from '../../kernel/contract/states.js';
import type { JobInput, JobProgress } from './job-run.js';
import type { RefineScope } from './refinements/refinement-store.js';

const SHOWN = jsonOf(tableOf<Artifact, Known<Artifact, { status: ArtifactStatus }>>(Artifact), ['id', 'type', 'status', 'line', 'failureCode'], 'a');

const REFINES = jsonOf(tableOf<Refinement, Known<Refinement, { scope: RefineScope }>>(Refinement), ['artifactId', 'revision', 'scope', 'instruction'], 'f');

/** An artifact as its job shows it. */
export type ShownArtifact = Selected<typeof SHOWN>;

const WORK_FIELDS = [
  'id', 'status', 'epoch', 'progress', 'requestId', 'creditsQuoted', 'creditsReserved', 'creditsSettled', 'creditsReleased',
  'failureCode', 'failureMessage', 'failureDetails', 'finishedAt', 'createdAt', 'updatedAt',
] as const satisfies readonly (keyof Work)[];
const JOB_FIELDS = ['projectId', 'planId', 'scriptUploadId', 'screenplayKey'] as const satisfies readonly (keyof Job)[];

/** A job with its work and its artifacts in the order of the plan. */
export type JobRow = Omit<Pick<WorkRow, (typeof WORK_FIELDS)[number]>, 'progress'> & Pick<Job, (typeof JOB_FIELDS)[number]>
  & {
    progress: JobProgress; artifacts: ShownArtifact[];
    /** The request of a job that refines an existing read; null for a job that makes its own artifacts. */
    refines: Selected<typeof REFINES> | null;
  };

const SELECT = `SELECT ${columnsOnly(Work, WORK_FIELDS, 'w')}, ${columnsOnly(Job, JOB_FIELDS, 'j')},
    (SELECT coalesce(jsonb_agg(${SHOWN} ORDER BY a.line), '[]') FROM artifacts a
      WHERE a.job_id = j.id OR a.id = (SELECT f.artifact_id FROM refinements f WHERE f.job_id = j.id)) AS artifacts,
    (SELECT ${REFINES} || jsonb_build_object('revision', r.version) FROM refinements f
      JOIN artifact_revisions r ON r.artifact_id = f.artifact_id AND r.revision = f.revision WHERE f.job_id = j.id) AS refines
  FROM jobs j JOIN works w ON w.id = j.id`;

const LIVE_PROJECT = 'EXISTS (SELECT 1 FROM projects p WHERE p.id = j.project_id AND p.deleted_at IS NULL)';

const FIND = `${SELECT} WHERE j.id = $1 AND j.account_id = $2 AND ${LIVE_PROJECT}`;

/** A job of the account in a live project, or null. */
export async function findJob(db: Db, accountId: string, jobId: string): Promise<JobRow | null> {
  const [row] = await db.query<JobRow>(FIND, [jobId, accountId]);
  return row ?? null;
}

/** The job. Raises `story_job_not_found` for missing jobs, deleted ones, and those of other accounts. */
export async function getJob(db: Db, accountId: string, jobId: string): Promise<JobRow> {
  const row = await findJob(db, accountId, jobId);
  if (!row) throw new ApiError('story_job_not_found');
  return row;
}

/** What a job's screenplay is made from; null when the job is gone. */
export const findMadeFrom = (db: Db, jobId: string): Promise<Pick<Job, 'planId' | 'announcesScenes'> | null> =>
  db.repository(Job).findOne({ select: { planId: true, announcesScenes: true }, where: { id: jobId } });

/** The title of a job's artifacts, or of its plan when the job does not exist yet. Throws when neither exists. */
export async function getJobTitle(db: Db, jobId: string, planId: string | null): Promise<string> {
  const [row] = await db.query<{ title: string }>(
    `SELECT title FROM artifacts WHERE job_id = $1 AND line = 0 UNION ALL SELECT title FROM plans WHERE id = $2 LIMIT 1`, [jobId, planId]);
  if (!row) throw new Error(`there is neither a job ${jobId} nor a plan ${planId}`);
  return row.title;
}

/** The quote with which the job was created. */
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
     WHERE w.account_id = $1 AND ${LIVE_PROJECT} AND ${afterCursor('w', 'works', '$2')} AND ($4::text IS NULL OR j.project_id = $4)
       AND ($5::text IS NULL OR j.plan_id = $5) AND ($6::text IS NULL OR w.status = $6)
     ORDER BY ${newestFirst('w')} LIMIT $3`,
    [accountId, startAfter(filter, 'job'), pageQuerySize(filter), filter.projectId ?? null, filter.storyPlanId ?? null, filter.status ?? null]);
}

/** The read that a version's preparation made, unless it was cancelled. */
export async function findReadOfVersion(db: Db, accountId: string, versionId: string): Promise<JobRow | null> {
  const [row] = await db.query<JobRow>(
    `${SELECT} WHERE j.script_upload_id = $1 AND j.reads_version AND j.account_id = $2 AND ${LIVE_PROJECT}`, [versionId, accountId]);
  return row ?? null;
}

/** Inserts a job and its artifacts in its first epoch. */
export async function insertJob(tx: Db, input: JobInput): Promise<void> {
  const { adopts } = input;
  await tx.query(
    `WITH made_from AS (SELECT coalesce($5::jsonb, (SELECT quote FROM plans WHERE id = $2)) AS quote,
         coalesce($6, (SELECT title FROM plans WHERE id = $2)) AS title),
       job AS (
         INSERT INTO jobs (id, account_id, project_id, plan_id, script_upload_id, screenplay_key, quote, voice_map, reads_version, announces_scenes)
         SELECT $1, $7, $8, $2, $9, $10, quote, $3, $2::text IS NULL, $11::boolean FROM made_from RETURNING id, account_id, project_id)
     INSERT INTO artifacts (id, account_id, project_id, job_id, line, type, title, status, current_version, refine_count)
     SELECT l."artifactId", j.account_id, j.project_id, j.id, l.line, l.type, m.title, 'PENDING', 1, 0
     FROM job j, made_from m, jsonb_to_recordset($4::jsonb) AS l("artifactId" text, line int, type text)`,
    [input.workId, input.planId, JSON.stringify(input.voiceMap), JSON.stringify(input.artifacts),
      input.quote ? JSON.stringify(input.quote) : null, adopts?.title ?? null, input.accountId, input.projectId,
      adopts?.scriptUploadId ?? null, adopts?.screenplayKey ?? null, input.announcesScenes ?? null]);
}

/** Moves the failed artifacts of a job to PENDING. */
export async function reopenArtifacts(tx: Db, jobId: string): Promise<void> {
  await tx.repository(Artifact).update({ jobId, status: 'FAILED' }, { status: 'PENDING', failureCode: null, failureMessage: null, updatedAt: now });
}

/** Fails the open artifacts of a job, or of one line. Returns false when none was open. */
export async function failArtifacts(tx: Db, jobId: string, line: number | null, { code, message }: WorkFailure): Promise<boolean> {
  const failed = await tx.query(
    `UPDATE artifacts SET status = 'FAILED', failure_code = $3, failure_message = $4, updated_at = now()
     WHERE job_id = $1 AND ($2::int IS NULL OR line = $2) AND status IN ('PENDING', 'RUNNING') RETURNING id`, [jobId, line, code, message]);
  return failed.length > 0;
}

/** True when another job makes or made the read of the version. */
export const isReadByOther = (tx: Db, versionId: string, jobId: string): Promise<boolean> =>
  tx.repository(Job).existsBy({ scriptUploadId: versionId, readsVersion: true, id: Not(jobId) });

/** Releases the version that the job reads, so that another job can make its read. */
export async function releaseVersion(tx: Db, jobId: string): Promise<void> {
  await tx.repository(Job).update({ id: jobId }, { readsVersion: false });
}
