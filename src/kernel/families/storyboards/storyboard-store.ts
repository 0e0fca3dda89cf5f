import { Storyboard } from '../../../../entities/storyboard.js';
import type { Database, Db } from '../../db/database.js';
import {
  deleteDecisions, endDecision, findDecision, listDecisions, lockDecision, storeDecision, type DecisionRow,
} from '../../decisions/decision-store.js';
import { ApiError } from '../../errors/api-error.js';
import type { Subject, SubjectKey } from '../subject.js';
import { applyEdit, findItem, type AppliedEdit, type EditOutcome, type StoryboardEdit, type StoryboardItem } from './storyboard.js';

export interface StoryboardState { revision: number; items: StoryboardItem[]; updatedAt: Date }

/** The place of edits among the decisions about a subject. No gate has this name. */
export const EDITS = 'edits';

const whereOf = ({ type, id }: SubjectKey) => ({ subjectType: type, subjectId: id });

const stateOf = ({ revision, items, updatedAt }: Storyboard): StoryboardState => ({ revision, items: items as StoryboardItem[], updatedAt });

/** Creates the storyboard of a subject, or returns the existing one unchanged. */
export async function openStoryboard(db: Db, subject: Subject, items: readonly StoryboardItem[]): Promise<StoryboardState> {
  const rows = db.repository(Storyboard);
  await rows.createQueryBuilder().insert().orIgnore()
    .values({ ...whereOf(subject), projectId: subject.projectId, revision: 1, items: [...items] }).execute();
  return stateOf(await rows.findOneByOrFail(whereOf(subject)));
}

/** The subject's storyboard, or null. */
export async function findStoryboard(db: Db, subject: SubjectKey): Promise<StoryboardState | null> {
  const row = await db.repository(Storyboard).findOneBy(whereOf(subject));
  return row && stateOf(row);
}

export interface AskedEdit { id: string; edit: StoryboardEdit; expectedRevision?: number | undefined; by: string }

/** Stores an edit to be applied. A repeated call changes nothing. */
export async function storeEdit(db: Db, subject: Subject, { id, edit, expectedRevision, by }: AskedEdit): Promise<void> {
  await storeDecision(db, subject, { id, place: EDITS, verb: edit.kind, revision: expectedRevision ?? null, payload: edit, decidedBy: by });
}

/** The outcome of an edit, or null while it waits. */
export async function findEditOutcome(db: Db, editId: string): Promise<EditOutcome | null> {
  return (await findDecision(db, editId))?.outcome as EditOutcome | null | undefined ?? null;
}

/** The first edit that was applied after a revision; null when none was. */
export async function findNextEdit(db: Db, subject: SubjectKey, after: number): Promise<AppliedEdit | null> {
  const edits = (await listDecisions(db, subject)).filter(({ place, status }) => place === EDITS && status === 'done');
  const applied = edits.map(({ outcome }) => outcome as AppliedEdit).sort((a, b) => a.revision - b.revision);
  return applied.find(({ revision }) => revision > after) ?? null;
}

function requireRevision({ revision }: Storyboard, expected: number | null): void {
  if (expected === null || expected === revision) return;
  throw new ApiError('version_conflict', `the revision is ${revision}, not ${expected}`, { expected, actual: revision });
}

function applied(board: Storyboard, { id: editId, payload }: DecisionRow, noun: string): { outcome: AppliedEdit; items: StoryboardItem[] } {
  const [before, edit] = [board.items as StoryboardItem[], payload as StoryboardEdit];
  const items = applyEdit(before, edit, noun);
  const part = edit.kind === 'regenerate' ? edit.part : null;
  return { items, outcome: { editId, revision: board.revision + 1, kind: edit.kind, itemId: findItem(before, edit)?.id ?? null, part } };
}

/**
 * Applies a stored edit once and returns its outcome; a repeated call returns the same outcome. An edit that cannot be
 * applied changes nothing: its outcome is a refusal with `validation_failed` or `version_conflict`.
 */
export async function applyStoredEdit(db: Database, editId: string, noun: string): Promise<EditOutcome> {
  return db.transaction(async (tx) => {
    const asked = (await findDecision(tx, editId))!;
    const storyboards = tx.repository(Storyboard);
    const where = { subjectType: asked.subjectType, subjectId: asked.subjectId };
    const board = await storyboards.findOneOrFail({ where, lock: { mode: 'for_no_key_update' } });
    const row = await lockDecision(tx, editId);
    if (row.outcome) return row.outcome as EditOutcome;
    try {
      requireRevision(board, row.revision);
      const { outcome, items } = applied(board, row, noun);
      await storyboards.update(where, { items, revision: outcome.revision, updatedAt: new Date() });
      await endDecision(tx, editId, 'done', outcome);
      return outcome;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { code, message, details } = error;
      const outcome = { refusal: { code, message, ...(details ? { details } : {}) } };
      await endDecision(tx, editId, 'refused', outcome);
      return outcome;
    }
  });
}

/** Deletes the storyboard of a deleted subject, and its edits. */
export async function deleteStoryboard(db: Db, subject: SubjectKey): Promise<void> {
  await deleteDecisions(db, subject, EDITS);
  await db.repository(Storyboard).delete(whereOf(subject));
}
