import type { Db } from '../../db/database.js';
import { defineWork } from '../../works/kind.js';
import type { LineKey, OpenAnswer, WorkFailure, WorkKey } from '../../works/model.js';
import { getArtifactKind } from '../artifacts/artifact-kinds.js';
import type { JobInput } from './job-run.js';

/** One artifact of a job, finished; the rest is what its type made. */
export interface MadeArtifact { artifactId: string; type: string; [made: string]: unknown }

interface LoadedArtifact { artifactId: string; type: string; loaded: unknown }

/** Makes the artifacts of an approved plan, or the read of a writer's screenplay. Each artifact is a line with a price. */
export const jobKind = defineWork<JobInput, MadeArtifact, LoadedArtifact>({
  kind: 'job', workflow: 'jobWorkflow', queue: 'jobs', whenCancelled: 'CANCELED',
  admit: (tx, { adopts, planId, workId }) => (adopts ? admitAdoption(tx, adopts.scriptUploadId, planId, workId) : Promise.resolve(null)),
  opened: insertJob,
  async reopened(tx, { workId }) {
    await tx.query(
      `UPDATE artifacts SET status = 'PENDING', failure_code = NULL, failure_message = NULL, updated_at = now()
       WHERE job_id = $1 AND status = 'FAILED'`, [workId]);
  },
  async load(services, { artifactId, type, ...made }) {
    return { artifactId, type, loaded: await getArtifactKind(type).load(services, made) };
  },
  publish: (tx, { workId }: LineKey, { artifactId, type, loaded }) => getArtifactKind(type).publish(tx, { artifactId, workId }, loaded),
  fail: failArtifacts,
  async cancelled(tx, { workId }) {
    await tx.query('UPDATE jobs SET reads_version = false WHERE id = $1', [workId]);
  },
});

async function insertJob(tx: Db, input: JobInput): Promise<void> {
  const { adopts } = input;
  await tx.query(
    `WITH made_from AS (SELECT coalesce($5::jsonb, (SELECT quote FROM plans WHERE id = $2)) AS quote,
         coalesce($6, (SELECT title FROM plans WHERE id = $2)) AS title),
       job AS (
         INSERT INTO jobs (id, account_id, project_id, plan_id, script_upload_id, screenplay_key, quote, voice_map, reads_version)
         SELECT $1, $7, $8, $2, $9, $10, quote, $3, $2::text IS NULL FROM made_from RETURNING id, account_id, project_id)
     INSERT INTO artifacts (id, account_id, project_id, job_id, line, type, title, status, current_version, refine_count)
     SELECT l."artifactId", j.account_id, j.project_id, j.id, l.line, l.type, m.title, 'PENDING', 1, 0
     FROM job j, made_from m, jsonb_to_recordset($4::jsonb) AS l("artifactId" text, line int, type text)`,
    [input.workId, input.planId, JSON.stringify(input.voiceMap), JSON.stringify(input.artifacts),
      input.quote ? JSON.stringify(input.quote) : null, adopts?.title ?? null, input.accountId, input.projectId,
      adopts?.scriptUploadId ?? null, adopts?.screenplayKey ?? null]);
}

/**
 * Keeps the adopted version from being deleted between the look at it and the job that needs it, and one read per version from
 * becoming two.
 */
async function admitAdoption(tx: Db, versionId: string, planId: string | null, workId: string): Promise<OpenAnswer | null> {
  const live = await tx.query('SELECT 1 FROM script_versions WHERE id = $1 AND deleted_at IS NULL FOR UPDATE', [versionId]);
  if (live.length === 0) return { outcome: 'refused', failure: { code: 'script_not_found', message: 'the screenplay was deleted meanwhile' } };
  if (planId !== null) return null;
  const reads = await tx.query('SELECT 1 FROM jobs WHERE script_upload_id = $1 AND reads_version AND id <> $2', [versionId, workId]);
  return reads.length > 0 ? { outcome: 'over' } : null;
}

async function failArtifacts(tx: Db, { workId }: WorkKey, line: number | null, { code, message }: WorkFailure): Promise<boolean> {
  const failed = await tx.query(
    `UPDATE artifacts SET status = 'FAILED', failure_code = $3, failure_message = $4, updated_at = now()
     WHERE job_id = $1 AND ($2::int IS NULL OR line = $2) AND status IN ('PENDING', 'RUNNING') RETURNING id`, [workId, line, code, message]);
  return failed.length > 0;
}
