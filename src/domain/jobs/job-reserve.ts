import type { Database, Db } from '../../db/database.js';
import type { JobInput, ReserveAnswer } from '../../../workflows/jobs/contract.js';
import { reserve } from '../../credits/ledger.js';
import { JOB_REF, lockJob } from './job-moves.js';
import { QUEUED } from './progress.js';

const OPEN = ['PENDING', 'RESERVED', 'RUNNING', 'PARTIAL'];

async function insertRows(tx: Db, input: JobInput): Promise<void> {
  const { adopts, lines } = input;
  const quoted = lines.reduce((sum, { credits }) => sum + credits, 0);
  await tx.query(
    `WITH made_from AS (SELECT coalesce($9::jsonb, (SELECT quote FROM plans WHERE id = $2)) AS quote,
         coalesce($10, (SELECT title FROM plans WHERE id = $2)) AS title),
       job AS (
         INSERT INTO jobs (id, account_id, project_id, plan_id, script_upload_id, screenplay_key, status, epoch, progress, quote, voice_map,
           request_id, credits_quoted, credits_reserved, credits_settled, credits_released)
         SELECT $1, $11, $12, $2, $13, $14, 'RESERVED', $3, $4, quote, $5, $6, $7, $7, 0, 0 FROM made_from WHERE quote IS NOT NULL
         ON CONFLICT DO NOTHING RETURNING id, account_id, project_id)
     INSERT INTO artifacts (id, account_id, project_id, job_id, line, type, title, status, current_version, refine_count)
     SELECT l."artifactId", j.account_id, j.project_id, j.id, l.line, l.type, m.title, 'PENDING', 1, 0
     FROM job j, made_from m, jsonb_to_recordset($8::jsonb) AS l("artifactId" text, line int, type text)`,
    [input.jobId, input.planId, input.epoch, JSON.stringify(QUEUED), JSON.stringify(input.voiceMap), input.requestId, quoted,
      JSON.stringify(lines), input.quote ? JSON.stringify(input.quote) : null, adopts?.title ?? null, input.accountId, input.projectId,
      adopts?.scriptUploadId ?? null, adopts?.screenplayKey ?? null]);
}

/**
 * Keeps the adopted version from being deleted between the look at it and the job that needs it, and one read per version from
 * becoming two. Null when the job may be made.
 */
async function refusedAdoption(tx: Db, { planId, adopts }: JobInput): Promise<ReserveAnswer | null> {
  if (!adopts) return null;
  const live = await tx.query(
    'SELECT 1 FROM script_versions WHERE id = $1 AND deleted_at IS NULL FOR UPDATE', [adopts.scriptUploadId]);
  if (live.length === 0) return { outcome: 'script_gone' };
  if (planId !== null) return null;
  const reads = await tx.query(
    `SELECT 1 FROM jobs WHERE script_upload_id = $1 AND plan_id IS NULL AND status <> 'CANCELED'`, [adopts.scriptUploadId]);
  return reads.length > 0 ? { outcome: 'over' } : null;
}

const holdsOf = (input: JobInput, cycleDays: number, lines = input.lines) => ({
  accountId: input.accountId, refType: JOB_REF, refId: input.jobId, epoch: input.epoch, cycleDays,
  lines: lines.map(({ line, credits }) => ({ line, credits })),
});

/** First epoch: hold and rows, or neither. */
async function open(tx: Db, input: JobInput, cycleDays: number): Promise<ReserveAnswer> {
  const known = await lockJob(tx, input.jobId);
  if (known) return { outcome: known.epoch === input.epoch && OPEN.includes(known.status) ? 'reserved' : 'over' };
  const refused = await refusedAdoption(tx, input);
  if (refused) return refused;
  const outcome = await reserve(tx, holdsOf(input, cycleDays));
  if (!outcome.ok) return { outcome: 'insufficient', required: outcome.required, available: outcome.available };
  await insertRows(tx, input);
  return { outcome: 'reserved' };
}

/**
 * A later epoch: FAILED becomes RESERVED, what is READY stays, every other line is held again. A refusal uses the epoch up and
 * changes nothing else, so that the next attempt has a run and holds of its own.
 */
async function reopen(tx: Db, input: JobInput, cycleDays: number): Promise<ReserveAnswer> {
  const job = await lockJob(tx, input.jobId);
  if (!job || job.epoch > input.epoch) return { outcome: 'over' };
  if (job.epoch === input.epoch && OPEN.includes(job.status)) return { outcome: 'reserved' };
  if (job.status !== 'FAILED' || (job.epoch === input.epoch && await hasHolds(tx, input))) return { outcome: 'over' };
  const ready = await tx.query<{ line: number }>(
    `SELECT line FROM artifacts WHERE job_id = $1 AND status = 'READY'`, [input.jobId]);
  const open = input.lines.filter(({ line }) => !ready.some((done) => done.line === line));
  const outcome = await reserve(tx, holdsOf(input, cycleDays, open));
  if (!outcome.ok) {
    await tx.query('UPDATE jobs SET epoch = $2 WHERE id = $1', [input.jobId, input.epoch]);
    return { outcome: 'insufficient', required: outcome.required, available: outcome.available };
  }
  await tx.query(
    `UPDATE artifacts SET status = 'PENDING', failure_code = NULL, failure_message = NULL, updated_at = now()
     WHERE job_id = $1 AND status = 'FAILED'`, [input.jobId]);
  await tx.query(
    `UPDATE jobs SET status = 'RESERVED', epoch = $2, progress = $3, failure_code = NULL, failure_message = NULL, failure_details = NULL,
       finished_at = NULL, credits_reserved = credits_reserved + $4, request_id = $5, updated_at = now() WHERE id = $1`,
    [input.jobId, input.epoch, JSON.stringify(QUEUED), open.reduce((sum, { credits }) => sum + credits, 0), input.requestId]);
  return { outcome: 'reserved' };
}

async function hasHolds(tx: Db, { jobId, epoch }: JobInput): Promise<boolean> {
  const found = await tx.query(
    `SELECT 1 FROM credit_holds WHERE ref_type = '${JOB_REF}' AND ref_id = $1 AND epoch = $2 LIMIT 1`, [jobId, epoch]);
  return found.length > 0;
}

/**
 * Reserves the credits of a job and makes its rows, in one transaction. A repeat reports what happened before. Not enough credits:
 * no rows of a new job, an unchanged old one.
 */
export async function reserveJob(db: Database, input: JobInput, cycleDays: number): Promise<ReserveAnswer> {
  return db.transaction((tx) => (input.epoch === 1 ? open(tx, input, cycleDays) : reopen(tx, input, cycleDays)));
}
