import { Storyboard } from '../../../../entities/storyboard.js';
import type { Database, Db } from '../../db/database.js';
import {
  endDecision, findDecision, listDecisions, lockDecision, noteOnDecision, storeDecision, type DecisionRow,
} from '../../decisions/decision-store.js';
import { deleteDecisions, holdForDecision, releaseHolds } from '../../decisions/hold-store.js';
import { ApiError } from '../../errors/api-error.js';
import type { Services } from '../../services.js';
import type { Subject, SubjectKey } from '../subject.js';
import { findBoard } from './board.js';
import {
  applyEdit, findItem, requireItem, type AppliedEdit, type BoardContent, type BoardFields, type EditOutcome, type StoryboardEdit, type StoryboardItem,
} from './storyboard.js';

export interface StoryboardState extends BoardContent { revision: number; updatedAt: Date }

/** The notes of an edit. */
interface EditNotes { isCarriedOut?: true }

/** The `place` of edits among the decisions about a subject. No gate may have this name. */
export const EDITS = 'edits';

const whereOf = ({ type, id }: SubjectKey) => ({ subjectType: type, subjectId: id });

const stateOf = ({ revision, items, fields, updatedAt }: Storyboard): StoryboardState =>
  ({ revision, items: items as StoryboardItem[], fields: fields as BoardFields, updatedAt });

