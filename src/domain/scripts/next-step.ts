import type { NextStep } from '../../contract/next-step.js';
import type { VersionRow } from './script-model.js';

const POLL_MS = 1_000;

/** What to do next with a version of a script. Null for an episode that is being written. */
export function nextOfVersion({ id, status, draftStatus }: Pick<VersionRow, 'id' | 'status' | 'draftStatus'>): NextStep | null {
  if (draftStatus !== null && draftStatus !== 'finished') return null;
  switch (status) {
    case 'complete': return { method: 'POST', path: `/scripts/${id}/table-read/prepare`, body: {}, why: 'Ask what its table read costs; nothing is charged yet.' };
    case 'failed': return { method: 'PATCH', path: `/scripts/${id}/content`, why: 'Send the text again with what `parseFailure` names mended.' };
    default: return { method: 'GET', path: `/scripts/${id}`, afterMs: POLL_MS, why: 'The text is being parsed.' };
  }
}

/** What to do next with a source that becomes a version. */
export const nextOfWaiting = (projectId: string, scriptId: string, sourceId: string): NextStep => ({
  method: 'POST', path: `/scripts/${scriptId}/versions`, body: { sourceId }, afterMs: POLL_MS * 2,
  why: `The file is being fetched; send its source once GET /story-projects/${projectId}/sources/${sourceId} says READY.`,
});
