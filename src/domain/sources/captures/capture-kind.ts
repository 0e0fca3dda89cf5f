import type { Services } from '../../../kernel/services.js';
import { defineWork } from '../../../kernel/works/kind.js';
import type { WorkInput } from '../../../kernel/works/model.js';
import { requestFreeWork } from '../../../kernel/works/request.js';
import { endDetached } from '../attach.js';
import { completeCapture, deleteFailedSource, failCapture, type CaptureRow, type FinalizedCapture } from './capture-store.js';

const CAPTURE = 'capture';

/** The work that reads an upload and makes a source of it. Its subject is the capture. */
export const captureKind = defineWork<WorkInput, FinalizedCapture>({
  kind: CAPTURE, workflow: 'captureWorkflow', queue: 'captures', runOn: '<capture>', whenCancelled: 'FAILED', unit: 'sources', failureCode: 'source_incomplete',
  stopped: 'Reading this capture was stopped; finalize it again.',
  publish: (tx, _key, made) => completeCapture(tx, made),
  // A capture that was stopped has no source; one that is being read again keeps its own.
  async clearAway(services, captureId) {
    const deleted = await deleteFailedSource(services.db, captureId);
    if (deleted) await endDetached(services, deleted.sourceId, deleted.runIds);
  },
  fail: (tx, { workId }, _line, { message }) => failCapture(tx, workId, message),
  step: {
    activity: 'readCapture', group: 'fetch', stage: 'extracting', words: 'Reading the capture.', progress: 'extracting',
    make: async (services, input, { signal }) => (await import('./read-capture.js')).readCapture(services, input, signal),
  },
});

/** Starts reading an upload, or joins the run that does. */
export async function requestCapture(services: Services, { id, accountId, projectId, label }: CaptureRow, requestId: string): Promise<void> {
  await requestFreeWork(services, captureKind, {
    accountId, projectId, subjectId: id, label: `Reading a capture${label === null ? '' : `: ${label}`}`, requestId,
  });
}