/** Creates the storyboard of a subject, or returns the existing one unchanged. */
export async function openStoryboard(db: Db, subject: Subject, items: readonly StoryboardItem[], fields: BoardFields = {}): Promise<StoryboardState> {
  const rows = db.repository(Storyboard);
  await rows.createQueryBuilder().insert().orIgnore()
    .values({ ...whereOf(subject), projectId: subject.projectId, revision: 1, items: [...items], fields }).execute();
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

/**
 * The first edit after a revision that the run must carry out; null when there is none. Asking for it means that the run has carried out the earlier edits.
 * This is recorded for edits that had parts made again, so that a run that is reset or started anew does not make them twice. Credits that such an edit holds
 * for work that was not opened are released.
 */
export async function takeNextEdit(db: Database, subject: SubjectKey, after: number): Promise<AppliedEdit | null> {
  const edits = (await listDecisions(db, subject)).filter(({ place, status, notes }) => place === EDITS && status === 'done' && !(notes as EditNotes).isCarriedOut);
  const applied = edits.map(({ outcome }) => outcome as AppliedEdit).sort((a, b) => a.revision - b.revision);
  const carriedOut: EditNotes = { isCarriedOut: true };
  const over = applied.filter(({ kind, revision }) => kind === 'regenerate' && revision <= after);
  // What an edit ordered may not have begun: its item was removed, or the order was refused. The note comes last: a repeat leaves out edits that have it.
  const held = edits.filter(({ id }) => over.some(({ editId }) => editId === id));
  if (held.some(({ notes }) => 'held' in notes)) await db.transaction((tx) => releaseHolds(tx, held));
  for (const { editId } of over) await noteOnDecision(db, editId, carriedOut);
  return applied.find(({ revision }) => revision > after) ?? null;
}

/** The refusal of an edit that was meant for another revision. */
export const otherRevision = (expected: number, actual: number): ApiError =>
  new ApiError('version_conflict', `the revision is ${actual}, not ${expected}`, { expected, actual });

function requireRevision({ revision }: Storyboard, expected: number | null): void {
  if (expected !== null && expected !== revision) throw otherRevision(expected, revision);
}

/** The storyboard after an edit. `context` is the input of the folds that `Board.context` loaded. */
function contentAfter(content: BoardContent, edit: StoryboardEdit, { type, noun, context }: { type: string; noun: string; context: unknown }): BoardContent {
  if (edit.kind !== 'fold') return applyEdit(content, edit, noun);
  const fold = findBoard(type)?.folds[edit.name];
  if (!fold) throw new Error(`storyboards of ${type} have no edit called ${edit.name}`);
  requireItem(content, edit, noun);
  const { at, args } = edit;
  return { ...content, ...fold(content, { at, args, context, item: at === null ? null : content.items[at]! }) };
}

/** Applies a stored edit to a storyboard that is locked. */
async function applyTo(tx: Db, board: Storyboard, { id, payload, revision }: DecisionRow, noun: string, context: unknown): Promise<AppliedEdit> {
  requireRevision(board, revision);
  const [before, edit] = [stateOf(board), payload as StoryboardEdit];
  const { items, fields } = contentAfter(before, edit, { type: board.subjectType, noun, context });
  const outcome: AppliedEdit = {
    editId: id, revision: board.revision + 1, kind: edit.kind, itemId: findItem(before.items, edit)?.id ?? null, part: edit.kind === 'regenerate' ? edit.part : null,
  };
  const key = { type: board.subjectType, id: board.subjectId };
  await tx.repository(Storyboard).update(whereOf(key), { items: [...items], fields, revision: outcome.revision, updatedAt: new Date() });
  await findBoard(key.type)?.edited?.(tx, key);
  await endDecision(tx, id, 'done', outcome);
  return outcome;
}

/** Reserves the credits of what an edit has made again. Raises `insufficient_credits`. */
async function holdForEdit(tx: Db, key: SubjectKey, { id, payload }: DecisionRow, cycleDays: number): Promise<void> {
  const edit = payload as StoryboardEdit;
  const work = edit.kind === 'regenerate' && (edit.credits ?? 0) > 0 ? await findBoard(key.type)?.orderedBy?.(tx, key, { id, edit }) : null;
  if (work) await holdForDecision(tx, id, work, cycleDays);
}

async function lockStoryboard(tx: Db, key: SubjectKey): Promise<Storyboard> {
  await findBoard(key.type)?.lock(tx, key);
  return tx.repository(Storyboard).findOneOrFail({ where: whereOf(key), lock: { mode: 'for_no_key_update' } });
}

/**
 * Applies a stored edit once and returns its outcome; a repeated call returns the same outcome. An edit that cannot be applied changes nothing: its
 * outcome is a refusal with the code of its error, such as `validation_failed` or `version_conflict`.
 */
export async function applyStoredEdit(services: Services, editId: string, noun: string): Promise<EditOutcome> {
  const asked = (await findDecision(services.db, editId))!;
  const key = { type: asked.subjectType, id: asked.subjectId };
  const isFold = (asked.payload as StoryboardEdit).kind === 'fold' && !asked.outcome;
  const context = isFold ? await findBoard(key.type)?.context(services, key) : undefined;
  try {
    return await services.db.transaction(async (tx) => {
      const board = await lockStoryboard(tx, key);
      const row = await lockDecision(tx, editId);
      if (row.outcome) return row.outcome as EditOutcome;
      await findBoard(key.type)?.admit?.(tx, key);
      const applied = await applyTo(tx, board, row, noun, context);
      await holdForEdit(tx, key, row, services.config.billingCycleDays);
      return applied;
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const { code, message, details } = error;
    await endDecision(services.db, editId, 'refused', { refusal: { code, message, ...(details ? { details } : {}) } });
    return (await findEditOutcome(services.db, editId))!;
  }
}

/**
 * Applies an edit of the service itself, once, in the caller's transaction: a result becomes part of the storyboard, and the run need not be told. Returns
 * the revision of the storyboard. Throws when there is no storyboard.
 */
export async function applyOwnEdit(tx: Db, subject: Subject, { id, edit, by }: AskedEdit, noun: string): Promise<number> {
  const board = await lockStoryboard(tx, subject);
  await storeEdit(tx, subject, { id, edit, by });
  const row = await lockDecision(tx, id);
  if (row.outcome) return (row.outcome as AppliedEdit).revision;
  return (await applyTo(tx, board, row, noun, undefined)).revision;
}

/** Deletes only the storyboard of a deleted subject. Its edits are deleted with the decisions about the subject, whose rows are locked later. */
export async function deleteStoryboardRow(db: Db, subject: SubjectKey): Promise<void> {
  await db.repository(Storyboard).delete(whereOf(subject));
}

/** Deletes the storyboard of a deleted subject, and its edits. */
export async function deleteStoryboard(db: Db, subject: SubjectKey): Promise<void> {
  await deleteStoryboardRow(db, subject);
  await deleteDecisions(db, subject, EDITS);
}
