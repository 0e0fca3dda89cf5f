import { ApplicationFailure } from '@temporalio/activity';
import { MasterRejected } from '../../src/craft/audio/master.js';
import type { FinalizeInput, MadeRecording } from '../../src/domain/artifacts/finalize/finalize-kind.js';
import type { Services } from '../../src/kernel/services.js';
import { Semaphore } from '../../src/kernel/threads/semaphore.js';
import { QUEUED } from '../../src/kernel/works/model.js';
import { startWork } from '../../src/kernel/works/work-store.js';
import { inActivity } from '../shared/activity-frame.js';
import { masterRecording } from './recording.js';

export function createMasteringActivities(services: Services) {
  // The queue takes more activities than processors, because reads wait for voices.
  const renders = new Semaphore(services.config.mediaConcurrency);

  return {
    /**
     * Renders the recording of a revision: the performed lines on the performed timeline, levelled, encoded once and tagged.
     * Equal lines give equal bytes. Null when the work has ended (a reset of a closed run).
     */
    async masterRead(input: FinalizeInput): Promise<MadeRecording | null> {
      if (!await startWork(services.db, input, { ...QUEUED, stage: 'rendering' })) return null;
      return inActivity((signal) => renders.run(() => masterRecording(services, input, signal), signal), (error) =>
        (error instanceof MasterRejected ? ApplicationFailure.nonRetryable(error.message, 'artifact_generation_failed') : error));
    },
  };
}
