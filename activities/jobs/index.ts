import { ensurePerforming } from '../../src/domain/artifacts/shares/live-start.js';
import { findCurrentRead } from '../../src/domain/artifacts/read-store.js';
import type { Services } from '../../src/services.js';

/** Steps after an artifact has ended. */
export function createJobActivities(services: Services) {
  return {
    /** Starts the performance of a finished read unless it is complete or running. */
    async beginPerformance({ artifactId }: { artifactId: string }): Promise<void> {
      const read = await findCurrentRead(services.db, artifactId);
      if (read) await ensurePerforming(services, read);
    },
  };
}
