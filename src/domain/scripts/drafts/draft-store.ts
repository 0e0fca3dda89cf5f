import { ScriptDraft } from '../../../../entities/script-draft.js';
import { ScriptVersion } from '../../../../entities/script-version.js';
import type { Database, Db } from '../../../kernel/db/database.js';
import { now, tableOf } from '../../../kernel/db/rows.js';
import type { PlannedScene } from '../../../craft/narrative/model.js';
import { workIdOf } from '../../../kernel/works/ids.js';
import { ENDED, type WorkInput, type WorkKey } from '../../../kernel/works/model.js';
import { openRow } from '../../../kernel/works/moves.js';
import { findWork, lockWork, noteProgress, type WorkRow } from '../../../kernel/works/work-store.js';
import { DRAFT, nextPlan, type DraftPlan, type DraftRow, type DraftWanted } from './draft-model.js';
import { findLiveProjectId } from '../script-store.js';
import type { DraftStatus } from '../../../kernel/contract/states.js';
import type { VersionRow } from '../script-model.js';
import { findVersionById, lockVersion, replaceText, type StoredText } from '../version-store.js';

/** Identifies a run of a draft: its work, the version and the revision of the scene plan. */
export type DraftKey = Pick<WorkInput, 'workId' | 'epoch' | 'subjectId' | 'revision'>;

/** A draft that is being written. */
export interface OpenDraft { version: VersionRow; draft: DraftRow }

const DRAFTS = tableOf<ScriptDraft, DraftRow>(ScriptDraft);

export async function findDraft(db: Db, versionId: string): Promise<DraftRow | null> {
  return db.repository(DRAFTS).findOneBy({ versionId });
}

/** The latest work on the current scene plan of a draft; null without a draft. */
export const findDraftWork = async (db: Db, draft: DraftRow | null): Promise<WorkRow | null> =>
  (draft ? findWork(db, workIdOf(DRAFT, draft.versionId, draft.revision)) : null);

// Lock order of every transaction: the work's row, then the version's, then the draft's.

/** The version and its draft while this scene plan is the current one and not yet written, else null. */
export async function findDraftOf(db: Db, { subjectId, revision }: Pick<DraftKey, 'subjectId' | 'revision'>): Promise<OpenDraft | null> {
  const version = await findVersionById(db, subjectId);
  const draft = await findDraft(db, subjectId);
  return version && !version.deletedAt && version.draftStatus === 'drafting' && draft?.revision === revision ? { version, draft } : null;
}

/** Like `findDraftOf`, but null as well when the work is not open in this epoch. */
export async function findOpenDraft(db: Db, key: DraftKey): Promise<OpenDraft | null> {
  const work = await findWork(db, key.workId);
  return work?.epoch === key.epoch && !ENDED.includes(work.status) ? findDraftOf(db, key) : null;
}

const isOpen = (version: VersionRow): boolean => version.draftStatus === 'open' || version.draftStatus === 'failed';

async function setStatus(tx: Db, versionId: string, status: DraftStatus): Promise<void> {
  await tx.repository(ScriptVersion).update({ id: versionId }, { draftStatus: status, updatedAt: now });
}

async function putPlan(tx: Db, versionId: string, plan: DraftPlan): Promise<void> {
  const { revision, requestHash, instructions, scenes, planned, completed } = plan;
  await tx.repository(DRAFTS).upsert({ versionId, revision, requestHash, instructions, scenes, planned, completed, updatedAt: now }, ['versionId']);
}

/** Thrown to roll back a transaction whose text is no longer wanted. */
class Withdrawn extends Error {}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Withdrawn) return null;
    throw error;
  }
}

/**
 * open or failed → drafting, with the scene plan and the work that writes it; the caller starts the run after the commit. Changes
 * nothing while the draft is being written, or when all of it is written.
 */
