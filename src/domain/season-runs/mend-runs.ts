import type { Services } from '../../kernel/services.js';
import { seasonRunSpec } from './season-run-kind.js';
import { cancelRun } from './cancel-run.js';
import { reopenEpisodes } from './reopen-episode.js';
import { listOrphanedRuns, listUndrafted } from './season-run-store.js';

/** What began so recently is left alone: its run may be about to start. */
const GRACE_SECONDS = 10;
const BATCH = 200;

/**
 * Starts the run of a new season that has none, because the engine was away or an operator stopped it, and cancels runs of deleted projects.
 * What people decided is passed on by `mendDecisions`. Safe to repeat.
 */
export async function mendSeasonRuns(services: Services): Promise<void> {
  const { db, engine } = services;
  for (const run of await listUndrafted(db, GRACE_SECONDS, BATCH)) await engine.start(seasonRunSpec(run));
  for (const run of await listOrphanedRuns(db, BATCH)) await cancelRun(services, run);
  await reopenEpisodes(services);
}
