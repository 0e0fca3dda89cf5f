import { ApplicationFailure, Context } from '@temporalio/activity';
import { ObjectMissing } from '../../src/kernel/storage/port.js';
import { allowanceOf, requirePagesAllowed } from '../../src/domain/scripts/allowance.js';
import { draftBriefOf } from '../../src/domain/scripts/drafts/draft-brief.js';
import { sceneHash, sceneKeyOf, type DraftRow } from '../../src/domain/scripts/drafts/draft-model.js';
import { commitScene, findDraft, findOpenDraft, setScenes } from '../../src/domain/scripts/drafts/draft-store.js';
import { MAX_CONTENT_BYTES, type VersionRow } from '../../src/domain/scripts/script-model.js';
import { deleteObjects, deleteReplaced, getVersionText, storeText } from '../../src/domain/scripts/script-objects.js';
import { runScriptTask } from '../../src/domain/scripts/parsing/script-thread.js';
import { startParse } from '../../src/domain/scripts/parsing/script-kind.js';
import { findVersionById } from '../../src/domain/scripts/version-store.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import type { WrittenScene } from '../../src/craft/narrative/model.js';
import { ScriptRefused } from '../../src/craft/screenplay/index.js';
import type { Services } from '../../src/kernel/services.js';
import type { DraftInput } from '../../src/domain/scripts/drafts/draft-kind.js';
import { QUEUED } from '../../src/kernel/works/model.js';
import { noteProgress, startWork } from '../../src/kernel/works/work-store.js';
import { asActivityFailure } from '../shared/failures.js';
import { inActivity } from '../shared/activity-frame.js';

export interface SceneInput extends DraftInput { index: number }

/** How many of the planned scenes the text has. */
export interface Written { completed: number; total: number }

const writtenOf = ({ completed, scenes }: DraftRow): Written => ({ completed, total: scenes.length });

/** How often one attempt retries when another writer changes the text each time. */
const MAX_WRITE_ATTEMPTS = 20;

/** The written text of a scene, stored as soon as the writer returns it, so that a repeat does not ask the writer again. */
async function sceneOnce(services: Services, version: VersionRow, draft: DraftRow, index: number): Promise<WrittenScene> {
  const { db, store } = services;
  const key = sceneKeyOf(version.id, index);
  const hash = sceneHash(draft.scenes[index]!, draft.instructions);
  try {
    const kept = JSON.parse((await store.get(key)).toString('utf8')) as { hash: string; scene: WrittenScene };
    if (kept.hash === hash) return kept.scene;
  } catch (error) {
    if (!(error instanceof ObjectMissing)) throw error;
  }
  const writer = await services.writer();
  const brief = await draftBriefOf(db, store, writer, version, draft);
  const soFar = version.byteSize === 0 ? '' : await textOf(services, version.id);
  const scene = await writer.writeScene({ ...brief, scenes: draft.scenes, index, soFar }, Context.current().cancellationSignal);
  await store.put(key, JSON.stringify({ hash, scene }));
  return scene;
}

/** The current text; loads it again when it is replaced meanwhile. Empty when the version is gone. */
async function textOf({ db, store }: Services, versionId: string): Promise<string> {
  for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS; attempt += 1) {
    const row = await findVersionById(db, versionId);
    if (!row || row.deletedAt) return '';
    try {
      return (await getVersionText(store, row)).toString('utf8');
    } catch (error) {
      if (!(error instanceof ObjectMissing)) throw error;
    }
  }
  throw new Error(`the text of ${versionId} changes faster than it can be read`);
}

interface Prepared { row: VersionRow; content: Buffer }

/** The current text with the scene appended; null when the work has ended, `changed` when the text was replaced meanwhile. */
async function prepare({ db, store, config }: Services, input: DraftInput, scene: WrittenScene): Promise<Prepared | 'changed' | null> {
  const open = await findOpenDraft(db, input);
  if (!open) return null;
  const row = open.version;
  let bytes: Buffer;
  try {
    bytes = await getVersionText(store, row);
  } catch (error) {
    if (error instanceof ObjectMissing) return 'changed';
    throw error;
  }
  const appended = await runScriptTask('append', { bytes, format: row.sourceFormat, title: row.title, scene }, Context.current().cancellationSignal);
  if (!appended.ok) throw new ApiError('script_state_invalid', appended.message);
  requirePagesAllowed(await allowanceOf(db, config, row.accountId), appended.pageCount);
  const content = Buffer.from(appended.content, 'utf8');
  if (content.byteLength > MAX_CONTENT_BYTES) throw new ApiError('source_too_large', `the screenplay would be larger than ${MAX_CONTENT_BYTES} bytes`);
  return { row, content };
}

