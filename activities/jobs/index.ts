import { ensurePerforming } from '../../src/domain/artifacts/shares/live-start.js';
import { findPerformance } from '../../src/domain/artifacts/performance/performance-store.js';
import { findCurrentRead } from '../../src/domain/artifacts/read-store.js';
import type { Services } from '../../src/kernel/services.js';

/** Steps after an artifact has ended. */
export function createJobActivities(services: Services) {
  return {
    /** Starts the performance of a finished read unless it is complete or running. One that nobody asked for starts where reads record themselves. */
    async beginPerformance({ artifactId, asked = true }: { artifactId: string; asked?: boolean }): Promise<void> {
      if (!asked && services.config.recordReads === 'on-demand') return;
      const read = await findCurrentRead(services.db, artifactId);
      if (read) await ensurePerforming(services, read);
    },
    /** How far the performance of a revision is, for a finalize that waits for it. */
    async recordingState({ artifactId, revision }: { artifactId: string; revision: number }): Promise<'waiting' | 'complete' | 'failed'> {
      const status = (await findPerformance(services.db, artifactId, revision))?.status;
      return status === 'complete' || status === 'failed' ? status : 'waiting';
    },
  };
}
