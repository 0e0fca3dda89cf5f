import { isCancellation, sleep, upsertSearchAttributes, workflowInfo, type RetryPolicy } from '@temporalio/workflow';
import type { JobActivities } from '../../activities/jobs/index.js';
import type { WritingActivities } from '../../activities/writing/index.js';
import { WRITING, type ArtifactKey, type ArtifactOutcome, type JobInput } from '../jobs/contract.js';
import { activitiesOf, localActivitiesOf } from '../shared/activity-options.js';
import { BACKOFF, backoffOf, failureOf } from '../shared/failure.js';
import { showDetails, showStage } from '../shared/stage.js';

/** How long a provider may keep us waiting, counted from its first refusal; then the read fails and its credits go back. */
const BACKOFF_CAP_MS = 15 * 60_000;

/** Failures of ours are tried a few times; a provider's wish to wait is this run's own business, so that it can show it. */
const WRITING_RETRY: RetryPolicy = {
  initialInterval: '2s', backoffCoefficient: 2, maximumInterval: '2m', maximumAttempts: 5, nonRetryableErrorTypes: [BACKOFF],
};

/**
 * Makes one table read inside its job's run: write, cast and direct the screenplay, publish it as revision 1. The performance
 * itself is live, on demand. Whatever fails ends the artifact at FAILED with a code and releases its credit line (specification
 * 3.3, 4.5).
 */
export async function makeTableRead(input: ArtifactKey, job: JobInput): Promise<ArtifactOutcome> {
  const { failArtifact, publishTableRead } = localActivitiesOf<JobActivities>();
  try {
    const draft = await writeWithPatience(input, job);
    if (!draft) return 'over';
    showDetails(`Publishing ${draft.entryCount} entries for ${draft.speakerCount} voices as revision 1 and settling its credits.`);
    return await publishTableRead({ ...input, directedKey: draft.directedKey });
  } catch (error) {
    if (isCancellation(error)) throw error;
    const failure = failureOf(error);
    const outcome = await failArtifact({ ...input, failure });
    showDetails(`The table read ${input.artifactId} could not be made: ${failure.message}`);
    return outcome;
  }
}

/** Repeats the writing while the provider asks for patience, each wait shown as StoryRetrying and in the job's progress. */
async function writeWithPatience(input: ArtifactKey, { writesHere, adopts }: JobInput) {
  const { writeScreenplay } = activitiesOf<WritingActivities>('modelCall', {
    retry: WRITING_RETRY, ...(writesHere ? { taskQueue: workflowInfo().taskQueue } : {}),
  });
  let firstRefusal: number | null = null;
  for (let attempt = 1; ; attempt++) {
    showDetails(adopts
      ? `Casting the screenplay ${adopts.scriptUploadId} as it was when the job was made.`
      : 'Writing and casting the screenplay from the approved plan and its sources.');
    try {
      const draft = await writeScreenplay({ ...input, attempt });
      if (firstRefusal !== null) upsertSearchAttributes({ StoryRetrying: [false], StoryStage: [WRITING] });
      return draft;
    } catch (error) {
      const waitMs = backoffOf(error);
      if (waitMs === null) throw error;
      firstRefusal ??= Date.now();
      if (Date.now() - firstRefusal + waitMs > BACKOFF_CAP_MS) throw error;
      upsertSearchAttributes({ StoryRetrying: [true] });
      showStage('provider_backoff', `The writing provider asked for patience; trying again in ${Math.ceil(waitMs / 1000)} s.`);
      await sleep(waitMs);
    }
  }
}
