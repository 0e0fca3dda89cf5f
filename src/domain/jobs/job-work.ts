import type { DataSource } from 'typeorm';
import type { ArtifactKey } from '../../../workflows/jobs/contract.js';
import type { VoiceMap } from '../artifacts/voice-map.js';
import { readPlan, type PlanRow } from '../plans/plan-store.js';

/** What the making of an artifact works from. */
export interface JobWork { plan: PlanRow; voiceMap: VoiceMap }

/** Null when there is nothing to do: the job is over or in another epoch, or the artifact has ended. */
export async function findJobWork(db: DataSource, key: ArtifactKey): Promise<JobWork | null> {
  const [row] = await db.query(
    `SELECT j.plan_id AS "planId", j.voice_map AS "voiceMap" FROM jobs j JOIN artifacts a ON a.job_id = j.id
     WHERE j.id = $1 AND j.epoch = $2 AND a.id = $3 AND j.status NOT IN ('READY', 'FAILED', 'CANCELED')
       AND a.status IN ('PENDING', 'RUNNING')`, [key.jobId, key.epoch, key.artifactId]) as { planId: string; voiceMap: VoiceMap }[];
  const plan = row ? await readPlan(db, row.planId) : null;
  return row && plan ? { plan, voiceMap: row.voiceMap } : null;
}
