import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { startRow } from '../../../kernel/works/request.js';
import { draftKind } from './draft-kind.js';
import { nextPlan, viewDraft, type DraftRow, type DraftWanted } from './draft-model.js';
import { beginDraft, finishDraft, findDraft, findDraftWork } from './draft-store.js';
import { listReadySourceIds } from '../../sources/source-store.js';
import type { DraftStatus } from '../../../kernel/contract/states.js';
import type { VersionRow } from '../script-model.js';
import { attachMaterial } from '../../../kernel/contract/next-step.js';
import { nextOfDraft } from '../next-step.js';
import type { FoundScript } from '../script-view.js';
import type { WorkRow } from '../../../kernel/works/work-store.js';
import { findVersionById } from '../version-store.js';

const WRITABLE: readonly DraftStatus[] = ['open', 'failed'];

/** Raises `script_state_invalid` for an uploaded script, which is not a draft. */
function requireDraft(version: VersionRow): VersionRow & { draftStatus: DraftStatus } {
  const { draftStatus } = version;
  if (draftStatus !== null) return { ...version, draftStatus };
  throw new ApiError('script_state_invalid', 'the script was uploaded and is not a draft; start an episode of the Series Bible, or write its content',
    { reason: 'not_a_draft', status: 'uploaded', allowed: WRITABLE });
}

async function current({ db }: Services, versionId: string): Promise<VersionRow> {
  const version = await findVersionById(db, versionId);
  if (!version || version.deletedAt) throw new ApiError('script_not_found');
  return version;
}

/** The embedded writer only adapts sources, so it needs at least one. Raises `script_state_invalid` when there is none. */
async function requireMaterial({ db, config }: Services, { script, version }: FoundScript): Promise<void> {
  if (config.text.baseUrl !== null) return;
  if (script.projectId !== null && (await listReadySourceIds(db, script.projectId)).length > 0) return;
  throw new ApiError('script_state_invalid',
    'there is nothing to write from: attach a source to the project and wait until it is READY, or configure a writing model (TEXT_BASE_URL)', {
      reason: 'nothing_to_write_from', status: version.draftStatus, allowed: WRITABLE,
      ...(script.projectId === null ? {} : { next: attachMaterial(script.projectId, 'Attaches what the episode is written from.') }),
    });
}

/** The progress of a draft, and the call that comes next. */
function answerOf(version: VersionRow & { draftStatus: DraftStatus }, row: DraftRow | null, work: WorkRow | null) {
  const draft = viewDraft(version, row, work);
  return { draft, next: nextOfDraft(version, draft) };
}

export async function getDraft(services: Services, { version }: FoundScript) {
  const draft = await findDraft(services.db, version.id);
  return answerOf(requireDraft(version), draft, await findDraftWork(services.db, draft));
}

/**
 * Starts or continues the writing of a draft; while it is being written, returns its progress and the next call. Raises `script_state_invalid` for a
 * script that is not a draft, for a finished draft, and when there is nothing to write from.
 */
export async function startDraft(services: Services, found: FoundScript, wish: DraftWanted, requestId: string) {
  const { db, faults } = services;
  const versionId = found.version.id;
  const { draftStatus: status } = requireDraft(found.version);
  if (status === 'finished') {
    throw new ApiError('script_state_invalid', 'the draft is finished; change it with PATCH /scripts/{scriptUploadId}/content', { status, allowed: WRITABLE });
  }
  if (status !== 'drafting' && nextPlan(await findDraft(db, versionId), wish)) {
    await requireMaterial(services, found);
    await beginDraft(db, found.version, wish, requestId);
    await faults.reach('draft.begun');
  }
  const version = requireDraft(await current(services, versionId));
  const draft = await findDraft(db, versionId);
  const work = await findDraftWork(db, draft);
  // Needed even when another call began the draft: an open run is left alone, and a terminated one is started again.
  if (version.draftStatus === 'drafting' && work) await startRow(services, draftKind, work.id);
  return answerOf(version, draft, work);
}

/** Finishes an open draft; a finished draft or an upload stays as it is. Raises `script_state_invalid`. */
export async function finishEpisode(services: Services, { version: { id } }: FoundScript): Promise<void> {
  if (await finishDraft(services.db, id)) return;
  const version = await current(services, id);
  const { draftStatus: status } = version;
  if (status === null || status === 'finished') return;
  if (status === 'drafting') {
    throw new ApiError('script_state_invalid', 'the draft is still being written; try again when it is open', { status, allowed: WRITABLE });
  }
  if (version.byteSize === 0) {
    throw new ApiError('script_state_invalid', 'the draft is empty', { reason: 'empty', status, allowed: WRITABLE });
  }
  throw new ApiError('script_state_invalid', 'the draft could not be parsed as a screenplay; write its content again',
    { reason: 'unreadable', status, allowed: WRITABLE, parseFailure: version.parseFailure });
}
