import type { ErrorCode } from '../../../kernel/errors/catalogue.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { startEpisode } from '../../scripts/drafts/draft-episode.js';
import { draftWorkId } from '../../scripts/drafts/draft-kind.js';
import { findDraft, findDraftWork } from '../../scripts/drafts/draft-store.js';
import { finishEpisode, startDraft } from '../../scripts/drafts/draft-run.js';
import { allowanceOf } from '../../scripts/allowance.js';
import type { VersionRow } from '../../scripts/script-model.js';
import { parseWorkId } from '../../scripts/parsing/parse-work.js';
import { attachFile, isReady, screenplayOf } from '../../scripts/script-source.js';
import { getVersion, type FoundScript } from '../../scripts/script-view.js';
import { deleteObjects } from '../../scripts/script-objects.js';
import { requireAcceptableText, upload } from '../../scripts/upload.js';
import { findLiveScript } from '../../scripts/script-store.js';
import { findVersionById } from '../../scripts/version-store.js';
import type { SourceRow } from '../../sources/source-model.js';
import { sourceWorkId } from '../../sources/source-work.js';
import { getSource } from '../../sources/source-store.js';
import type { OpenStep } from '../action-store.js';
import { openDraftVersion } from './draft-version-store.js';
import { orderOnce, requireEnded, StillAtWork } from './ordering.js';
import { reviseText } from './revise-text.js';
import { keepOutline } from '../map/outline.js';
import { siblingId } from '../../../kernel/db/ids.js';


/** The script of the episode's text; null when the episode has no text yet, or when its script was deleted. */
async function findScriptOf({ db }: Services, { run, episode }: OpenStep): Promise<FoundScript['script'] | null> {
  const version = episode.scriptUploadId === null ? null : await findVersionById(db, episode.scriptUploadId);
  return version && findLiveScript(db, run.accountId, version.scriptId);
}

/** The id of the script that an action creates. It follows from the action, so that a deleted script does not block the next attempt. */
const newScriptId = ({ action }: OpenStep): string => siblingId('script', action.id);

/** The version to write: a new draft of the episode's script; without a script, the one that `startEpisode` finds or creates. */
async function versionToWrite(services: Services, step: OpenStep): Promise<FoundScript> {
  const { db } = services;
  const { run, episode, action } = step;
  const script = await findScriptOf(services, step);
  if (!script) {
    const started = await startEpisode(services, {
      scriptId: newScriptId(step), accountId: run.accountId, projectId: run.projectId, seasonNumber: run.seasonNumber,
      named: { episodeId: episode.bibleEpisodeId },
    });
    return getVersion(db, run.accountId, started.scriptUploadId);
  }
  const versionId = siblingId('scriptVersion', action.id);
  await openDraftVersion(services, { accountId: run.accountId, scriptId: script.id, versionId, title: script.title });
  return getVersion(db, run.accountId, versionId);
}

async function draftFailure({ db }: Services, versionId: string): Promise<ApiError> {
  const work = await findDraftWork(db, await findDraft(db, versionId));
  return new ApiError((work?.failureCode ?? 'artifact_generation_failed') as ErrorCode, work?.failureMessage ?? 'the draft could not be written', { scriptUploadId: versionId });
}

/** Drafts the episode from its map, with the instruction if there is one; a script that a person finished stays unchanged. */
async function draft(services: Services, step: OpenStep): Promise<string> {
  const { run, episode, action } = step;
  const id = await orderOnce(services, step, 'draft', async () => {
    await keepOutline(services.db, run.projectId, episode);
    const found = await versionToWrite(services, step);
    const instructions = [run.brief, action.payload.instruction].filter(Boolean).join('\n\n') || null;
    if (isBeingWritten(found)) await startDraft(services, found, { scenes: null, instructions }, action.requestId);
    return found.version.id;
  });
  const drafted = await getVersion(services.db, run.accountId, id);
  if (!isBeingWritten(drafted)) return id;
  const { draftStatus } = drafted.version;
  if (draftStatus === 'drafting') throw new StillAtWork(draftWorkId(id, (await findDraft(services.db, id))!.revision));
  if (draftStatus === 'failed') throw await draftFailure(services, id);
  await requireParsed(services, run.accountId, id);
  await finishEpisode(services, drafted);
  return id;
}

/** False for a script that was uploaded, or whose draft is finished. */
const isBeingWritten = ({ version: { draftStatus } }: FoundScript): boolean => draftStatus !== null && draftStatus !== 'finished';

