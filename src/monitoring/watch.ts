import { mendSchedules, publishOverdue } from '../domain/publishing/releases/mend-schedules.js';
import { mendDecks } from '../domain/pitch-decks/mend-decks.js';
import { mendTrailers } from '../domain/trailers/mend-trailers.js';
import { mendSeasonRuns } from '../domain/season-runs/mend-runs.js';
import { DECIDERS } from '../domain/deciders.js';
import { mendDecisions } from '../kernel/decisions/mend-decisions.js';
import type { Services } from '../kernel/services.js';
import { tellAllWaiters } from '../kernel/works/waiting.js';
import { failingRunsLog } from './failing-runs.js';
import { mendAllLostWork } from './lost-work.js';

const LOOK_EVERY_MS = 10_000;
/** Short, because listeners wait for an overdue release, and the check is cheap. */
const OVERDUE_EVERY_MS = 2_000;

interface Look { everyMs: number; failed: string; look: () => Promise<void> }

/** Calls `look` at once and then in intervals, one call at a time. A failed call is logged, and the next one tries again. Returns a function that stops it. */
function keepLooking({ log }: Pick<Services, 'log'>, { everyMs, failed, look }: Look): () => void {
  let looking = false;
  const lookOnce = (): void => {
    if (looking) return;
    looking = true;
    look().catch((error: Error) => log.warn({ err: error }, failed)).finally(() => { looking = false; });
  };
  lookOnce();
  const timer = setInterval(lookOnce, everyMs);
  return () => clearInterval(timer);
}

/**
 * Watches runs while a worker process runs: mends lost work, so that a terminated run shows within half a minute, logs runs that keep failing, and publishes
 * overdue releases. Several processes may watch at once, because every mend is safe to repeat. Returns a function that stops it.
 */
export function watchRuns(services: Services): () => void {
  const { log } = services;
  const logFailingRuns = failingRunsLog(services);
  const looks: Look[] = [
    {
      everyMs: LOOK_EVERY_MS, failed: 'lost work could not be looked for',
      async look() {
        const mended = await mendAllLostWork(services);
        if (mended.length > 0) log.warn({ mended }, 'work without a run was failed or started again');
      },
    },
    { everyMs: LOOK_EVERY_MS, failed: 'failing runs could not be looked for', look: logFailingRuns },
    { everyMs: OVERDUE_EVERY_MS, failed: 'overdue releases could not be looked for', look: () => publishOverdue(services) },
    { everyMs: LOOK_EVERY_MS, failed: 'scheduled releases could not be looked for', look: () => mendSchedules(services) },
    { everyMs: LOOK_EVERY_MS, failed: 'decisions could not be looked for', look: () => mendDecisions(services, DECIDERS) },
    { everyMs: LOOK_EVERY_MS, failed: 'runs that wait for work could not be looked for', look: () => tellAllWaiters(services) },
    { everyMs: LOOK_EVERY_MS, failed: 'season runs could not be looked for', look: () => mendSeasonRuns(services) },
    { everyMs: LOOK_EVERY_MS, failed: 'trailers could not be looked for', look: () => mendTrailers(services) },
    { everyMs: LOOK_EVERY_MS, failed: 'pitch decks could not be looked for', look: () => mendDecks(services) },
  ];
  const ends = looks.map((look) => keepLooking(services, look));
  return () => { for (const end of ends) end(); };
}
