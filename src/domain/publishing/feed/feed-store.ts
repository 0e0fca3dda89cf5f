import type { Db } from '../../../db/database.js';

/** What a feed takes from the project of its series. */
export interface SeriesBackground { description: string | null; accountName: string; seasonNames: ReadonlyMap<number, string> }

/** The project's own words about the story, and the names of its seasons. */
export async function getBackground(db: Db, projectId: string): Promise<SeriesBackground> {
  const [row] = await db.query<{ description: string | null; accountName: string }>(
    `SELECT coalesce(b.content->>'logline', b.content->>'premise', p.description) AS description, a.name AS "accountName"
     FROM projects p JOIN accounts a ON a.id = p.account_id LEFT JOIN series_bibles b ON b.project_id = p.id WHERE p.id = $1`, [projectId]);
  const seasons = await db.query<{ number: number; name: string }>(
    'SELECT number, name FROM project_seasons WHERE project_id = $1 AND name IS NOT NULL', [projectId]);
  return {
    description: row?.description ?? null, accountName: row?.accountName ?? '', seasonNames: new Map(seasons.map(({ number, name }) => [number, name])),
  };
}
