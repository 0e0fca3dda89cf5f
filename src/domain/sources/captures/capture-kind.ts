import { ApiError } from '../../../errors/api-error.js';
import type { Services } from '../../../services.js';
import { workIdOf } from '../../../works/ids.js';
import { defineWork } from '../../../works/kind.js';
import type { OpenAnswer, WorkInput } from '../../../works/model.js';
import { requestFreeWork } from '../../../works/request.js';
import { detachSource, endDetached } from '../attach.js';
import { completeCapture, deleteFailedSource, failCapture, type CaptureRow, type FinalizedCapture } from './capture-store.js';

const CAPTURE = 'capture';

/** Removes the source of a capture, if it has one that is still there. */
export async function removeSource(services: Services, { accountId, projectId, sourceId }: Pick<CaptureRow, 'accountId' | 'projectId' | 'sourceId'>): Promise<void> {
  if (sourceId === null) return;
  await detachSource(services, accountId, projectId, sourceId).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'source_not_found') throw error;
  });
}

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
});

declare module '../../../contract/runs.js' {
  interface RunInputs { captureWorkflow: WorkInput }
  interface RunUpdates { captureWorkflow: { opened: { argument: undefined; answer: OpenAnswer } } }
}

/** Starts reading an upload, or joins the run that does. */
export async function requestCapture(services: Services, { id, accountId, projectId, label }: CaptureRow, requestId: string): Promise<void> {
  await requestFreeWork(services, captureKind, 'captureWorkflow', {
    workId: workIdOf(CAPTURE, id), kind: CAPTURE, accountId, projectId, subjectId: id, revision: 0,
    label: `Reading a capture${label === null ? '' : `: ${label}`}`, requestId, lines: [],
  });
}
