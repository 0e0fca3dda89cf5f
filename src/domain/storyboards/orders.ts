import { derivedId } from '../../kernel/db/ids.js';
import { findDecision, listDecisions } from '../../kernel/decisions/decision-store.js';
import { releaseHoldsOn } from '../../kernel/decisions/hold-store.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { ErrorCode } from '../../kernel/errors/catalogue.js';
import { requestCandidates } from '../../kernel/families/candidates/candidates.js';
import { applyOwnEdit, EDITS, findStoryboard } from '../../kernel/families/storyboards/storyboard-store.js';
import type { StoryboardEdit } from '../../kernel/families/storyboards/storyboard.js';
import type { Services } from '../../kernel/services.js';
import { workIdOf } from '../../kernel/works/ids.js';
import { CANCELLED, ENDED, type WorkFailure } from '../../kernel/works/model.js';
import { inputOf, requestWork } from '../../kernel/works/request.js';
import { findWork, type WorkRow } from '../../kernel/works/work-store.js';
import type { Db } from '../../kernel/db/database.js';
import { boardedSubject, type BoardedRow, type BoardedType } from './boarded-film.js';
import type { BoardedFilmKind } from './films/define-film.js';
import type { FilmResolution } from './films/film-making.js';
import { filmLines, filmNumber, type OrderedFilm, type Verdict } from './ordered-work.js';
import type { Takes } from './takes/define-takes.js';
import type { TakeBrief } from './takes/take.js';

/** The work that a part waits for; null when the part is made. */
export interface Ordered { waitsFor: string | null }

/** Orders work unless it was ordered before, and returns whether the work is still open. Raises the failure of work that failed or was cancelled. */
export async function ordered(services: Services, workId: string, order: () => Promise<WorkRow | void>): Promise<Ordered> {
  if (!await findWork(services.db, workId)) {
    await order();
    await services.faults.reach('board.ordered', workId);
  }
  const work = await findWork(services.db, workId);
  if (!work || !ENDED.includes(work.status)) return { waitsFor: workId };
  if (work.status === 'READY') return { waitsFor: null };
  throw new ApiError((work.failureCode ?? CANCELLED) as ErrorCode, work.failureMessage ?? 'the work was cancelled');
}

/** The last decision at a gate that was carried out, with the credits that were confirmed in it. Throws when there is none. */
export async function verdictAt<Row extends BoardedRow>({ db }: Services, type: BoardedType<Row>, row: Row, gate: string): Promise<Verdict> {
  const decided = (await listDecisions(db, boardedSubject(type, row))).filter(({ place, status }) => place === gate && status === 'done');
  const last = decided.at(-1);
  if (!last) throw new Error(`nobody approved the ${gate} of ${row.id}`);
  return { id: last.id, revision: last.revision, payload: last.payload as Verdict['payload'] };
}

export interface TakeOrder { id: string; brief: TakeBrief; credits: number }

/** Orders takes or frames: one request for several items, or for one. */
export async function orderTakes<Row extends BoardedRow, Shown extends object>(
  services: Services, type: BoardedType<Row>, takes: Takes<Shown>, row: Row, { id, brief, credits }: TakeOrder,
): Promise<Ordered> {
  return ordered(services, workIdOf(takes.kind, id), async () => {
    await requestCandidates(services, takes, {
      id, accountId: row.accountId, subject: boardedSubject(type, row), brief, wanted: brief.itemIds.length, label: `Takes of a ${type.word}: ${row.title}`,
      requestId: row.requestId, credits,
    });
  });
}

export interface FilmOrder extends OrderedFilm { resolution: FilmResolution }

/** Orders the film of the current storyboard. */
export async function orderFilm<Row extends BoardedRow>(
  services: Services, { word }: BoardedType<Row>, kind: BoardedFilmKind, row: Row, order: FilmOrder,
): Promise<Ordered> {
  const { place, resolution } = order;
  const wanted = {
    accountId: row.accountId, projectId: row.projectId, subjectId: row.id, revision: filmNumber(order), requestId: row.requestId,
    label: `${word.charAt(0).toUpperCase()}${word.slice(1)}: ${row.title}`, place, resolution, lines: filmLines(order),
  };
  return ordered(services, inputOf({ kind: kind.kind }, wanted, 1).workId, () => requestWork(services, kind, wanted));
}

/**
 * The regeneration that an edit asks for, the item that it concerns (null for all items), and the revision that the edit made. Null when there is no such
 * edit or the item is gone.
 */
export async function askedRegeneration(
  services: Services, items: readonly { id: string }[], editId: string,
): Promise<{ edit: Extract<StoryboardEdit, { kind: 'regenerate' }>; itemId: string | null; revision: number } | null> {
  const asked = await findDecision(services.db, editId);
  const edit = asked?.payload as Extract<StoryboardEdit, { kind: 'regenerate' }> | undefined;
  const outcome = asked?.outcome as { itemId?: string; revision?: number } | null;
  const itemId = outcome?.itemId ?? null;
  if (!edit || outcome?.revision === undefined || (edit.at !== null && !items.some(({ id }) => id === itemId))) return null;
  return { edit, itemId, revision: outcome.revision };
}

/** True for a failure that is noted already: a run that is reset notes its last failure once more. */
export const isNoted = (
  { failureCode, failureMessage }: { failureCode: string | null; failureMessage: string | null }, { code, message }: WorkFailure,
): boolean => failureCode === code && failureMessage === message;

/**
 * Records that a part could not be made: `update` stores the failure and moves the row to the previous gate. The part can be approved again there once
 * `renew` has given the storyboard another revision; `renew` returns that revision. Credits were released with the work, or are released here when it was not
 * opened.
 */
export async function failBoarded<Row extends BoardedRow>(
  { db, faults }: Services, type: BoardedType<Row>, id: string, failure: WorkFailure,
  update: (tx: Db, row: Row, failure: WorkFailure, renew: () => Promise<number | null>) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await type.lock(tx, id);
    if (!row) return;
    const subject = boardedSubject(type, row);
    await update(tx, row, failure, async () => {
      const stored = await findStoryboard(tx, subject);
      if (!stored) return null;
      const editId = derivedId('storyboardEdit', id, 'failed', stored.revision);
      return applyOwnEdit(tx, subject, { id: editId, edit: { kind: 'set', fields: {} }, by: id }, type.noun);
    });
    // Edits that are still to be carried out keep what they hold.
    await releaseHoldsOn(tx, subject, EDITS);
  });
  await faults.reach('board.failed', id);
}
