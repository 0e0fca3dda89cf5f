import { ApplicationFailure } from '@temporalio/workflow';
import type { FinalizeInput } from '../../src/domain/artifacts/finalize/finalize-kind.js';
import type { MadeRecording } from '../../src/domain/artifacts/finalize/recording-store.js';
import { activitiesOf } from '../shared/activity-options.js';
import { runWork, type WorkEnd } from '../shared/work-run.js';
import { workWaits } from '../shared/work-waits.js';

/** Longer than performing a read of one hour takes on a slow machine. */
const MAX_WAIT_MS = 6 * 3_600_000;

/** Waits until the performance of the revision is complete. Fails with `artifact_generation_failed` when it fails or never ends. */
async function awaitRecording({ subjectId: artifactId, revision }: FinalizeInput, ended: (workId: string) => Promise<void>): Promise<void> {
  const { recordingState } = activitiesOf('quickWrite');
  const begunAt = Date.now();
  for (;;) {
    const { state, workId } = await recordingState({ artifactId, revision });
    if (state === 'complete') return;
    if (state === 'failed' || Date.now() - begunAt > MAX_WAIT_MS) {
      throw ApplicationFailure.nonRetryable('the read could not be performed to its end; start it again live, then finalize', 'artifact_generation_failed');
    }
    await ended(workId);
  }
}

/** Makes a durable MP3 of a performance, once it is complete. */
export async function finalizeWorkflow(input: FinalizeInput): Promise<WorkEnd> {
  const ended = workWaits();
  const { masterRead } = activitiesOf('render');
  return runWork<MadeRecording>(input, async (run) => {
    if (input.waits) {
      run.show('waiting', 'Waiting for the recording to be complete.');
      await awaitRecording(input, ended);
    }
    run.show('rendering', 'Assembling, levelling and encoding the MP3.');
    const mastered = await masterRead(input);
    if (mastered) await run.finish(mastered);
  });
}
