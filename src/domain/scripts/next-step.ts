import type { NextStep } from '../../kernel/contract/next-step.js';
import type { DraftStatus } from '../../kernel/contract/states.js';
import type { VersionRow } from './script-model.js';

const POLL_MS = 1_000;
const TEXT = [{ field: 'content', what: 'The whole text, with what `parseFailure` names mended' }];
const DRAFT_POLL_MS = 2_000;

/** The call that quotes the read of a version. It is accepted whoever has a voice, because everybody else takes the suggested one. */
export const quoteRead = (scriptUploadId: string, why: string): NextStep =>
  ({ method: 'POST', path: `/scripts/${scriptUploadId}/table-read/prepare`, body: { acceptSuggestedVoices: true }, why });

/** The state of a draft's text. */
interface DraftState { id: string; status: DraftStatus; hasText: boolean; isReadable: boolean; isWritten: boolean }

/** What to do next with the draft of an episode. */
function nextOfOpen({ id, status, hasText, isReadable, isWritten }: DraftState): NextStep {
  const path = `/screenplay-drafts/${id}`;
  if (status === 'drafting') return { method: 'GET', path, afterMs: DRAFT_POLL_MS, why: 'The scenes are being written.' };
  if (hasText && !isReadable) {
    return { method: 'PATCH', path: `/scripts/${id}/content`, body: {}, asks: TEXT, why: 'The text is no readable screenplay; send it again with what `parseFailure` names mended.' };
  }
  if (hasText && isWritten) return { method: 'POST', path: `/scripts/${id}/finish`, why: 'All scenes are in the text. Finish the draft, so that it can be cast and read.' };
  const why = status === 'failed' ? 'Resumes at the scene that failed.' : 'Writes the scenes from the sources of the project; or send the text yourself with '
    + `PATCH /scripts/${id}/content.`;
  return { method: 'POST', path, body: {}, why };
}

/** What to do next with a draft whose progress is known. */
export function nextOfDraft(version: VersionRow, { status, completed, total }: { status: DraftStatus; completed: number; total: number }): NextStep {
  if (status === 'finished') return nextOfVersion(version);
  return nextOfOpen({ id: version.id, status, hasText: version.byteSize > 0, isReadable: version.status !== 'failed', isWritten: completed >= total });
}

/** The next step with a version of a script. For an open draft with text, the next step is to ask which scenes are written. */
export function nextOfVersion({ id, status, draftStatus, byteSize }: Pick<VersionRow, 'id' | 'status' | 'draftStatus' | 'byteSize'>): NextStep {
  if (draftStatus !== null && draftStatus !== 'finished') {
    if (byteSize > 0 && draftStatus === 'open') return { method: 'GET', path: `/screenplay-drafts/${id}`, why: 'Says which scenes are in the text.' };
    return nextOfOpen({ id, status: draftStatus, hasText: byteSize > 0, isReadable: status !== 'failed', isWritten: false });
  }
  switch (status) {
    case 'complete': return quoteRead(id, 'Ask what its table read costs, with the suggested voice for everybody who has none; nothing is charged yet.');
    case 'failed': return { method: 'PATCH', path: `/scripts/${id}/content`, body: {}, asks: TEXT, why: 'Send the text again with what `parseFailure` names mended.' };
    default: return { method: 'GET', path: `/scripts/${id}`, afterMs: POLL_MS, why: 'The text is being parsed.' };
  }
}

/** What to do next with a source that becomes a version. */
export const nextOfWaiting = (projectId: string, scriptId: string, sourceId: string): NextStep => ({
  method: 'POST', path: `/scripts/${scriptId}/versions`, body: { sourceId }, afterMs: POLL_MS * 2,
  why: `The file is being fetched; send its source once GET /story-projects/${projectId}/sources/${sourceId} says READY.`,
});
