import { ApplicationFailure, sleep } from '@temporalio/workflow';
import type { FinalizeInput, MadeRecording } from '../../src/domain/artifacts/finalize/finalize-kind.js';
import { activitiesOf } from '../shared/activity-options.js';
import { runWork, type WorkEnd } from '../shared/work-run.js';

const PAUSE_MS = { first: 1_000, longest: 30_000 };
/** Longer than a read of an hour takes to be performed on a slow machine. */
const MAX_WAIT_MS = 6 * 3_600_000;

/** Waits until the performance of the revision is complete. Fails with `artifact_generation_failed` when it fails or never ends. */
async function awaitRecording({ subjectId: artifactId, revision }: FinalizeInput): Promise<void> {
  const { recordingState } = activitiesOf('quickWrite');
  const begunAt = Date.now();
  for (let pauseMs = PAUSE_MS.first; ; pauseMs = Math.min(pauseMs * 1.5, PAUSE_MS.longest)) {
    const state = await recordingState({ artifactId, revision });
    if (state === 'complete') return;
    if (state === 'failed' || Date.now() - begunAt > MAX_WAIT_MS) {
      throw ApplicationFailure.nonRetryable('the read could not be performed to its end; start it again live, then finalize', 'artifact_generation_failed');
    }
    await sleep(Math.round(pauseMs));
  }
}

/** Makes a durable MP3 of a performance, once it is complete. */
export async function finalizeWorkflow(input: FinalizeInput): Promise<WorkEnd> {
  const { masterRead } = activitiesOf('render');
  return runWork<MadeRecording>(input, async (run) => {
    if (input.waits) {
      run.show('waiting', 'Waiting for the recording to be complete.');
      await awaitRecording(input);
    }
    run.show('rendering', 'Assembling, levelling and encoding the MP3.');
    const mastered = await masterRead(input);
    if (mastered) await run.finish(mastered);
  });
}
