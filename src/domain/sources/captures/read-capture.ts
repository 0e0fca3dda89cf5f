import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { newId } from '../../../kernel/db/ids.js';
import type { Services } from '../../../kernel/services.js';
import type { WorkInput } from '../../../kernel/works/model.js';
import { MakingFailed } from '../../../kernel/works/step.js';
import { attachSource } from '../attach.js';
import { prepareSource } from '../source-request.js';
import { measureCapture } from './capture-media.js';
import { capturedText } from './captured-text.js';
import { frameKeyOf, uploadKeyOf } from './capture-objects.js';
import { removeSource } from './capture-source.js';
import { findCapture, reserveSource, type CaptureRow, type FinalizedCapture } from './capture-store.js';

const stopped = (): MakingFailed => new MakingFailed('the capture is not being read any more', 'source_incomplete');

async function readIn(services: Services, capture: CaptureRow, folder: string, requestId: string, signal: AbortSignal): Promise<FinalizedCapture> {
  const { db, store } = services;
  const { id: captureId, accountId, projectId } = capture;
  const file = await store.toLocalFile(uploadKeyOf(captureId), path.join(folder, 'upload'));
  const measured = await measureCapture(await services.ffmpeg(), file, folder, capture.kind, signal);
  for (const [index, frame] of measured.frames.entries()) await store.putFile(frameKeyOf(captureId, index), frame);
  const sourceId = await reserveSource(db, captureId, newId('source'));
  if (sourceId === null) throw stopped();
  const prepared = await prepareSource({
    type: 'text', content: capturedText(capture, measured), metadata: { captureId }, ...(capture.label === null ? {} : { label: capture.label }),
  }, { id: sourceId, accountId, projectId });
  await attachSource(services, prepared, requestId);
  // Whatever stopped the reading may have run before the source existed, so the source is removed here.
  if ((await findCapture(db, captureId))?.status !== 'finalizing') {
    await removeSource(services, { accountId, projectId, sourceId });
    throw stopped();
  }
  return { captureId, sourceId, durationMs: measured.durationMs, frameCount: measured.frames.length };
}

/** Reads an upload, stores pictures of it and attaches its source. Safe to repeat. */
export async function readCapture(services: Services, { subjectId, requestId }: WorkInput, signal: AbortSignal): Promise<FinalizedCapture> {
  const capture = await findCapture(services.db, subjectId);
  if (!capture) throw new MakingFailed('the capture was deleted', 'source_incomplete');
  const parent = path.join(services.config.dataDir, 'work');
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(path.join(parent, 'capture-'));
  try {
    return await readIn(services, capture, folder, requestId, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
