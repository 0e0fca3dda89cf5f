import { publishDue } from '../../src/domain/publishing/releases/publishing.js';
import type { DueOutcome } from '../../src/domain/publishing/releases/release-run.js';
import type { Services } from '../../src/kernel/services.js';

export function createPublishingWrites(services: Services) {
  return {
    /** Publishes a scheduled release if it is due. One transaction; a repeat finds it published. */
    async publishDueRelease({ releaseId }: { releaseId: string }): Promise<DueOutcome> {
      await services.faults.reach('publish.before_commit', releaseId);
      const outcome = await publishDue(services, releaseId);
      await services.faults.reach('publish.after_commit', releaseId);
      return outcome;
    },
  };
}
