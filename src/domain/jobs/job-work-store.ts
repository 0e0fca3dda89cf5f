import type { Database, Db } from '../../kernel/db/database.js';
import { IS_OPEN } from '../../kernel/works/work-store.js';
import type { VoiceMap } from '../library/voice-map.js';
import { findPlan, type PlanRow } from '../plans/plan-store.js';
import type { ArtifactKey, JobProgress } from './job-run.js';

/** What an artifact is made from: a plan, a writer's screenplay, or both. */
export interface JobWork {
  projectId: string; title: string; plan: PlanRow | null; screenplayKey: string | null; voiceMap: VoiceMap;
  /** The version of a script that is performed; null without one. */
  scriptUploadId: string | null;
  /** Whether a narrator speaks the headings of a screenplay that the job writes; null: as the plan asks. */
  announcesScenes: boolean | null;
}

interface WorkRow extends Omit<JobWork, 'plan'> { planId: string | null }

/**
 * What the artifact is made from. Null when nothing is left to do: the job or the artifact has ended, or another epoch
 * is open.
 */
export async function findJobWork(db: Db, key: ArtifactKey): Promise<JobWork | null> {
  const [row] = await db.query<WorkRow>(
    `SELECT j.project_id AS "projectId", j.plan_id AS "planId", j.screenplay_key AS "screenplayKey", j.voice_map AS "voiceMap", j.announces_scenes AS "announcesScenes", j.script_upload_id AS "scriptUploadId", a.title
     FROM works w JOIN jobs j ON j.id = w.id JOIN artifacts a ON a.job_id = j.id
     WHERE w.id = $1 AND w.epoch = $2 AND a.id = $3 AND w.${IS_OPEN} AND a.status IN ('PENDING', 'RUNNING')`,
    [key.workId, key.epoch, key.artifactId]);
  if (!row) return null;
  const { planId, ...work } = row;
  return { ...work, plan: planId === null ? null : await findPlan(db, planId) };
}

/** Moves job and artifact to RUNNING. Returns false when this run has nothing to do. */
export async function startArtifact(db: Database, key: ArtifactKey, progress: JobProgress): Promise<boolean> {
  // Locks the row first, so that the statement sees a cancellation that is being committed.
  const started = await db.query(
    `WITH work AS (SELECT id, epoch, status FROM works WHERE id = $1 FOR NO KEY UPDATE),
     artifact AS (
       UPDATE artifacts a SET status = 'RUNNING', updated_at = now() FROM work w
       WHERE a.id = $3 AND a.job_id = w.id AND w.epoch = $2 AND w.${IS_OPEN} AND a.status IN ('PENDING', 'RUNNING')
       RETURNING a.job_id)
     UPDATE works w SET status = CASE WHEN status = 'RESERVED' THEN 'RUNNING' ELSE status END, progress = $4, updated_at = now()
     FROM artifact WHERE w.id = artifact.job_id RETURNING w.id`,
    [key.workId, key.epoch, key.artifactId, JSON.stringify(progress)]);
  return started.length > 0;
}
