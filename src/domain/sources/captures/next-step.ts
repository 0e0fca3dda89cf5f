import type { NextStep } from '../../../kernel/contract/next-step.js';
import { nextOfSource } from '../next-step.js';
import type { viewCapture } from './captures.js';

const POLL_MS = 1_000;

/** What to do next with a capture: send its bytes, have it read, wait, or continue with its source. */
export function nextOfCapture(capture: ReturnType<typeof viewCapture>, baseUrl: string): NextStep {
  const { captureId, projectId, status, uploadUrl, byteSize, sourceId } = capture;
  const path = `/story-projects/${projectId}/captures/${captureId}`;
  if (status === 'finalizing') return { method: 'GET', path, afterMs: POLL_MS, why: 'It is being read.' };
  if (status === 'ready' && sourceId !== null) return nextOfSource({ id: sourceId, projectId, status: 'READY' });
  if (uploadUrl !== null) return { method: 'POST', path: uploadUrl.slice(baseUrl.length), why: 'Sends the bytes, as the body.' };
  if (byteSize === null) {
    return { method: 'POST', path: `/story-projects/${projectId}/captures`, body: { kind: 'image' }, why: 'Its hour to be sent is over: begins another upload.' };
  }
  return { method: 'POST', path: `${path}/finalize`, why: 'Has it read and made a source.' };
}
