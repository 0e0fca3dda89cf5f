import type { Database, Db } from '../../../db/database.js';
import type { PlannedScene } from '../../../narrative/model.js';
import type { DraftFailure, DraftPlan, DraftRow, DraftWish } from './draft-model.js';
import { nextPlan } from './draft-model.js';
import type { DraftStatus, VersionRow } from '../script-model.js';
import { findVersionById, replaceText, type StoredText } from '../version-store.js';

/** One run of a draft. */
export interface DraftKey { versionId: string; number: number }

const COLUMNS = `version_id AS "versionId", number, request_hash AS "requestHash", instructions, scenes, planned, completed, failure,
  updated_at AS "updatedAt"`;

export async function findDraft(db: Db, versionId: string): Promise<DraftRow | null> {
  const [row] = await db.query<DraftRow>(`SELECT ${COLUMNS} FROM script_drafts WHERE version_id = $1`, [versionId]);
  return row ?? null;
}

// Every transaction takes the version's row first and the draft's second.

/** The version and its draft while this run is the one that writes it, else null. */
export async function findOpenDraft(db: Db, { versionId, number }: DraftKey): Promise<{ version: VersionRow; draft: DraftRow } | null> {
  const version = await findVersionById(db, versionId);
  const draft = await findDraft(db, versionId);
  return version && !version.deletedAt && version.draftStatus === 'drafting' && draft?.number === number ? { version, draft } : null;
}

const isOpen = (version: VersionRow): boolean => version.draftStatus === 'open' || version.draftStatus === 'failed';

async function lockVersion(tx: Db, versionId: string): Promise<VersionRow | null> {
  await tx.query('SELECT id FROM script_versions WHERE id = $1 FOR UPDATE', [versionId]);
  const version = await findVersionById(tx, versionId);
  return version && !version.deletedAt ? version : null;
}

async function setStatus(tx: Db, versionId: string, status: DraftStatus): Promise<void> {
  await tx.query('UPDATE script_versions SET draft_status = $2, updated_at = now() WHERE id = $1', [versionId, status]);
}

async function putPlan(tx: Db, versionId: string, plan: DraftPlan): Promise<void> {
  await tx.query(
    `INSERT INTO script_drafts (version_id, number, request_hash, instructions, scenes, planned, completed) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (version_id) DO UPDATE SET number = EXCLUDED.number, request_hash = EXCLUDED.request_hash, instructions = EXCLUDED.instructions,
       scenes = EXCLUDED.scenes, planned = EXCLUDED.planned, completed = EXCLUDED.completed, failure = NULL, updated_at = now()`,
    [versionId, plan.number, plan.requestHash, plan.instructions, JSON.stringify(plan.scenes), plan.planned, plan.completed]);
}

/** open or failed → drafting, with what is to be written. Changes nothing while it is drafted, or when all of it is written. */
export async function beginDraft(db: Database, versionId: string, wish: DraftWish): Promise<void> {
  await db.transaction(async (tx) => {
    const version = await lockVersion(tx, versionId);
    if (!version || !isOpen(version)) return;
    const plan = nextPlan(await findDraft(tx, versionId), wish);
    if (!plan) return;
    await putPlan(tx, versionId, plan);
    await setStatus(tx, versionId, 'drafting');
  });
}

/** Sets the scenes of a run that has none yet; of two attempts the first counts. */
export async function setScenes(db: Db, { versionId, number }: DraftKey, scenes: readonly PlannedScene[]): Promise<void> {
  await db.query(
    `UPDATE script_drafts SET scenes = $3::jsonb, planned = true, updated_at = now() WHERE version_id = $1 AND number = $2 AND NOT planned`,
    [versionId, number, JSON.stringify(scenes)]);
}

class SceneRefused extends Error {}

/**
 * Puts a text with the next scene in the place of the text of `revision` and counts the scene, both or neither. Null when somebody
 * else has changed the text, or the scene is in it already, or the run is over.
 */
export async function commitScene(
  db: Database, { versionId, number }: DraftKey, index: number, revision: number, text: StoredText, requestId: string,
): Promise<VersionRow | null> {
  try {
    return await db.transaction(async (tx) => {
      const next = await replaceText(tx, versionId, revision, { ...text, sourceFormat: 'fountain' }, requestId);
      if (next?.draftStatus !== 'drafting') throw new SceneRefused();
      const counted = await tx.query(
        `UPDATE script_drafts SET completed = completed + 1, updated_at = now() WHERE version_id = $1 AND number = $2 AND completed = $3 RETURNING 1`,
        [versionId, number, index]);
      if (counted.length === 0) throw new SceneRefused();
      return next;
    });
  } catch (error) {
    if (error instanceof SceneRefused) return null;
    throw error;
  }
}

/** drafting → open when every scene is written, or failed with the reason. Changes nothing when the run is over. */
export async function endDraft(db: Database, { versionId, number }: DraftKey, failure: DraftFailure | null): Promise<void> {
  await db.transaction(async (tx) => {
    await lockVersion(tx, versionId);
    const current = await findOpenDraft(tx, { versionId, number });
    if (!current) return;
    const { planned, completed, scenes } = current.draft;
    if (!failure && !(planned && completed >= scenes.length)) return;
    await tx.query('UPDATE script_drafts SET failure = $2::jsonb, updated_at = now() WHERE version_id = $1', [versionId, failure && JSON.stringify(failure)]);
    await setStatus(tx, versionId, failure ? 'failed' : 'open');
  });
}

/** open or failed, with a text that is or will be read → finished. False when the version is in another state. */
export async function finishDraft(db: Database, versionId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const version = await lockVersion(tx, versionId);
    if (!version || !isOpen(version) || version.byteSize === 0 || version.status === 'failed') return false;
    await setStatus(tx, versionId, 'finished');
    await tx.query('UPDATE script_drafts SET updated_at = now() WHERE version_id = $1', [versionId]);
    return true;
  });
}
