import { runChecks } from '../../src/monitoring/checker.js';
import type { Services } from '../../src/kernel/services.js';

export type CheckingActivities = ReturnType<typeof createCheckingActivities>;

export function createCheckingActivities(services: Services) {
  return {
    /** Runs the checker once and returns its counts. */
    async checkConsistency(): Promise<{ findings: number; mended: number }> {
      const { findings, mended } = await runChecks(services);
      return { findings: findings.length, mended: mended.length };
    },
  };
}
