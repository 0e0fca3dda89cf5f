import { bytesInWords } from '../../../kernel/contract/texts/bytes-in-words.js';
import { shownUntil } from '../../../kernel/contract/tokens.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import type { UploadedFile } from '../../../kernel/contract/uploaded-file.js';
import { workIdOf } from '../../../kernel/works/ids.js';
import { findWork } from '../../../kernel/works/work-store.js';
import { captureKind, requestCapture } from './capture-kind.js';
import { frameKeyOf, uploadKeyOf } from './capture-objects.js';
import { removeSource } from './capture-source.js';
import {
  beginFinalizing, deleteCaptureRow, findCapture, giveUploadBack, insertCapture, listPlansOf, takeUpload, UNREADABLE, type CaptureKind, type CaptureRow,
  type NewCapture,
} from './capture-store.js';

const UPLOAD_TTL_MS = 60 * 60_000;
export const MAX_CAPTURE_BYTES: Record<CaptureKind, number> = { image: 20_000_000, screen: 200_000_000 };

export async function createCapture({ db }: Services, capture: Omit<NewCapture, 'uploadExpiresAt'>): Promise<CaptureRow> {
  await insertCapture(db, { ...capture, uploadExpiresAt: new Date(Date.now() + UPLOAD_TTL_MS) });
  return (await findCapture(db, capture.id))!;
}

/**
 * The capture of an upload token. Raises `capture_not_found` for an invalid or expired token, and `capture_state_invalid` when the bytes were uploaded
 * already.
 */
export async function requireOpenUpload({ db, tokens }: Pick<Services, 'db' | 'tokens'>, token: string): Promise<CaptureRow> {
  const held = tokens.read('capture', token);
  const capture = held?.subject.startsWith('upload.') ? await findCapture(db, held.subject.slice('upload.'.length)) : null;
  if (!capture) throw new ApiError('capture_not_found', 'this upload address does not hold, or has expired; create the capture again');
  if (capture.byteSize !== null) refuseUploaded(capture);
  return capture;
}

const refuseUploaded = (capture: CaptureRow): never => refuseState(capture, 'the bytes of this capture were uploaded already', ['finalize']);

/**
 * Stores the uploaded bytes once: of several simultaneous uploads, the first reserves the capture before it stores anything. Raises `capture_not_found` for
 * an invalid or expired token, `capture_state_invalid` and `source_too_large`.
 */
export async function receiveUpload(services: Services, token: string, file: UploadedFile): Promise<CaptureRow> {
  const { db, store } = services;
  const capture = await requireOpenUpload(services, token);
  const maxBytes = MAX_CAPTURE_BYTES[capture.kind];
  if (file.byteSize > maxBytes) throw new ApiError('source_too_large', `a capture of kind ${capture.kind} has at most ${bytesInWords(maxBytes)}`, { maxBytes });
  if (!await takeUpload(db, capture.id, file.byteSize)) return refuseUploaded(capture);
  try {
    await store.putFile(uploadKeyOf(capture.id), file.path);
  } catch (error) {
    await giveUploadBack(db, capture.id);
    throw error;
  }
  return (await findCapture(db, capture.id))!;
}

function refuseState({ status }: CaptureRow, message: string, allowed: readonly string[], more: object = {}): never {
  throw new ApiError('capture_state_invalid', message, { status, allowed, ...more });
}

/** Starts reading an upload; a capture that is being read or is ready stays as it is. Raises `capture_state_invalid` before the upload. */
export async function finalizeCapture(services: Services, capture: CaptureRow, requestId: string): Promise<CaptureRow> {
  if (capture.byteSize === null) refuseState(capture, 'nothing was uploaded yet; send the bytes to the uploadUrl of the capture', ['upload']);
  if (capture.status === 'ready') return capture;
  await beginFinalizing(services.db, capture.id);
  await requestCapture(services, capture, requestId);
  return (await findCapture(services.db, capture.id))!;
}

/** Whether the bytes of a failed capture can never be read, so that only another upload helps. */
export async function isUnreadable({ db }: Pick<Services, 'db'>, { id, status }: CaptureRow): Promise<boolean> {
  if (status !== 'failed') return false;
  const details = (await findWork(db, workIdOf(captureKind.kind, id)))?.failureDetails as { reason?: string } | null | undefined;
  return details?.reason === UNREADABLE;
}

/** Deletes a capture with its source. Raises `capture_state_invalid` while the capture is being read, and when plans use the source (the details list them). */
export async function deleteCapture(services: Services, { id, accountId, projectId, sourceId, frameCount, ...rest }: CaptureRow): Promise<void> {
  const plans = sourceId === null ? [] : await listPlansOf(services.db, projectId, sourceId);
  if (plans.length > 0) {
    refuseState({ id, accountId, projectId, sourceId, frameCount, ...rest }, 'plans were made from the source of this capture', [],
      { reason: 'in_use', uses: plans.map((planId) => ({ type: 'plan', id: planId })) });
  }
  if (!await deleteCaptureRow(services.db, id)) {
    refuseState({ id, accountId, projectId, sourceId, frameCount, ...rest, status: 'finalizing' }, 'the capture is being read; delete it when it is ready or has failed', ['ready', 'failed'],
      { reason: 'finalizing' });
  }
  await removeSource(services, { accountId, projectId, sourceId });
  for (const key of [uploadKeyOf(id), ...Array.from({ length: frameCount }, (_, index) => frameKeyOf(id, index))]) await services.store.delete(key);
}

/** The `Capture` of the API, with addresses that expire. */
export function viewCapture({ tokens, config }: Services, row: CaptureRow) {
  const { id, projectId, kind, label, status, uploadExpiresAt, byteSize, durationMs, frameCount, sourceId, failureMessage } = row;
  const isOpen = status === 'uploading' && byteSize === null && uploadExpiresAt > new Date();
  const framesUntil = shownUntil();
  return {
    captureId: id, id, projectId, kind, label, status,
    uploadUrl: isOpen ? `${config.baseUrl}/capture-uploads/${tokens.sign('capture', `upload.${id}`, uploadExpiresAt)}` : null,
    uploadExpiresAt: uploadExpiresAt.toISOString(), maxBytes: MAX_CAPTURE_BYTES[kind],
    byteSize: byteSize === null ? null : Number(byteSize), durationMs,
    frames: Array.from({ length: frameCount }, (_, index) => ({
      index, url: `${config.baseUrl}/capture-frames/${tokens.sign('capture', `frame.${id}.${index}`, framesUntil)}`,
    })),
    sourceId: status === 'ready' ? sourceId : null, failureMessage, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString(),
  };
}
