import type { ErrorCode } from '../../../errors/catalogue.js';
import { ApiError } from '../../../errors/api-error.js';
import type { Services } from '../../../services.js';
import { startEpisode } from '../../scripts/drafts/draft-episode.js';
import { findDraft, findDraftWork } from '../../scripts/drafts/draft-store.js';
import { finishEpisode, startDraft } from '../../scripts/drafts/draft-run.js';
import { allowanceOf } from '../../scripts/allowance.js';
import type { VersionRow } from '../../scripts/script-model.js';
import { attachFile, isReady, screenplayOf } from '../../scripts/script-source.js';
import { getVersion, type FoundScript } from '../../scripts/script-view.js';
import { requireAcceptableText, upload } from '../../scripts/upload.js';
import { getSource } from '../../sources/source-store.js';
import type { OpenStep } from '../action-store.js';
import { waitFor } from './attend.js';
import { openDraftVersion } from './draft-version-store.js';
import { keepOutline } from '../map/outline.js';
import { derivedId, siblingId } from '../season-run-model.js';

/** The version to write: a new draft of the episode's script, or the script that the episode has or gets. */
async function versionToWrite(services: Services, { run, episode, action }: OpenStep): Promise<FoundScript> {
  const { db } = services;
  if (episode.scriptUploadId === null) {
    const started = await startEpisode(services, {
      scriptId: derivedId('script', run.id, episode.id), accountId: run.accountId, projectId: run.projectId, seasonNumber: run.seasonNumber,
      named: { episodeId: episode.bibleEpisodeId },
    });
    return getVersion(db, run.accountId, started.scriptUploadId);
  }
  const { script } = await getVersion(db, run.accountId, episode.scriptUploadId);
  const versionId = siblingId('scriptVersion', action.id);
  await openDraftVersion(services, { accountId: run.accountId, scriptId: script.id, versionId, title: script.title });
  return getVersion(db, run.accountId, versionId);
}

async function draftFailure({ db }: Services, versionId: string): Promise<ApiError> {
  const work = await findDraftWork(db, await findDraft(db, versionId));
  return new ApiError((work?.failureCode ?? 'artifact_generation_failed') as ErrorCode, work?.failureMessage ?? 'the draft could not be written', { scriptUploadId: versionId });
}

/** Drafts the episode after its map, with the instruction if there is one; a script that a person finished stays as it is. */
async function draft(services: Services, step: OpenStep, signal: AbortSignal): Promise<string> {
  const { run, episode, action } = step;
  await keepOutline(services.db, run.projectId, episode);
  const found = await versionToWrite(services, step);
  const { id, draftStatus } = found.version;
  if (draftStatus === null || draftStatus === 'finished') return id;
  const instructions = [run.brief, action.payload.instruction].filter(Boolean).join('\n\n') || null;
  await startDraft(services, found, { scenes: null, instructions }, action.requestId);
  const again = await waitFor(async () => {
    const now = await getVersion(services.db, run.accountId, id);
    return now.version.draftStatus === 'drafting' ? null : now;
  }, signal);
  if (again.version.draftStatus === 'failed') throw await draftFailure(services, id);
  await waitUntilParsed(services, run.accountId, id, signal);
  await finishEpisode(services, again);
  return id;
}

/** Makes the file at the URL the newest version of the episode's script. */
async function fetchFile(services: Services, { run, episode, action }: OpenStep, fileUrl: string, signal: AbortSignal): Promise<string> {
  const { db, config, store } = services;
  const { accountId, projectId } = run;
  const { script } = await getVersion(db, accountId, episode.scriptUploadId!);
  const [sourceId, versionId] = [siblingId('source', action.id), siblingId('scriptVersion', action.id)];
  await attachFile(services, { sourceId, accountId, projectId, fileUrl, label: script.title }, action.requestId);
  const source = await waitFor(async () => {
    const row = await getSource(db, accountId, projectId, sourceId);
    return isReady(row) ? row : null;
  }, signal);
  const bytes = await screenplayOf(store, source);
  await requireAcceptableText(await allowanceOf(db, config, accountId), bytes, 'auto', true);
  const version = await upload(services, { accountId, scriptId: script.id, versionId, title: script.title, script: null, sourceFormat: 'auto', sourceId, bytes }, action.requestId);
  if (!version) throw new ApiError('script_not_found');
  return version.id;
}

async function waitUntilParsed(services: Services, accountId: string, versionId: string, signal: AbortSignal): Promise<VersionRow> {
  return waitFor(async () => {
    const { version } = await getVersion(services.db, accountId, versionId);
    return version.status === 'complete' || version.status === 'failed' ? version : null;
  }, signal);
}

/** Makes or takes the text that the action asks for, and waits until it is parsed. Every part is keyed by the action, so a repeat goes on. */
export async function makeText(services: Services, step: OpenStep, signal: AbortSignal): Promise<VersionRow> {
  const { scriptUploadId, fileUrl } = step.action.payload;
  const { accountId } = step.run;
  let versionId: string;
  if (scriptUploadId !== undefined) versionId = (await getVersion(services.db, accountId, scriptUploadId)).version.id;
  else if (fileUrl !== undefined) versionId = await fetchFile(services, step, fileUrl, signal);
  else versionId = await draft(services, step, signal);
  return waitUntilParsed(services, accountId, versionId, signal);
}
