import { failArtifact, publishArtifact } from '../../src/domain/jobs/job-moves.js';
import { getDirected } from '../../src/domain/jobs/directed-read.js';
import type { Services } from '../../src/services.js';
import type { ArtifactKey, ArtifactOutcome, JobFailure } from '../../workflows/jobs/contract.js';

/** How one artifact of a job ends. */
export function createJobActivities({ db, store, config, faults }: Services) {
  return {
    /** Revision 1, READY and settled in one transaction; `over` when the artifact or its job had ended before. */
    async publishTableRead({ directedKey, ...key }: ArtifactKey & { directedKey: string }): Promise<ArtifactOutcome> {
      const revision = await getDirected(store, directedKey);
      await faults.reach('settle.before_commit');
      const outcome = await publishArtifact(db, key, revision, config.shareTtlDays);
      await faults.reach('settle.after_commit');
      return outcome;
    },
    /** FAILED with its code, its credit line released. */
    async failArtifact({ failure, ...key }: ArtifactKey & { failure: JobFailure }): Promise<ArtifactOutcome> {
      return failArtifact(db, key, failure);
    },
  };
}

export type JobActivities = ReturnType<typeof createJobActivities>;
