import type { Services } from '../../kernel/services.js';
import { seasonRunSpec } from './season-run-kind.js';
import { cancelRun } from './cancel-run.js';
import { reopenEpisodes } from './reopen-episode.js';
import { listOrphanedRuns, listUndrafted } from './season-run-store.js';

/** Newer runs are left alone, because they may be about to start. */
const GRACE_SECONDS = 10;
const BATCH = 200;

/**
 * Starts missing runs of new seasons, which are missing when the engine was away or an operator stopped them, cancels runs of deleted projects, and reopens
 * episodes whose release was cancelled. `mendDecisions` passes on what people decided. Safe to repeat.
 */
export async function mendSeasonRuns(services: Services): Promise<void> {
  const { db, engine } = services;
  for (const run of await listUndrafted(db, GRACE_SECONDS, BATCH)) await engine.start(seasonRunSpec(run));
  for (const run of await listOrphanedRuns(db, BATCH)) await cancelRun(services, run);
  await reopenEpisodes(services);
}
