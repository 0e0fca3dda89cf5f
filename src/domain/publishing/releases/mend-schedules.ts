import type { Services } from '../../../kernel/services.js';
import { publishDue } from './publishing.js';
import { announceSchedule, releaseRun } from './release-run.js';
import { findRelease, listOverdue, listUpcoming } from './release-store.js';

/** A run is missed so long before its release is due. */
const AHEAD_SECONDS = 15 * 60;
/** A run that works publishes its release sooner after it is due. */
const LATE_SECONDS = 2;
const BATCH = 200;

type Mending = Pick<Services, 'db' | 'engine' | 'log'>;

/** Starts the runs of scheduled releases that have none, because the engine was away when they were scheduled or an operator stopped them. Safe to repeat. */
export async function mendSchedules({ db, engine }: Mending): Promise<void> {
  for (const release of await listUpcoming(db, AHEAD_SECONDS, BATCH)) await engine.start(releaseRun(release));
}

/**
 * Publishes releases whose run is late: the engine is away, the run is waiting for a worker that was killed, or it never heard of the
 * date. The row decides, so the second of two changes nothing. Runs are signalled afterwards. Safe to repeat.
 */
export async function publishOverdue(services: Mending): Promise<void> {
  const { db, log } = services;
  const published: string[] = [];
  for (const releaseId of await listOverdue(db, LATE_SECONDS, BATCH)) {
    try {
      if ((await publishDue(services, releaseId)).outcome === 'published') published.push(releaseId);
    } catch (error) {
      log.warn({ err: error, releaseId }, 'a release that is overdue could not be published; the next look tries again');
    }
  }
  for (const releaseId of published) {
    const release = await findRelease(db, releaseId);
    if (release) await announceSchedule(services, release);
  }
}
