import { ProjectSeason } from '../../../entities/project-season.js';
import type { Database, Db } from '../../kernel/db/database.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { lockProject } from './project-store.js';

export type Season = Pick<ProjectSeason, 'number' | 'name'>;

export const MAX_SEASON = 99;

/** The rhythm in which the seasons of a project follow each other; null when it was never set. */
export async function findSeasonCadence(db: Db, projectId: string): Promise<string | null> {
  const [row] = await db.query<{ seasonCadence: string | null }>('SELECT season_cadence AS "seasonCadence" FROM projects WHERE id = $1', [projectId]);
  return row?.seasonCadence ?? null;
}

/** The default name of a season: its number, or the current month for a project with monthly seasons. */
async function nameOf(db: Db, projectId: string, number: number): Promise<string> {
  return await findSeasonCadence(db, projectId) === 'monthly' ? new Date().toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }) : `Season ${number}`;
}

/** The seasons of a project in order. */
export async function listSeasons(db: Db, projectId: string): Promise<ProjectSeason[]> {
  return db.repository(ProjectSeason).find({ where: { projectId }, order: { number: 'ASC' } });
}

/** Creates the season unless the project has it. */
export async function ensureSeason(db: Db, projectId: string, number: number): Promise<void> {
  const name = await nameOf(db, projectId, number);
  await db.repository(ProjectSeason).createQueryBuilder().insert().values({ projectId, number, name }).orIgnore().execute();
}

/** The lowest unused season number. Raises `validation_failed` when all are used. */
function lowestUnusedNumber(seasons: readonly Season[]): number {
  const taken = new Set(seasons.map(({ number }) => number));
  for (let number = 1; number <= MAX_SEASON; number += 1) if (!taken.has(number)) return number;
  throw new ApiError('validation_failed', `the project has ${MAX_SEASON} seasons, the most that a project may have`, { reason: 'no_free_season', maximum: MAX_SEASON });
}

const plain = ({ number, name }: Season): Season => ({ number, name });

/** Creates the next season of a project, once per `callId`. Returns the new season and the list of all. */
export async function makeSeason(db: Database, projectId: string, callId: string, name: string | null): Promise<{ season: Season; seasons: Season[] }> {
  return db.transaction(async (tx) => {
    await lockProject(tx, projectId);
    for (;;) {
      const seasons = await listSeasons(tx, projectId);
      const season = seasons.find((each) => each.callId === callId);
      if (season) return { season: plain(season), seasons: seasons.map(plain) };
      // A script that moves to a new season also creates that season, without this lock. The next number is tried then.
      const number = lowestUnusedNumber(seasons);
      await tx.query(
        `INSERT INTO project_seasons (project_id, number, name, call_id) VALUES ($1, $2, $3, $4) ON CONFLICT (project_id, number) DO NOTHING`,
        [projectId, number, name ?? await nameOf(tx, projectId, number), callId]);
    }
  });
}
