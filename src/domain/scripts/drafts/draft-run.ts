import { ApiError } from '../../../errors/api-error.js';
import type { Services } from '../../../services.js';
import { EngineUnavailable } from '../../../contract/runs.js';
import { draftWorkflowId, type DraftInput } from './draft-input.js';
import { nextPlan, viewDraft, type DraftWish } from './draft-model.js';
import { beginDraft, endDraft, finishDraft, findDraft, type DraftKey } from './draft-store.js';
import { listReadySourceIds } from '../../sources/source-store.js';
import type { DraftStatus, VersionRow } from '../script-model.js';
import type { FoundScript } from '../script-view.js';
import { findVersionById } from '../version-store.js';

const WRITABLE: readonly DraftStatus[] = ['open', 'failed'];

/** Raises `script_state_invalid` for an upload, which is no draft. */
function requireDraft(version: VersionRow): VersionRow & { draftStatus: DraftStatus } {
  const { draftStatus } = version;
  if (draftStatus !== null) return { ...version, draftStatus };
  throw new ApiError('script_state_invalid', 'the script was uploaded and is no draft; start an episode of the Series Bible, or write its content',
    { reason: 'not_a_draft', status: 'uploaded', allowed: WRITABLE });
}

async function current({ db }: Services, versionId: string): Promise<VersionRow> {
  const version = await findVersionById(db, versionId);
  if (!version || version.deletedAt) throw new ApiError('script_not_found');
  return version;
}

/** The embedded writer adapts; it needs something to adapt. Raises `script_state_invalid`. */
async function requireMaterial({ db, config }: Services, { script, version }: FoundScript): Promise<void> {
  if (config.text.baseUrl !== null) return;
  if (script.projectId !== null && (await listReadySourceIds(db, script.projectId)).length > 0) return;
  throw new ApiError('script_state_invalid',
    'there is nothing to write from: attach a source to the project and wait until it is READY, or configure a writing model (TEXT_BASE_URL)', {
      reason: 'nothing_to_write_from', status: version.draftStatus, allowed: WRITABLE,
      ...(script.projectId === null ? {} : { nextCall: { method: 'POST', path: `/story-projects/${script.projectId}/sources` } }),
    });
}

/** Starts the run that writes a draft. Without the engine the draft waits, and the checker starts it. */
async function startRun({ engine, log }: Services, version: VersionRow, number: number, requestId: string): Promise<void> {
  const input: DraftInput = { versionId: version.id, number };
  try {
    await engine.start({
      workflow: 'draftWorkflow', workflowId: draftWorkflowId(version.id, number), input, labels: { accountId: version.accountId, requestId },
      summary: `Draft ${version.id}, run ${number}`,
    });
  } catch (error) {
    if (!(error instanceof EngineUnavailable)) throw error;
    log.warn({ versionId: version.id, number }, 'the drafting of an episode could not be started yet');
  }
}

export async function getDraftView(services: Services, { version }: FoundScript) {
  return viewDraft(requireDraft(version), await findDraft(services.db, version.id));
}

/**
 * Has a draft written, or goes on with it; while it is written, answers how far it is. Raises `script_state_invalid` for what is no
 * draft, is finished, or has nothing to be written from.
 */
export async function startDraft(services: Services, found: FoundScript, wish: DraftWish, requestId: string) {
  const { db, faults } = services;
  const versionId = found.version.id;
  const { draftStatus: status } = requireDraft(found.version);
  if (status === 'finished') {
    throw new ApiError('script_state_invalid', 'the draft is finished; change it with PATCH /scripts/{scriptUploadId}/content', { status, allowed: WRITABLE });
  }
  if (status !== 'drafting' && nextPlan(await findDraft(db, versionId), wish)) {
    await requireMaterial(services, found);
    await beginDraft(db, versionId, wish);
    await faults.reach('draft.begun');
  }
  const version = requireDraft(await current(services, versionId));
  const draft = await findDraft(db, versionId);
  // Also when another call began it: a run that is there is left as it is.
  if (version.draftStatus === 'drafting' && draft) await startRun(services, version, draft.number, requestId);
  return viewDraft(version, draft);
}

/** For a draft whose run is not open: starts the run that was never started, and fails what a stopped run has left. */
export async function resumeDrafting(services: Services, key: DraftKey): Promise<void> {
  const version = await findVersionById(services.db, key.versionId);
  if (!version || version.deletedAt) return;
  if (await services.engine.status(draftWorkflowId(key.versionId, key.number)) === null) {
    return startRun(services, version, key.number, `check:${key.versionId}`);
  }
  await endDraft(services.db, key, { code: 'internal_error', message: 'The run that wrote this draft was stopped; send the draft again to go on.' });
}

/** Finishes an open draft; what is finished or was uploaded stays as it is. Raises `script_state_invalid`. */
export async function finishEpisode(services: Services, { version: { id } }: FoundScript): Promise<void> {
  if (await finishDraft(services.db, id)) return;
  const version = await current(services, id);
  const { draftStatus: status } = version;
  if (status === null || status === 'finished') return;
  if (status === 'drafting') throw new ApiError('script_state_invalid', 'the draft is being written', { status, allowed: WRITABLE });
  if (version.byteSize === 0) {
    throw new ApiError('script_state_invalid', 'the draft is empty', { reason: 'empty', status, allowed: WRITABLE });
  }
  throw new ApiError('script_state_invalid', 'the draft could not be read as a screenplay; write its content again',
    { reason: 'unreadable', status, allowed: WRITABLE, parseFailure: version.parseFailure });
}
