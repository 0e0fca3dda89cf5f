import type { Services } from '../../kernel/services.js';
import { wake } from './act.js';
import { listIdleActions } from './action-store.js';
import { episodeRunId, seasonRunSpec } from './season-run-kind.js';
import { cancelRun } from './cancel-run.js';
import { reopenEpisodes } from './reopen-episode.js';
import { findRun, listOrphanedRuns, listUndrafted } from './season-run-store.js';

/** What began so recently is left alone: its run may be about to start. */
const GRACE_SECONDS = 10;
const BATCH = 200;
/** An open run is told of an action for so long: each signal adds to its history. */
const TOLD_FOR_MS = 3_600_000;

/**
 * Starts runs of seasons that have none although something is to be done: the map of a new season, and actions whose episode has no open
 * run, because the engine was away or an operator stopped it. An open run that has not taken up an action is signalled again: the API may have
 * died between the row and the signal. Runs of deleted projects are cancelled. Safe to repeat.
 */
export async function mendSeasonRuns(services: Services): Promise<void> {
  const { db, engine } = services;
  for (const run of await listUndrafted(db, GRACE_SECONDS, BATCH)) await engine.start(seasonRunSpec(run));
  for (const run of await listOrphanedRuns(db, BATCH)) await cancelRun(services, run);
  await reopenEpisodes(services);
  for (const { id, runId, episodeId, begunAt, createdAt } of await listIdleActions(db, GRACE_SECONDS, BATCH)) {
    const isTold = begunAt !== null || Date.now() - createdAt.getTime() > TOLD_FOR_MS;
    if (isTold && await engine.status(episodeRunId(runId, episodeId)) === 'open') continue;
    const run = await findRun(db, runId);
    if (run) await wake(services, run, episodeId, id);
  }
}
