import { mendSchedules } from '../domain/publishing/releases/mend-schedules.js';
import { mendSeasonRuns } from '../domain/season-runs/mend-runs.js';
import type { Services } from '../services.js';
import { failingRunsLog } from './failing-runs.js';
import { mendAllLostWork } from './lost-work.js';

const LOOK_EVERY_MS = 10_000;

/**
 * Looks at runs while a worker process runs: lost work is mended, so that a terminated run shows within half a minute, and runs that
 * keep failing are logged. Several processes may look at once, because every mend is safe to repeat. A look that fails is logged,
 * and the next one tries again. Returns the end of it.
 */
export function watchRuns(services: Services): () => void {
  const { log } = services;
  const logFailingRuns = failingRunsLog(services);
  const looks: [failed: string, look: () => Promise<void>][] = [
    ['lost work could not be looked for', async () => {
      const mended = await mendAllLostWork(services);
      if (mended.length > 0) log.warn({ mended }, 'work without a run was failed or started again');
    }],
    ['failing runs could not be looked for', logFailingRuns],
    ['scheduled releases could not be looked for', () => mendSchedules(services)],
    ['season runs could not be looked for', () => mendSeasonRuns(services)],
  ];
  const looking = new Set<string>();
  const timer = setInterval(() => {
    for (const [failed, look] of looks) {
      if (looking.has(failed)) continue;
      looking.add(failed);
      look().catch((error: Error) => log.warn({ err: error }, failed)).finally(() => looking.delete(failed));
    }
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
