import type { Services } from '../../kernel/services.js';
import { seasonRunId } from './season-run-kind.js';
import { listWithdrawnEpisodes, lockRun, settleRun, updateEpisode } from './season-run-store.js';

const BATCH = 100;

/**
 * Reopens episodes of open runs whose release was cancelled: each can be published again under a new release, or revised first. Without a release id, all
 * such episodes. Episodes of ended runs stay unchanged. Safe to repeat.
 */
export async function reopenEpisodes({ db, engine }: Services, releaseId: string | null = null): Promise<void> {
  for (const { id, runId } of await listWithdrawnEpisodes(db, releaseId, BATCH)) {
    await db.transaction(async (tx) => {
      await lockRun(tx, runId);
      const isStill = (await listWithdrawnEpisodes(tx, releaseId, BATCH)).some((episode) => episode.id === id);
      if (!isStill) return;
      await updateEpisode(tx, id, { status: 'ready_to_publish', releaseId: null });
      await settleRun(tx, runId);
    });
    await engine.signal('seasonRunWorkflow', seasonRunId(runId), 'moved', { episodeId: id });
  }
}