/** Makes the file at the URL the newest version of the episode's script. */
async function fetchFile(services: Services, step: OpenStep, fileUrl: string): Promise<string> {
  const { run: { accountId, projectId }, episode, action } = step;
  const sourceId = await orderOnce(services, step, 'source', async () => {
    const id = siblingId('source', action.id);
    await attachFile(services, { sourceId: id, accountId, projectId, fileUrl, label: episode.title }, action.requestId);
    return id;
  });
  const source = await getSource(services.db, accountId, projectId, sourceId);
  requireEnded(isReady(source) ? source : null, sourceWorkId(sourceId));
  return orderOnce(services, step, 'upload', () => uploadFile(services, step, source));
}

/** Makes a file the newest version of the episode's script, or the first one of a new script. */
async function uploadVersion(services: Services, step: OpenStep, { sourceId, bytes }: { sourceId: string | null; bytes: Buffer }): Promise<string> {
  const { run: { accountId, projectId }, episode, action } = step;
  const script = await findScriptOf(services, step);
  const version = await upload(services, {
    accountId, scriptId: script?.id ?? newScriptId(step), versionId: siblingId('scriptVersion', action.id), title: script?.title ?? episode.title,
    script: script ? null : { projectId, makesProject: false }, sourceFormat: 'auto', sourceId, bytes,
  }, action.requestId);
  if (!version) throw new ApiError('script_not_found');
  return version.id;
}

/** Makes the fetched file the newest version of the script. */
async function uploadFile(services: Services, step: OpenStep, source: SourceRow): Promise<string> {
  const { db, config, store } = services;
  const { accountId } = step.run;
  const bytes = await screenplayOf(store, source);
  await requireAcceptableText(await allowanceOf(db, config, accountId), bytes, 'auto', true);
  return uploadVersion(services, step, { sourceId: source.id, bytes });
}

/** Makes the uploaded file the newest version of the episode's script. */
async function takeFile(services: Services, step: OpenStep, fileKey: string): Promise<string> {
  const { db, store } = services;
  const made = await findVersionById(db, siblingId('scriptVersion', step.action.id));
  const versionId = made?.id ?? await uploadVersion(services, step, { sourceId: null, bytes: await store.get(fileKey) });
  await deleteObjects(store, [fileKey]);
  return versionId;
}

/** Applies the instruction to the episode's text, and makes the result the newest version of its script. */
async function reviseVersion(services: Services, { run, episode, action }: OpenStep, instruction: string): Promise<string> {
  const versionId = siblingId('scriptVersion', action.id);
  if (await findVersionById(services.db, versionId)) return versionId;
  const { bytes } = await reviseText(services, episode.scriptUploadId!, instruction);
  const { script } = await getVersion(services.db, run.accountId, episode.scriptUploadId!);
  const version = await upload(services, {
    accountId: run.accountId, scriptId: script.id, versionId, title: script.title, script: null, sourceFormat: 'fountain', sourceId: null, bytes,
  }, action.requestId);
  if (!version) throw new ApiError('script_not_found');
  return version.id;
}

/** True for a revision that rules can make. A revision that began as a draft, or that a configured model makes, is drafted instead. */
const isByRules = ({ config }: Services, { episode, action }: OpenStep): boolean => config.text.baseUrl === null && action.payload.instruction !== undefined
  && episode.scriptUploadId !== null && action.notes.ordered?.draft === undefined;

async function requireParsed(services: Services, accountId: string, versionId: string): Promise<VersionRow> {
  const { version } = await getVersion(services.db, accountId, versionId);
  return requireEnded(version.status === 'complete' || version.status === 'failed' ? version : null, parseWorkId(versionId, version.revision));
}

/**
 * Makes the text that the action asks for, or adopts the one that it names. Everything is keyed by the action, so a repeat resumes. Throws `StillAtWork`
 * until the text is parsed.
 */
export async function makeText(services: Services, step: OpenStep): Promise<VersionRow> {
  const { scriptUploadId, fileUrl, fileKey } = step.action.payload;
  const { accountId } = step.run;
  let versionId: string;
  if (scriptUploadId !== undefined) versionId = (await getVersion(services.db, accountId, scriptUploadId)).version.id;
  else if (fileKey !== undefined) versionId = await orderOnce(services, step, 'upload', () => takeFile(services, step, fileKey));
  else if (fileUrl !== undefined) versionId = await fetchFile(services, step, fileUrl);
  else if (isByRules(services, step)) versionId = await orderOnce(services, step, 'upload', () => reviseVersion(services, step, step.action.payload.instruction!));
  else versionId = await draft(services, step);
  return requireParsed(services, accountId, versionId);
}
