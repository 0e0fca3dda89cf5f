import type { Database, Db } from '../../db/database.js';
import type { ArtifactKey, ArtifactOutcome, JobFailure, JobKey } from '../../../workflows/jobs/contract.js';
import { release, settle } from '../../credits/ledger.js';
import type { JobStatus } from '../../contract/states.js';
import type { Progress } from './progress.js';

export const JOB_REF = 'job';

interface LockedJob { status: JobStatus; epoch: number }

const OVER: readonly JobStatus[] = ['READY', 'FAILED', 'CANCELED'];

/** Locks the job's row; null when there is none. Taken before any bucket, so that no two moves wait for each other. */
export async function lockJob(tx: Db, jobId: string): Promise<LockedJob | null> {
  const [row] = await tx.query<LockedJob>('SELECT status, epoch FROM jobs WHERE id = $1 FOR UPDATE', [jobId]);
  return row ?? null;
}

/** A run may act on the row only in its own epoch and while the job is not over; a reset run of a finished job may not. */
function isOpen(job: LockedJob | null, { epoch }: JobKey): job is LockedJob {
  return job !== null && job.epoch === epoch && !OVER.includes(job.status);
}

/**
 * Makes the job's row agree with its holds and artifacts (specification 3.3): READY when all have ended and one is READY, FAILED
 * when all failed, PARTIAL while some are READY and others go on.
 */
async function advance(tx: Db, { jobId }: JobKey): Promise<void> {
  await tx.query(
    `WITH parts AS (
       SELECT count(*) FILTER (WHERE status IN ('PENDING', 'RUNNING')) AS open, count(*) FILTER (WHERE status = 'READY') AS ready
       FROM artifacts WHERE job_id = $1),
     holds AS (
       SELECT coalesce(sum(credits) FILTER (WHERE state = 'settled'), 0) AS settled,
         coalesce(sum(credits) FILTER (WHERE state = 'released'), 0) AS released
       FROM credit_holds WHERE ref_type = '${JOB_REF}' AND ref_id = $1),
     next AS (
       SELECT CASE WHEN open = 0 AND ready > 0 THEN 'READY' WHEN open = 0 THEN 'FAILED' WHEN ready > 0 THEN 'PARTIAL' END AS status
       FROM parts),
     failed AS (SELECT failure_code, failure_message FROM artifacts WHERE job_id = $1 AND status = 'FAILED' ORDER BY line LIMIT 1)
     UPDATE jobs j SET status = coalesce(next.status, j.status), credits_settled = holds.settled, credits_released = holds.released,
       failure_code = CASE WHEN next.status = 'FAILED' THEN (SELECT failure_code FROM failed) END,
       failure_message = CASE WHEN next.status = 'FAILED' THEN (SELECT failure_message FROM failed) END,
       finished_at = CASE WHEN next.status IN ('READY', 'FAILED') THEN now() END, updated_at = now(), progress = j.progress
         || CASE WHEN next.status = 'READY' THEN jsonb_build_object('stage', 'finishing', 'completed', j.progress -> 'total') ELSE '{}' END
     FROM holds, next WHERE j.id = $1`, [jobId]);
}

const IS_OPEN = `status NOT IN ('READY', 'FAILED', 'CANCELED')`;

/** Moves job and artifact to RUNNING as the work begins; false when this run has nothing to do. */
export async function startArtifact(db: Db, key: ArtifactKey, progress: Progress): Promise<boolean> {
  // The lock comes first, so that a cancellation that is under way is seen.
  const started = await db.query(
    `WITH job AS (SELECT id, epoch, status FROM jobs WHERE id = $1 FOR UPDATE),
     artifact AS (
       UPDATE artifacts a SET status = 'RUNNING', updated_at = now() FROM job
       WHERE a.id = $3 AND a.job_id = job.id AND job.epoch = $2 AND job.${IS_OPEN} AND a.status IN ('PENDING', 'RUNNING')
       RETURNING a.job_id)
     UPDATE jobs j SET status = CASE WHEN status = 'RESERVED' THEN 'RUNNING' ELSE status END, progress = $4, updated_at = now()
     FROM artifact WHERE j.id = artifact.job_id RETURNING j.id`,
    [key.jobId, key.epoch, key.artifactId, JSON.stringify(progress)]);
  return started.length > 0;
}

/** Shows progress; does nothing once the job is over or in another epoch. */
export async function noteProgress(db: Db, key: JobKey, progress: Partial<Progress>): Promise<void> {
  await db.query(
    `UPDATE jobs SET progress = progress || $3::jsonb, updated_at = now()
     WHERE id = $1 AND epoch = $2 AND ${IS_OPEN}`, [key.jobId, key.epoch, JSON.stringify(progress)]);
}

/** What a first revision is made of. */
export interface NewRevision {
  title: string; mode: string; narrationPolicy: string; scriptKey: string; voiceMap: object; castList: object;
  entryCount: number; spokenCount: number;
}

