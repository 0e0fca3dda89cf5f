import type { FinalizeInput } from '../../src/domain/artifacts/finalize/finalize-kind.js';
import { masterRead } from '../../src/domain/artifacts/finalize/master-read.js';
import type { MadeRecording } from '../../src/domain/artifacts/finalize/recording-store.js';
import type { Services } from '../../src/kernel/services.js';
import { QUEUED } from '../../src/kernel/works/model.js';
import { noteProgress, startWork } from '../../src/kernel/works/work-store.js';
import { inActivity } from '../shared/activity-frame.js';

export function createMasteringActivities(services: Services) {
  return {
    /**
     * Renders the recording of a revision: the performed lines on the performed timeline with their music, levelled, encoded once and tagged.
     * Equal lines give equal bytes. Null when the work has ended (a reset of a closed run).
     */
    async masterRead(input: FinalizeInput): Promise<MadeRecording | null> {
      if (!await startWork(services.db, input, { ...QUEUED, stage: 'rendering' })) return null;
      const { subjectId: artifactId, revision, kind } = input;
      return inActivity((signal) =>
        masterRead(services, { artifactId, revision, kind }, { signal, note: (progress) => noteProgress(services.db, input, progress) }));
    },
  };
}
