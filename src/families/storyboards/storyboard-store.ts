import { StoryboardEditRow } from '../../../entities/storyboard-edit.js';
import { Storyboard } from '../../../entities/storyboard.js';
import type { Database, Db } from '../../db/database.js';
import { ApiError } from '../../errors/api-error.js';
import type { Subject, SubjectKey } from '../subject.js';
import { applyEdit, itemOf, type AppliedEdit, type EditOutcome, type StoryboardEdit, type StoryboardItem } from './storyboard.js';

export interface StoryboardState { revision: number; items: StoryboardItem[]; updatedAt: Date }

const whereOf = ({ type, id }: SubjectKey) => ({ subjectType: type, subjectId: id });

const stateOf = ({ revision, items, updatedAt }: Storyboard): StoryboardState => ({ revision, items: items as StoryboardItem[], updatedAt });

/** Gives a subject its first storyboard; one that it has stays. */
export async function openStoryboard(db: Db, subject: Subject, items: readonly StoryboardItem[]): Promise<StoryboardState> {
  const rows = db.repository(Storyboard);
  await rows.createQueryBuilder().insert().orIgnore()
    .values({ ...whereOf(subject), projectId: subject.projectId, revision: 1, items: [...items] }).execute();
  return stateOf(await rows.findOneByOrFail(whereOf(subject)));
}

/** Null until the subject has one. */
export async function findStoryboard(db: Db, subject: SubjectKey): Promise<StoryboardState | null> {
  const row = await db.repository(Storyboard).findOneBy(whereOf(subject));
  return row && stateOf(row);
}

export interface AskedEdit { id: string; edit: StoryboardEdit; expectedRevision?: number | undefined; by: string }

/** Keeps an edit that is to be applied; a repeat of the call keeps the first. */
export async function keepEdit(db: Db, subject: Subject, { id, edit, expectedRevision, by }: AskedEdit): Promise<void> {
  await db.repository(StoryboardEditRow).createQueryBuilder().insert().orIgnore().values({
    id, ...whereOf(subject), projectId: subject.projectId, edit, expectedRevision: expectedRevision ?? null, askedBy: by,
  }).execute();
}

/** What came of an edit, or null while it waits. */
export async function findEditOutcome(db: Db, editId: string): Promise<EditOutcome | null> {
  return (await db.repository(StoryboardEditRow).findOneBy({ id: editId }))?.outcome as EditOutcome | null | undefined ?? null;
}

function requireRevision({ revision }: Storyboard, { expectedRevision: expected }: StoryboardEditRow): void {
  if (expected === null || expected === revision) return;
  throw new ApiError('version_conflict', `the revision is ${revision}, not ${expected}`, { expected, actual: revision });
}

function applied(board: Storyboard, { id: editId, edit: kept }: StoryboardEditRow, noun: string): { outcome: AppliedEdit; items: StoryboardItem[] } {
  const [before, edit] = [board.items as StoryboardItem[], kept as StoryboardEdit];
  const items = applyEdit(before, edit, noun);
  const part = edit.kind === 'regenerate' ? edit.part : null;
  return { items, outcome: { editId, revision: board.revision + 1, kind: edit.kind, itemId: itemOf(before, edit)?.id ?? null, part } };
}

/**
 * Applies an edit that was kept, once: a repeat answers what came of it. One that cannot be applied is refused for good with
 * `validation_failed` or `version_conflict`, and changes nothing.
 */
export async function applyKeptEdit(db: Database, editId: string, noun: string): Promise<EditOutcome> {
  return db.transaction(async (tx) => {
    const [edits, storyboards] = [tx.repository(StoryboardEditRow), tx.repository(Storyboard)];
    const row = await edits.findOneOrFail({ where: { id: editId }, lock: { mode: 'pessimistic_write' } });
    if (row.outcome) return row.outcome as EditOutcome;
    const where = { subjectType: row.subjectType, subjectId: row.subjectId };
    const board = await storyboards.findOneOrFail({ where, lock: { mode: 'pessimistic_write' } });
    const end = (outcome: EditOutcome) => edits.update({ id: editId }, { outcome: outcome as never, endedAt: new Date() });
    try {
      requireRevision(board, row);
      const { outcome, items } = applied(board, row, noun);
      await storyboards.update(where, { items, revision: outcome.revision, updatedAt: new Date() });
      await end(outcome);
      return outcome;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { code, message, details } = error;
      const outcome = { refusal: { code, message, ...(details ? { details } : {}) } };
      await end(outcome);
      return outcome;
    }
  });
}

/** Removes the storyboard of a subject that is gone, and its edits. */
export async function deleteStoryboard(db: Db, subject: SubjectKey): Promise<void> {
  await db.repository(StoryboardEditRow).delete(whereOf(subject));
  await db.repository(Storyboard).delete(whereOf(subject));
}
