import { isCancellation, log, sleep, upsertSearchAttributes, type RetryPolicy } from '@temporalio/workflow';
import type { CastingActivities } from '../../activities/casting/index.js';
import type { JobActivities } from '../../activities/jobs/index.js';
import type { PerformingActivities } from '../../activities/performing/index.js';
import type { WritingActivities } from '../../activities/writing/index.js';
import type { ArtifactKey, ArtifactOutcome } from '../jobs/contract.js';
import { activitiesOf } from '../shared/activity-options.js';
import { BACKOFF, backoffOf, failureOf } from '../shared/failure.js';
import { showStage } from '../shared/stage.js';

/** How long a provider may keep us waiting, counted from its first refusal; then the read fails and its credits go back. */
const BACKOFF_CAP_MS = 15 * 60_000;

/** Failures of ours are tried a few times; a provider's wish to wait is this run's own business, so that it can show it. */
const WRITING_RETRY: RetryPolicy = {
  initialInterval: '2s', backoffCoefficient: 2, maximumInterval: '2m', maximumAttempts: 5, nonRetryableErrorTypes: [BACKOFF],
};

/**
 * Makes one table read: write the screenplay, cast and direct it, publish it as revision 1. The performance itself is live, on
 * demand. Whatever fails ends the artifact at FAILED with a code and releases its credit line (specification 3.3, 4.5).
 */
export async function tableReadWorkflow(input: ArtifactKey): Promise<ArtifactOutcome> {
  const { failArtifact, publishTableRead } = activitiesOf<JobActivities>('quickWrite');
  const { castScreenplay } = activitiesOf<CastingActivities>('quickWrite');
  try {
    const draft = await writeWithPatience(input);
    if (!draft) return 'over';
    showStage('casting', `Casting ${draft.speakerCount} voices and directing ${draft.entryCount} lines.`);
    const directed = await castScreenplay({ ...input, scriptKey: draft.scriptKey });
    if (!directed) return 'over';
    await voiceOpeningIfIdle(directed.directedKey);
    showStage('finishing', 'Publishing revision 1 and settling its credits.');
    const outcome = await publishTableRead({ ...input, ...directed });
    showStage('complete', 'The table read is ready to be performed; its credits are settled.');
    return outcome;
  } catch (error) {
    if (isCancellation(error)) throw error;
    const failure = failureOf(error);
    const outcome = await failArtifact({ ...input, failure });
    showStage('failed', `The table read could not be made: ${failure.message}`);
    return outcome;
  }
}

/**
 * Has the first lines voiced before the read is offered, so that its first listener hears it at once. Worth a moment when a
 * media worker is free, and nothing more: without it the read starts a second later.
 */
async function voiceOpeningIfIdle(directedKey: string): Promise<void> {
  const { voiceOpening } = activitiesOf<PerformingActivities>('render', {
    scheduleToStartTimeout: '2s', startToCloseTimeout: '8s', heartbeatTimeout: '8s', retry: { maximumAttempts: 1 },
  });
  try {
    await voiceOpening({ directedKey });
  } catch (error) {
    if (isCancellation(error)) throw error;
    log.info('the opening is not voiced ahead', { error: String(error) });
  }
}

/** Repeats the writing while the provider asks for patience, each wait shown as StoryRetrying and in the job's progress. */
async function writeWithPatience(input: ArtifactKey) {
  // The embedded writer computes without a pause; reading many long sources may take longer than the usual heartbeat allows.
  const { writeScreenplay } = activitiesOf<WritingActivities>('modelCall', { heartbeatTimeout: '30s', retry: WRITING_RETRY });
  let firstRefusal: number | null = null;
  for (let attempt = 1; ; attempt++) {
    showStage('writing', 'Writing the screenplay from the approved plan and its sources.');
    try {
      const draft = await writeScreenplay({ ...input, attempt });
      if (firstRefusal !== null) upsertSearchAttributes({ StoryRetrying: [false] });
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
