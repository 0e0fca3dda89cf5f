import type { Services } from '../../../kernel/services.js';
import { publishDue } from './publishing.js';
import { announceSchedule, releaseRun } from './release-run.js';
import { findRelease, listOverdue, listUpcoming } from './release-store.js';

/** How long before its release is due a missing run is noticed. */
const AHEAD_SECONDS = 15 * 60;
/** A release that is late by this much has no working run: a working one publishes sooner. */
const LATE_SECONDS = 2;
const BATCH = 200;

type Mending = Pick<Services, 'db' | 'engine' | 'log'>;

/**
 * Starts missing runs of scheduled releases. A run is missing when the engine was away during the scheduling, or when an operator stopped it. Safe to repeat.
 */
export async function mendSchedules({ db, engine }: Mending): Promise<void> {
  for (const release of await listUpcoming(db, AHEAD_SECONDS, BATCH)) await engine.start(releaseRun(release));
}

/**
 * Publishes releases whose run is late: the engine is away, the run waits for a worker that was killed, or it was never told the date. The row decides, so a
 * second attempt changes nothing. Runs are signalled afterwards. Safe to repeat.
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
