import type { Services } from '../../../services.js';
import { announceSchedule, releaseRun } from './release-run.js';
import { listDue } from './release-store.js';

/** A run is missed so long before its release is due. */
const AHEAD_SECONDS = 15 * 60;
const BATCH = 200;

/**
 * Starts the runs of scheduled releases that have none, because the engine was away when they were scheduled or somebody stopped them.
 * A run whose release is overdue may have missed a message, so it is told again. Safe to repeat.
 */
export async function mendSchedules(services: Pick<Services, 'db' | 'engine' | 'log'>): Promise<void> {
  for (const { overdue, ...release } of await listDue(services.db, AHEAD_SECONDS, BATCH)) {
    if (overdue) await announceSchedule(services, release);
    else await services.engine.start(releaseRun(release));
  }
}
