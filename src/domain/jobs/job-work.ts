import type { Db } from '../../db/database.js';
import type { ArtifactKey } from '../../../workflows/jobs/contract.js';
import type { VoiceMap } from '../library/voice-map.js';
import { findPlan, type PlanRow } from '../plans/plan-store.js';

/** What the making of an artifact works from: a plan, a writer's screenplay, or the screenplay for the plan. */
export interface JobWork { projectId: string; title: string; plan: PlanRow | null; screenplayKey: string | null; voiceMap: VoiceMap }

interface WorkRow extends Omit<JobWork, 'plan'> { planId: string | null }

/** Null when there is nothing to do: the job is over or in another epoch, or the artifact has ended. */
export async function findJobWork(db: Db, key: ArtifactKey): Promise<JobWork | null> {
  const [row] = await db.query<WorkRow>(
    `SELECT j.project_id AS "projectId", j.plan_id AS "planId", j.screenplay_key AS "screenplayKey", j.voice_map AS "voiceMap", a.title
     FROM jobs j JOIN artifacts a ON a.job_id = j.id
     WHERE j.id = $1 AND j.epoch = $2 AND a.id = $3 AND j.status NOT IN ('READY', 'FAILED', 'CANCELED')
       AND a.status IN ('PENDING', 'RUNNING')`, [key.jobId, key.epoch, key.artifactId]);
  if (!row) return null;
  const { planId, ...work } = row;
  return { ...work, plan: planId === null ? null : await findPlan(db, planId) };
}
