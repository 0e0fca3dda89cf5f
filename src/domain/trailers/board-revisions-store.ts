import type { Db } from '../../kernel/db/database.js';
import { TRAILER } from './trailer-model.js';

/** The revisions of the storyboards of these trailers, by trailer; those that are not cut yet are left out. */
export async function findBoardRevisions(db: Db, trailerIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ id: string; revision: number }>(
    'SELECT subject_id AS id, revision FROM storyboards WHERE subject_type = $1 AND subject_id = ANY($2)', [TRAILER, trailerIds]);
  return new Map(rows.map(({ id, revision }) => [id, revision]));
}
