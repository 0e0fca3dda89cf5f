import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { ApplicationFailure, Context } from '@temporalio/activity';
import { newId } from '../../src/db/ids.js';
import { attachSource } from '../../src/domain/sources/attach.js';
import { capturedText, measureCapture } from '../../src/domain/sources/captures/capture-media.js';
import { findCapture, reserveSource, type CaptureRow, type FinalizedCapture } from '../../src/domain/sources/captures/capture-store.js';
import { removeSource } from '../../src/domain/sources/captures/capture-kind.js';
import { frameKeyOf, uploadKeyOf } from '../../src/domain/sources/captures/captures.js';
import { prepareSource } from '../../src/domain/sources/source-request.js';
import type { Services } from '../../src/services.js';
import { QUEUED, type WorkInput } from '../../src/works/model.js';
import { startWork } from '../../src/works/work-store.js';
import { asActivityFailure } from '../shared/failures.js';
import { withHeartbeat } from '../shared/heartbeat.js';

const stopped = (): ApplicationFailure => ApplicationFailure.nonRetryable('the capture is not being read any more', 'source_incomplete');

/** Activities that read captures. */
export function createCaptureReading(services: Services) {
  const { db, store, config, faults } = services;

  async function read(capture: CaptureRow, folder: string, requestId: string): Promise<FinalizedCapture> {
    const file = await store.toLocalFile(uploadKeyOf(capture.id), path.join(folder, 'upload'));
    const measured = await measureCapture(await services.ffmpeg(), file, folder, capture.kind, Context.current().cancellationSignal);
    for (const [index, frame] of measured.frames.entries()) await store.putFile(frameKeyOf(capture.id, index), frame);
    const { id: captureId, accountId, projectId } = capture;
    const sourceId = await reserveSource(db, captureId, newId('source'));
    if (sourceId === null) throw stopped();
    const prepared = await prepareSource({
      type: 'text', content: capturedText(capture, measured), metadata: { captureId }, ...(capture.label === null ? {} : { label: capture.label }),
    }, { id: sourceId, accountId, projectId });
    await attachSource(services, prepared, requestId);
    // What stopped the reading meanwhile may have found no source to remove.
    if ((await findCapture(db, captureId))?.status !== 'finalizing') {
      await removeSource(services, { accountId, projectId, sourceId });
      throw stopped();
    }
    return { captureId, sourceId, durationMs: measured.durationMs, frameCount: measured.frames.length };
  }

  return {
    /** Reads an upload, stores pictures of it and attaches its source. Null when the work has ended. Safe to repeat. */
    async readCapture(input: WorkInput): Promise<FinalizedCapture | null> {
      if (!await startWork(db, input, { ...QUEUED, stage: 'extracting' })) return null;
      const capture = await findCapture(db, input.subjectId);
      if (!capture) throw ApplicationFailure.nonRetryable('the capture was deleted', 'source_incomplete');
      const parent = path.join(config.dataDir, 'work');
      await mkdir(parent, { recursive: true, mode: 0o700 });
      const folder = await mkdtemp(path.join(parent, 'capture-'));
      try {
        const made = await withHeartbeat(() => read(capture, folder, input.requestId));
        await faults.reach('capture.read');
        return made;
      } catch (error) {
        throw asActivityFailure(error, 'source_incomplete');
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}
