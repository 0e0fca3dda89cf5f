import { ParentClosePolicy, startChild, workflowInfo } from '@temporalio/workflow';
import type { SeasonRunInput } from '../../src/domain/season-runs/season-run-kind.js';
import { seasonEpisodeWorkflow } from './season-episode.workflow.js';

/** Starts the run of an episode. Its id is computed from the input, because a replayed history does not tell a run its own id. */
export async function startEpisode({ runId, accountId, projectId, maxEvents }: SeasonRunInput, episodeId: string): Promise<void> {
  await startChild(seasonEpisodeWorkflow, {
    workflowId: `season-run:${runId}:${episodeId}`, args: [{ runId, episodeId, accountId, projectId, ...(maxEvents === undefined ? {} : { maxEvents }) }],
    // A reset run starts its episodes again, and they continue from their rows. They outlive a run that continues as a new one.
    workflowIdReusePolicy: 'TERMINATE_IF_RUNNING', parentClosePolicy: ParentClosePolicy.ABANDON,
    typedSearchAttributes: workflowInfo().typedSearchAttributes, staticSummary: `Episode ${episodeId} of a season run`,
  });
}
