import { ensurePerforming } from '../../src/domain/artifacts/shares/live-start.js';
import { findCurrentRead } from '../../src/domain/artifacts/read-lookup.js';
import { failArtifact, publishArtifact } from '../../src/domain/jobs/job-moves.js';
import { getDirected } from '../../src/domain/jobs/directed-read.js';
import type { Services } from '../../src/services.js';
import type { ArtifactKey, ArtifactOutcome, JobFailure } from '../../workflows/jobs/contract.js';

/** How one artifact of a job ends, and what follows from that. */
export function createJobActivities(services: Services) {
  const { db, store, config, faults } = services;
  return {
    /** Starts the performance of a finished read unless it is complete or under way. */
    async beginPerformance({ artifactId }: { artifactId: string }): Promise<void> {
      const read = await findCurrentRead(db, artifactId);
      if (read) await ensurePerforming(services, read);
    },
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
