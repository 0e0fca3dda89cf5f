import type { Db } from '../../kernel/db/database.js';
import { findDecision } from '../../kernel/decisions/decision-store.js';
import type { OrderedWork } from '../../kernel/works/ahead.js';
import { workIdOf } from '../../kernel/works/ids.js';
import type { WorkLine } from '../../kernel/works/model.js';
import type { BoardedRow } from './boarded-film.js';
import type { FilmPlace } from './films/define-film.js';

/** An approval, with the credits that were confirmed in it. */
export interface Verdict { id: string; revision: number | null; payload: { credits?: number } }

/** A stored approval. */
export async function getVerdict(db: Db, id: string): Promise<Verdict> {
  const { revision, payload } = (await findDecision(db, id))!;
  return { id, revision, payload: payload as Verdict['payload'] };
}

/** A film of a storyboard that is ordered. */
export interface OrderedFilm { place: FilmPlace; revision: number; credits: number }

/** The number of a film as a revision of its work. Each revision of the storyboard has two films, one for review and a finished one. */
export const filmNumber = ({ revision, place }: Pick<OrderedFilm, 'revision' | 'place'>): number => revision * 2 + (place === 'film' ? 1 : 0);

/** The lines of the work on a film: a paid one has one. */
export const filmLines = ({ credits }: Pick<OrderedFilm, 'credits'>): WorkLine[] => (credits > 0 ? [{ line: 0, credits }] : []);

/** The work on a film that is ordered and not made yet. */
export const orderedFilm = ({ kind }: { kind: string }, { id, accountId }: Pick<BoardedRow, 'id' | 'accountId'>, order: OrderedFilm): OrderedWork =>
  ({ kind, workId: workIdOf(kind, id, filmNumber(order)), epoch: 1, accountId, lines: filmLines(order) });
