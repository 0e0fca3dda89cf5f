import { isCancellation, sleep, upsertSearchAttributes, workflowInfo, type RetryPolicy } from '@temporalio/workflow';
import type { MadeArtifact } from '../../src/domain/jobs/job-kind.js';
import type { ArtifactKey, JobArtifact, JobInput } from '../../src/domain/jobs/job-run.js';
import { activitiesOf, localActivities } from '../shared/activity-options.js';
import { BACKOFF, backoffOf, failureOf } from '../shared/failure.js';
import { showDetails, showStage } from '../shared/stage.js';
import type { WorkRun } from '../shared/work-run.js';

/** Longest total wait for a provider, from its first request to wait; then the read fails and its credits are released. */
const MAX_BACKOFF_MS = 15 * 60_000;

/**
 * A model on a small machine may write a long read for an hour. The writing budget ends it before these limits. Finished beats are kept, so a retry continues
 * after them.
 */
const WRITING_TIME = { startToCloseTimeout: '2h', scheduleToCloseTimeout: '3h' } as const;

/** The engine retries other failures. The run itself waits for a provider that asks for it, so that the wait is visible. */
const WRITING_RETRY: RetryPolicy = {
  initialInterval: '2s', backoffCoefficient: 2, maximumInterval: '2m', maximumAttempts: 5, nonRetryableErrorTypes: [BACKOFF],
};

/**
 * Makes one table read of a job: writes, casts and directs the screenplay and publishes it as revision 1. Its performance is then recorded in the background.
 * With slow voices, the first lines are voiced before it is published, so that listeners do not overtake them. A job that also performs its read voices every
 * line first, so that a read that cannot be spoken is never charged. A failure ends this artifact at FAILED with a code and releases its credits; the job's
 * other artifacts continue.
 */
export async function makeTableRead(run: WorkRun<MadeArtifact>, { artifactId, line }: JobArtifact, job: JobInput): Promise<void> {
  try {
    const draft = await writeWithPatience({ workId: job.workId, epoch: job.epoch, line, artifactId }, job);
    if (!draft) return;
    if (job.performs || draft.waitsForVoices) {
      showDetails(job.performs ? `Voicing ${draft.entryCount} entries before the read is charged.` : 'Voicing what is heard first.');
      const { workId, epoch } = job;
      await activitiesOf('voicing').voiceRead({ workId, epoch, directedKey: draft.directedKey, onlyHeadStart: !job.performs });
    }
    showDetails(`Publishing ${draft.entryCount} entries for ${draft.speakerCount} voices as revision 1.`);
    const outcome = await run.finish({ artifactId, type: 'table_read', directedKey: draft.directedKey }, line);
    if (outcome !== 'READY') return;
    await localActivities().beginPerformance({ artifactId, asked: job.performs === true });
  } catch (error) {
    if (isCancellation(error)) throw error;
    const failure = failureOf(error);
    await run.fail(failure, line);
    showDetails(`The table read ${artifactId} could not be made: ${failure.message}`);
  }
}

/** Repeats the writing while the provider asks to wait; shows each wait as StoryRetrying and in the job's progress. */
async function writeWithPatience(key: ArtifactKey, { writesHere, adopts }: JobInput) {
  const { writeScreenplay } = activitiesOf('modelCall', {
    retry: WRITING_RETRY, ...(writesHere ? {} : WRITING_TIME), ...(writesHere ? { taskQueue: workflowInfo().taskQueue } : {}),
  });
  let firstRefusal: number | null = null;
  for (let attempt = 1; ; attempt++) {
    showDetails(adopts
      ? `Casting the screenplay ${adopts.scriptUploadId} as it was when the job was made.`
      : 'Writing and casting the screenplay from the approved plan and its sources.');
    try {
      const draft = await writeScreenplay({ ...key, attempt });
      if (firstRefusal !== null) upsertSearchAttributes({ StoryRetrying: [false], StoryStage: ['writing'] });
      return draft;
    } catch (error) {
      const waitMs = backoffOf(error);
      if (waitMs === null) throw error;
      firstRefusal ??= Date.now();
      if (Date.now() - firstRefusal + waitMs > MAX_BACKOFF_MS) throw error;
      upsertSearchAttributes({ StoryRetrying: [true] });
      showStage('provider_backoff', `The writing provider asked to wait; trying again in ${Math.ceil(waitMs / 1000)} s.`);
      await sleep(waitMs);
    }
  }
}