export async function beginDraft(db: Database, { id, scriptId, accountId, title }: VersionRow, wish: DraftWanted, requestId: string): Promise<void> {
  const wanted = nextPlan(await findDraft(db, id), wish);
  if (!wanted) return;
  const { revision } = wanted;
  await orNull(db.transaction(async (tx) => {
    const opened = await openRow(tx, {
      workId: workIdOf(DRAFT, id, revision), kind: DRAFT, accountId, projectId: await findLiveProjectId(tx, scriptId), subjectId: id, revision,
      label: `Drafting an episode: ${title}`, requestId,
    });
    const version = await lockVersion(tx, id);
    // Read again under the lock: another call may have started and failed meanwhile, with scenes of its own.
    const plan = nextPlan(await findDraft(tx, id), wish);
    if (!opened || !version || !isOpen(version) || plan?.revision !== revision) throw new Withdrawn();
    await putPlan(tx, id, plan);
    await setStatus(tx, id, 'drafting');
  }));
}

/** Sets the scenes of a scene plan that has none yet; a second attempt changes nothing. */
export async function setScenes(db: Db, { subjectId, revision }: DraftKey, scenes: readonly PlannedScene[]): Promise<void> {
  await db.repository(DRAFTS).update({ versionId: subjectId, revision, planned: false }, { scenes: [...scenes], planned: true, updatedAt: now });
}

const isOpenIn = async (tx: Db, { workId, epoch }: WorkKey): Promise<boolean> => {
  const work = await lockWork(tx, workId);
  return work?.epoch === epoch && !ENDED.includes(work.status);
};

/**
 * Replaces the text of `textRevision` by one that has the next scene, and counts the scene, in one transaction. Null when the
 * text was changed meanwhile, the scene is already in it, or the work has ended.
 */
export async function commitScene(
  db: Database, key: DraftKey, index: number, textRevision: number, text: StoredText, requestId: string,
): Promise<VersionRow | null> {
  return orNull(db.transaction(async (tx) => {
    if (!await isOpenIn(tx, key)) throw new Withdrawn();
    const next = await replaceText(tx, key.subjectId, textRevision, { ...text, sourceFormat: 'fountain' }, requestId);
    if (next?.draftStatus !== 'drafting') throw new Withdrawn();
    const counted = await tx.query(
      `UPDATE script_drafts SET completed = completed + 1, updated_at = now() WHERE version_id = $1 AND revision = $2 AND completed = $3 RETURNING 1`,
      [key.subjectId, key.revision, index]);
    if (counted.length === 0) throw new Withdrawn();
    await noteProgress(tx, key, { completed: index + 1 });
    return next;
  }));
}

/** drafting → open once every scene is in the text; false when it is in another state. */
export async function endDrafting(tx: Db, versionId: string): Promise<boolean> {
  const version = await lockVersion(tx, versionId);
  const draft = await findDraft(tx, versionId);
  if (version?.draftStatus !== 'drafting' || !draft?.planned || draft.completed < draft.scenes.length) return false;
  await setStatus(tx, versionId, 'open');
  return true;
}

/** drafting → failed for the version that the work writes; false when it is in another state. */
export async function failDraft(tx: Db, workId: string): Promise<boolean> {
  const failed = await tx.query(
    `UPDATE script_versions v SET draft_status = 'failed', updated_at = now() FROM works w JOIN script_drafts d ON d.version_id = w.subject_id
     WHERE w.id = $1 AND v.id = w.subject_id AND d.revision = w.revision AND v.draft_status = 'drafting' AND v.deleted_at IS NULL RETURNING v.id`,
    [workId]);
  return failed.length > 0;
}

/** open or failed, with a text that is parsed or will be → finished. False when the version is in another state. */
export async function finishDraft(db: Database, versionId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const version = await lockVersion(tx, versionId);
    if (!version || !isOpen(version) || version.byteSize === 0 || version.status === 'failed') return false;
    await setStatus(tx, versionId, 'finished');
    await tx.repository(DRAFTS).update({ versionId }, { updatedAt: now });
    return true;
  });
}
