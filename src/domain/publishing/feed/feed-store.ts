import type { Db } from '../../../kernel/db/database.js';
import { isNamedByPerson } from '../../account/account-names.js';
import { findIntroduction } from '../series/introduction.js';

/** What a feed takes from the project and account of its series. */
export interface SeriesBackground {
  /** The author of the material, else the name that a person gave to the account. */
  author: string | null;
  seasonNames: ReadonlyMap<number, string>;
  /** When one of the rows with these words changed last. */
  changedAt: Date;
}

/**
 * The author of the material, else the name that a person gave to the account, and the names of the seasons. Nothing comes from the canon, which was not
 * written for the public.
 */
export async function getBackground(db: Db, projectId: string): Promise<SeriesBackground> {
  const [row] = await db.query<{ accountName: string; changedAt: Date }>(
    `SELECT a.name AS "accountName", greatest(a.updated_at, (SELECT max(n.created_at) FROM project_seasons n WHERE n.project_id = p.id),
       (SELECT max(o.updated_at) FROM sources o WHERE o.project_id = p.id)) AS "changedAt"
     FROM projects p JOIN accounts a ON a.id = p.account_id WHERE p.id = $1`, [projectId]);
  const seasons = await db.query<{ number: number; name: string }>(
    'SELECT number, name FROM project_seasons WHERE project_id = $1 AND name IS NOT NULL', [projectId]);
  const { author } = await findIntroduction(db, projectId);
  const accountName = row && isNamedByPerson(row.accountName) ? row.accountName : null;
  return {
    author: author ?? accountName, seasonNames: new Map(seasons.map(({ number, name }) => [number, name])), changedAt: row?.changedAt ?? new Date(0),
  };
}
