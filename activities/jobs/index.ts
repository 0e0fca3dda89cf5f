import { ensurePerforming } from '../../src/domain/artifacts/shares/live-start.js';
import { performanceKind } from '../../src/domain/artifacts/performance/performance-kind.js';
import { findPerformance } from '../../src/domain/artifacts/performance/performance-store.js';
import { findCurrentRead } from '../../src/domain/artifacts/read-store.js';
import type { Services } from '../../src/kernel/services.js';
import { workIdOf } from '../../src/kernel/works/ids.js';

/** Steps after an artifact has ended. */
export function createJobActivities(services: Services) {
  return {
    /**
     * Starts the performance of a finished read unless it is complete or running. When nobody asked for the performance, it starts only on installations that
     * record reads without being asked.
     */
    async beginPerformance({ artifactId, asked = true }: { artifactId: string; asked?: boolean }): Promise<void> {
      if (!asked && services.config.recordReads === 'on-demand') return;
      const read = await findCurrentRead(services.db, artifactId);
      if (read) await ensurePerforming(services, read);
    },
    /** The state of a revision's performance and the id of its work, for a finalize that waits for it. */
    async recordingState({ artifactId, revision }: { artifactId: string; revision: number }): Promise<{ state: 'waiting' | 'complete' | 'failed'; workId: string }> {
      const status = (await findPerformance(services.db, artifactId, revision))?.status;
      const state = status === 'complete' || status === 'failed' ? status : 'waiting';
      return { state, workId: workIdOf(performanceKind.kind, artifactId, revision) };
    },
  };
}
