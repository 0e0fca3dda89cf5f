import type { Database, Db } from '../../../db/database.js';
import { ApiError } from '../../../errors/api-error.js';
import { MAX_SEASON, seasonNameOf } from '../script-model.js';

export interface Season { number: number; name: string }

/**
 * Until the transaction ends, nobody else makes seasons or starts episodes of the project. Weaker than what deletes a project, so
 * that scripts of it may be inserted meanwhile.
 */
export async function holdProject(tx: Db, projectId: string): Promise<void> {
  await tx.query('SELECT id FROM projects WHERE id = $1 FOR NO KEY UPDATE', [projectId]);
}

const seasonsOf = (tx: Db, projectId: string): Promise<(Season & { callId: string | null })[]> => tx.query(
  'SELECT number, name, call_id AS "callId" FROM project_seasons WHERE project_id = $1 ORDER BY number', [projectId]);

/** The lowest number that is not taken. Raises `validation_failed` when all are. */
function freeNumber(seasons: readonly Season[]): number {
  const taken = new Set(seasons.map(({ number }) => number));
  for (let number = 1; number <= MAX_SEASON; number += 1) if (!taken.has(number)) return number;
  throw new ApiError('validation_failed', `the project has all ${MAX_SEASON} seasons that it may have`, { reason: 'no_free_season', maximum: MAX_SEASON });
}

/** Makes the next season of a project; repeating it with the same call id makes no other. Answers the new season and all of them. */
export async function makeSeason(db: Database, projectId: string, callId: string, name: string | null): Promise<{ season: Season; seasons: Season[] }> {
  return db.transaction(async (tx) => {
    await holdProject(tx, projectId);
    for (;;) {
      const seasons = await seasonsOf(tx, projectId);
      const season = seasons.find((each) => each.callId === callId);
      const plain = ({ number, name: told }: Season): Season => ({ number, name: told });
      if (season) return { season: plain(season), seasons: seasons.map(plain) };
      const number = freeNumber(seasons);
      // A script that moves into a season makes it without asking us; then the next number is tried.
      await tx.query('INSERT INTO project_seasons (project_id, number, name, call_id) VALUES ($1, $2, $3, $4) ON CONFLICT (project_id, number) DO NOTHING',
        [projectId, number, name ?? seasonNameOf(number), callId]);
    }
  });
}
