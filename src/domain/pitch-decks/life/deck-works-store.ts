import { Work } from '../../../../entities/work.js';
import type { Db } from '../../../kernel/db/database.js';
import { columnsOf } from '../../../kernel/db/rows.js';
import { IS_OPEN, type WorkRow } from '../../../kernel/works/work-store.js';
import { PITCH_DECK } from '../deck-model.js';

const OF_DECK = `(w.subject_id = $1 OR w.subject_id IN (SELECT c.id FROM candidate_requests c WHERE c.subject_type = '${PITCH_DECK}' AND c.subject_id = $1))`;

/** The open work on a deck (takes, additions, films and files), in the order in which locks are taken. */
export const listOpenDeckWork = (db: Db, deckId: string): Promise<WorkRow[]> =>
  db.query<WorkRow>(`SELECT ${columnsOf(Work, 'w')} FROM works w WHERE ${OF_DECK} AND w.${IS_OPEN} ORDER BY w.kind, w.id`, [deckId]);

/** Like `listOpenDeckWork`, and locks it until the transaction ends. */
export const lockOpenDeckWork = (tx: Db, deckId: string): Promise<WorkRow[]> =>
  tx.query<WorkRow>(`SELECT ${columnsOf(Work, 'w')} FROM works w WHERE ${OF_DECK} AND w.${IS_OPEN} ORDER BY w.kind, w.id FOR NO KEY UPDATE OF w`, [deckId]);

/** Removes the records of a deck's objects, which are stored under its read, and returns the object keys. */
export async function takeDeckObjects(tx: Db, { id, artifactId }: { id: string; artifactId: string }): Promise<string[]> {
  const rows = await tx.query<{ key: string }>(
    `DELETE FROM film_objects WHERE artifact_id = $1 AND starts_with(object_key, $2) RETURNING object_key AS key`, [artifactId, `pitch-decks/${id}/`]);
  return rows.map(({ key }) => key);
}