/**
 * Revision 1, READY, settled: one transaction, once. `shareTtlDays` starts now and holds for every later revision.
 * Raises `HoldVoid` when the line's credits are no longer on hold; then nothing is published.
 */
export async function publishArtifact(
  db: Database, key: ArtifactKey, revision: NewRevision, shareTtlDays: number,
): Promise<ArtifactOutcome> {
  return db.transaction(async (tx) => {
    if (!isOpen(await lockJob(tx, key.jobId), key)) return 'over';
    const rows = await tx.query<{ line: number }>(
      `UPDATE artifacts SET status = 'READY', current_version = 1, title = $3, failure_code = NULL, failure_message = NULL,
         share_expires_at = date_trunc('second', now()) + make_interval(days => $4::int), updated_at = now()
       WHERE id = $1 AND job_id = $2 AND status = 'RUNNING' RETURNING line`,
      [key.artifactId, key.jobId, revision.title, shareTtlDays]);
    const published = rows[0];
    if (!published) return 'over';
    await tx.query(
      `INSERT INTO artifact_revisions
         (artifact_id, revision, title, mode, narration_policy, script_key, voice_map, cast_list, entry_count, spoken_count)
       VALUES ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [key.artifactId, revision.title, revision.mode, revision.narrationPolicy, revision.scriptKey, JSON.stringify(revision.voiceMap),
        JSON.stringify(revision.castList), revision.entryCount, revision.spokenCount]);
    await settle(tx, { refType: JOB_REF, refId: key.jobId, epoch: key.epoch, line: published.line });
    await advance(tx, key);
    return 'READY';
  });
}

async function failOpenArtifacts(
  tx: Db, jobId: string, failure: JobFailure, artifactId: string | null,
): Promise<number[]> {
  const rows = await tx.query<{ line: number }>(
    `UPDATE artifacts SET status = 'FAILED', failure_code = $2, failure_message = $3, updated_at = now()
     WHERE job_id = $1 AND ($4::text IS NULL OR id = $4) AND status IN ('PENDING', 'RUNNING') RETURNING line`,
    [jobId, failure.code, failure.message, artifactId]);
  return rows.map(({ line }) => line);
}

const noteDetails = (tx: Db, jobId: string, { details }: JobFailure): Promise<unknown> =>
  tx.query('UPDATE jobs SET failure_details = $2 WHERE id = $1', [jobId, details ? JSON.stringify(details) : null]);

/** Ends one artifact at FAILED and releases its line. */
export async function failArtifact(db: Database, key: ArtifactKey, failure: JobFailure): Promise<ArtifactOutcome> {
  return db.transaction(async (tx) => {
    if (!isOpen(await lockJob(tx, key.jobId), key)) return 'over';
    const [line] = await failOpenArtifacts(tx, key.jobId, failure, key.artifactId);
    if (line === undefined) return 'over';
    await release(tx, { refType: JOB_REF, refId: key.jobId, epoch: key.epoch, line });
    await noteDetails(tx, key.jobId, failure);
    await advance(tx, key);
    return 'FAILED';
  });
}

/** Ends whatever is still open and releases its credits; what is READY stays (then the job is READY, not FAILED). */
export async function failJob(db: Database, key: JobKey, failure: JobFailure): Promise<void> {
  await db.transaction(async (tx) => {
    if (!isOpen(await lockJob(tx, key.jobId), key)) return;
    await failOpenArtifacts(tx, key.jobId, failure, null);
    await release(tx, { refType: JOB_REF, refId: key.jobId, epoch: key.epoch });
    await noteDetails(tx, key.jobId, failure);
    await advance(tx, key);
  });
}

/** Specification 3.3: from here a job can still be cancelled. */
export const CANCELLABLE: readonly JobStatus[] = ['PENDING', 'RESERVED', 'RUNNING'];

/** CANCELED with everything released, or the status that came first. Null when the row is in another epoch or missing. */
export async function cancelJob(db: Database, key: JobKey): Promise<JobStatus | null> {
  return db.transaction(async (tx) => {
    const job = await lockJob(tx, key.jobId);
    if (job?.epoch !== key.epoch) return null;
    if (!CANCELLABLE.includes(job.status)) return job.status;
    await failOpenArtifacts(tx, key.jobId, { code: 'artifact_generation_failed', message: 'The job was cancelled.' }, null);
    await release(tx, { refType: JOB_REF, refId: key.jobId, epoch: key.epoch });
    await tx.query(
      `UPDATE jobs SET status = 'CANCELED', finished_at = now(), updated_at = now(), credits_released = (
         SELECT coalesce(sum(credits), 0) FROM credit_holds WHERE ref_type = '${JOB_REF}' AND ref_id = $1 AND state = 'released')
       WHERE id = $1`, [key.jobId]);
    return 'CANCELED';
  });
}