/** Appends the scene to the current text, so that other writers' changes are kept. */
async function append(services: Services, input: DraftInput, index: number, scene: WrittenScene): Promise<void> {
  const { db, store, faults } = services;
  for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS; attempt += 1) {
    const prepared = await prepare(services, input, scene);
    if (prepared === null) return;
    if (prepared === 'changed') continue;
    const { row, content } = prepared;
    const text = await storeText(store, row.id, row.revision + 1, content);
    await faults.reach('draft.before_scene');
    const next = await commitScene(db, input, index, row.revision, text, input.requestId);
    if (next) {
      await faults.reach('draft.after_scene');
      await startParse(services, next);
      await deleteReplaced(store, row, next);
      return;
    }
    await deleteObjects(store, [text.contentKey]);
    const now = await findOpenDraft(db, input);
    if (!now || now.draft.completed > index) return;
  }
  throw new Error(`the text of ${input.subjectId} changes faster than a scene can be written`);
}

/** Activities that plan and write episodes through the writing port. */
export function createDraftWriting(services: Services) {
  const { db, store } = services;

  const translated = <T>(work: () => Promise<T>): Promise<T> => inActivity(work, (error) => (error instanceof ScriptRefused
    ? ApplicationFailure.nonRetryable(error.message, 'script_state_invalid') : asActivityFailure(error, 'artifact_generation_failed')));

  return {
    /**
     * Plans the scenes when the request named none; otherwise finds the passages of the sources for the requested scenes. A repeat changes nothing. Null when
     * the work has ended.
     */
    planDraft: (input: DraftInput): Promise<Written | null> => translated(async () => {
      if (!await startWork(db, input, { ...QUEUED, stage: 'planning' })) return null;
      const open = await findOpenDraft(db, input);
      if (!open) return null;
      const { version, draft } = open;
      if (!draft.planned) {
        const writer = await services.writer();
        const written = draft.scenes.slice(0, draft.completed);
        const wished = draft.scenes.slice(draft.completed);
        const brief = await draftBriefOf(db, store, writer, version, draft);
        const scenes = await writer.planScenes(brief, wished.length > 0 ? wished : null, Context.current().cancellationSignal);
        if (scenes.length === 0) throw new ApiError('source_incomplete', 'no scene can be made from the sources; attach a source with events or dialogue');
        await setScenes(db, input, [...written, ...scenes]);
      }
      const planned = await findDraft(db, input.subjectId);
      if (planned?.revision !== input.revision) return null;
      const written = writtenOf(planned);
      await noteProgress(db, input, { stage: 'writing', ...written });
      return written;
    }),

    /**
     * Writes one scene and appends it to the text, exactly once over retries, crashes and resets; null when the work has ended. Fails for
     * good with `script_state_invalid`, `plan_limit_reached`, `source_too_large`, `source_not_found`, `source_incomplete` or
     * `artifact_generation_failed`.
     */
    writeDraftScene: ({ index, ...input }: SceneInput): Promise<Written | null> => translated(async () => {
      const open = await findOpenDraft(db, input);
      if (open?.draft.completed === index && index < open.draft.scenes.length) {
        const scene = await sceneOnce(services, open.version, open.draft, index);
        await services.faults.reach('draft.written');
        await append(services, input, index, scene);
      }
      const now = await findOpenDraft(db, input);
      if (!now || now.draft.completed > index) await store.delete(sceneKeyOf(input.subjectId, index));
      // A worker that died after the commit may not have started the parse.
      if (now?.version.status === 'pending') await startParse(services, now.version);
      return now ? writtenOf(now.draft) : null;
    }),
  };
}

export type DraftWriting = ReturnType<typeof createDraftWriting>;
