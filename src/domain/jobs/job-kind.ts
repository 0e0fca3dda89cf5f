import type { Db } from '../../db/database.js';
import { defineWork } from '../../works/kind.js';
import type { LineKey, OpenAnswer } from '../../works/model.js';
import { getArtifactKind } from '../artifacts/artifact-kinds.js';
import { lockVersion } from '../scripts/version-store.js';
import { JOB_UNIT, type JobInput } from './job-run.js';
import { failArtifacts, giveUpVersion, insertJob, isReadByOther, reopenArtifacts } from './job-store.js';

/** One artifact of a job, finished; the rest is what its type made. */
export interface MadeArtifact { artifactId: string; type: string; [made: string]: unknown }

interface LoadedArtifact { artifactId: string; type: string; loaded: unknown }

/** Makes the artifacts of an approved plan, or the read of a writer's screenplay. Each artifact is a line with a price. */
export const jobKind = defineWork<JobInput, MadeArtifact, LoadedArtifact>({
  kind: 'job', workflow: 'jobWorkflow', queue: 'jobs', whenCancelled: 'CANCELED',
  unit: JOB_UNIT, counted: true, provider: 'llm',
  admit: (tx, { adopts, planId, workId }) => (adopts ? admitAdoption(tx, adopts.scriptUploadId, planId, workId) : Promise.resolve(null)),
  opened: insertJob,
  reopened: (tx, { workId }) => reopenArtifacts(tx, workId),
  async load(services, { artifactId, type, ...made }) {
    return { artifactId, type, loaded: await getArtifactKind(type).load(services, made) };
  },
  publish: (tx, { workId }: LineKey, { artifactId, type, loaded }) => getArtifactKind(type).publish(tx, { artifactId, workId }, loaded),
  fail: (tx, { workId }, line, failure) => failArtifacts(tx, workId, line, failure),
  cancelled: (tx, { workId }) => giveUpVersion(tx, workId),
});

/**
 * Keeps the adopted version from being deleted between the look at it and the job that needs it, and one read per version from
 * becoming two.
 */
async function admitAdoption(tx: Db, versionId: string, planId: string | null, workId: string): Promise<OpenAnswer | null> {
  const version = await lockVersion(tx, versionId);
  if (!version) return { outcome: 'refused', failure: { code: 'script_not_found', message: 'the screenplay was deleted meanwhile' } };
  if (planId !== null) return null;
  return await isReadByOther(tx, versionId, workId) ? { outcome: 'over' } : null;
}
