import { attachMaterial, type NextStep } from '../../../kernel/contract/next-step.js';
import type { Db } from '../../../kernel/db/database.js';
import { nextOfSource } from '../next-step.js';
import type { SourceRow } from '../source-model.js';
import type { viewCapture } from './captures.js';
import { isCaptured } from './capture-store.js';

const POLL_MS = 1_000;

/** What to do next with a source that a capture became: what the capture shows was not read, so a text has to tell it. */
const tellInWords = (projectId: string): NextStep => {
  const step = attachMaterial(projectId, 'What the capture shows was not read: attach a text that tells it, and plan with that text.');
  return { ...step, asks: [{ field: 'content', what: 'What the picture or the recording shows and says, in words' }] };
};

/** As `nextOfSource`, but a source that a capture became leads to a text that tells what it shows. */
export async function nextOfAnySource(db: Db, source: Pick<SourceRow, 'id' | 'projectId' | 'status'>): Promise<NextStep> {
  return source.status === 'READY' && await isCaptured(db, source) ? tellInWords(source.projectId) : nextOfSource(source);
}

/**
 * What to do next with a capture: send its bytes, have it read, wait, tell what it shows, or begin another upload. `isUnreadable`: its bytes can never be
 * read.
 */
export function nextOfCapture(capture: ReturnType<typeof viewCapture>, baseUrl: string, isUnreadable: boolean): NextStep {
  const { captureId, projectId, kind, status, uploadUrl, byteSize, sourceId } = capture;
  const path = `/story-projects/${projectId}/captures/${captureId}`;
  const another = (why: string): NextStep => ({ method: 'POST', path: `/story-projects/${projectId}/captures`, body: { kind }, why: `${why}: begins another upload.` });
  if (status === 'finalizing') return { method: 'GET', path, afterMs: POLL_MS, why: 'It is being read.' };
  if (status === 'ready') return sourceId === null ? another('Its source was deleted') : tellInWords(projectId);
  if (isUnreadable) return another('Its bytes cannot be read, as `failureMessage` says');
  if (uploadUrl !== null) return { method: 'POST', path: uploadUrl.slice(baseUrl.length), why: 'Sends the bytes, as the body.' };
  if (byteSize === null) return another('Its hour to be sent is over');
  return { method: 'POST', path: `${path}/finalize`, why: 'Has it read and made a source.' };
}
