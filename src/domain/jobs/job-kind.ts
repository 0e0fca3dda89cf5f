import type { Db } from '../../kernel/db/database.js';
import { defineWork, STOPPED_RESUMABLE } from '../../kernel/works/kind.js';
import type { LineKey, OpenAnswer } from '../../kernel/works/model.js';
import { getArtifactKind } from '../artifacts/artifact-kinds.js';
import { lockVersion } from '../scripts/version-store.js';
import { JOB_UNIT, type JobInput } from './job-run.js';
import { failArtifacts, releaseVersion, insertJob, isReadByOther, reopenArtifacts } from './job-store.js';

/** A finished artifact of a job. The other fields depend on its type. */
export interface MadeArtifact { artifactId: string; type: string; [made: string]: unknown }

interface LoadedArtifact { artifactId: string; type: string; loaded: unknown }

/**
 * The work that makes the artifacts of an approved plan, or the read of a writer's screenplay. Each artifact is a
 * priced line.
 */
export const jobKind = defineWork<JobInput, MadeArtifact, LoadedArtifact>({
  kind: 'job', workflow: 'jobWorkflow', queue: 'jobs', runOn: '<job>', whenCancelled: 'CANCELED',
  unit: JOB_UNIT, counted: true, provider: 'llm', stopped: STOPPED_RESUMABLE,
  admit: (tx, { adopts, planId, workId }) => (adopts ? admitAdoption(tx, adopts.scriptUploadId, planId, workId) : Promise.resolve(null)),
  opened: insertJob,
  reopened: (tx, { workId }) => reopenArtifacts(tx, workId),
  async load(services, { artifactId, type, ...made }) {
    return { artifactId, type, loaded: await getArtifactKind(type).load(services, made) };
  },
  publish: (tx, { workId }: LineKey, { artifactId, type, loaded }) => getArtifactKind(type).publish(tx, { artifactId, workId }, loaded),
  fail: (tx, { workId }, line, failure) => failArtifacts(tx, workId, line, failure),
  cancelled: (tx, { workId }) => releaseVersion(tx, workId),
});

/**
 * Locks the adopted version, so that it is not deleted before the job exists, and refuses a second read of the same
 * version.
 */
async function admitAdoption(tx: Db, versionId: string, planId: string | null, workId: string): Promise<OpenAnswer | null> {
  const version = await lockVersion(tx, versionId);
  if (!version) return { outcome: 'refused', failure: { code: 'script_not_found', message: 'the screenplay was deleted before the job started' } };
  if (planId !== null) return null;
  return await isReadByOther(tx, versionId, workId) ? { outcome: 'over' } : null;
}
