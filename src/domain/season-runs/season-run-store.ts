import { IsNull } from 'typeorm';
import { SeasonRun } from '../../../entities/season-run.js';
import { SeasonRunEpisode } from '../../../entities/season-run-episode.js';
import { afterCursor, newestFirst, pageQuerySize, startAfter, type Page } from '../../kernel/contract/paging.js';
import type { Db } from '../../kernel/db/database.js';
import { columnsOf, now, tableOf } from '../../kernel/db/rows.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { isOver, openStatusOf, OVER, type EpisodeRow, type RunRow, type RunStatus } from './season-run-model.js';

const RUNS = tableOf<SeasonRun, RunRow>(SeasonRun);
const EPISODES = tableOf<SeasonRunEpisode, EpisodeRow>(SeasonRunEpisode);
const LIVE_PROJECT = 'EXISTS (SELECT 1 FROM projects p WHERE p.id = r.project_id AND p.deleted_at IS NULL)';

/** The run in any state, of a deleted project as well; null when there is none. */
export async function findRun(db: Db, runId: string): Promise<RunRow | null> {
  return db.repository(RUNS).findOneBy({ id: runId });
}

/** A run of the account in a live project. Raises `season_run_not_found`. */
export async function getRun(db: Db, accountId: string, runId: string): Promise<RunRow> {
  const [row] = await db.query<RunRow>(
    `SELECT ${columnsOf(RUNS, 'r')} FROM season_runs r WHERE r.id = $1 AND r.account_id = $2 AND ${LIVE_PROJECT}`, [runId, accountId]);
  if (!row) throw new ApiError('season_run_not_found');
  return row;
}

/** One page of a project's runs, newest first. */
export async function listRuns(db: Db, projectId: string, page: Page): Promise<RunRow[]> {
  return db.query<RunRow>(
    `SELECT ${columnsOf(RUNS, 'r')} FROM season_runs r WHERE r.project_id = $1 AND ${afterCursor('r', 'season_runs', '$2')} ORDER BY ${newestFirst('r')} LIMIT $3`,
    [projectId, startAfter(page, 'seasonRun'), pageQuerySize(page)]);
}

/** The open run of a season, or null. */
export async function findOpenRun(db: Db, projectId: string, seasonNumber: number): Promise<RunRow | null> {
  const [row] = await db.query<RunRow>(
    `SELECT ${columnsOf(RUNS, 'r')} FROM season_runs r
     WHERE r.project_id = $1 AND r.season_number = $2 AND r.finished_at IS NULL AND NOT r.dry_run`, [projectId, seasonNumber]);
  return row ?? null;
}

/** The runs of a project that were no rehearsals, the newest first. */
export async function listSeasonStates(db: Db, projectId: string): Promise<{ id: string; seasonNumber: number; status: RunStatus; isOpen: boolean }[]> {
  return db.query(
    `SELECT r.id, r.season_number AS "seasonNumber", r.status, r.finished_at IS NULL AS "isOpen" FROM season_runs r
     WHERE r.project_id = $1 AND NOT r.dry_run ORDER BY r.id DESC`, [projectId]);
}

/** Open runs of a project, deleted or not. */
export async function listOpenRuns(db: Db, projectId: string): Promise<RunRow[]> {
  return db.repository(RUNS).find({ where: { projectId, finishedAt: IsNull() }, order: { id: 'ASC' } });
}

/** Published episodes of open runs whose release was cancelled: those of one release, or of all releases for null. */
export async function listWithdrawnEpisodes(db: Db, releaseId: string | null, limit: number): Promise<{ id: string; runId: string }[]> {
  return db.query(
    `SELECT e.id, e.run_id AS "runId" FROM season_run_episodes e JOIN season_runs r ON r.id = e.run_id
     JOIN publishing_releases p ON p.id = e.release_id
     WHERE r.finished_at IS NULL AND e.status = 'published' AND p.status = 'cancelled' AND ($1::text IS NULL OR p.id = $1)
     ORDER BY e.id LIMIT $2`, [releaseId, limit]);
}

/** Open runs of projects that were deleted. */
export async function listOrphanedRuns(db: Db, limit: number): Promise<RunRow[]> {
  return db.query<RunRow>(
    `SELECT ${columnsOf(RUNS, 'r')} FROM season_runs r WHERE r.finished_at IS NULL AND NOT ${LIVE_PROJECT} ORDER BY r.id LIMIT $1`, [limit]);
}

/** Open runs without a map, and open rehearsals, that were created at least `seconds` ago. */
export async function listUndrafted(db: Db, seconds: number, limit: number): Promise<RunRow[]> {
  return db.query<RunRow>(
    `SELECT ${columnsOf(RUNS, 'r')} FROM season_runs r WHERE r.finished_at IS NULL AND (r.map_version = 0 OR r.dry_run)
       AND r.created_at < now() - make_interval(secs => $1) AND ${LIVE_PROJECT} ORDER BY r.id LIMIT $2`, [seconds, limit]);
}

export type NewRun = Pick<RunRow, 'id' | 'accountId' | 'projectId' | 'seriesId' | 'seasonNumber' | 'title' | 'brief' | 'episodeCount'
  | 'dryRun' | 'gateThreshold' | 'createdBy' | 'requestId'>;

/** Inserts the run unless it exists; false when another run of the season is open. */
export async function insertRun(tx: Db, run: NewRun): Promise<boolean> {
  await tx.repository(RUNS).createQueryBuilder().insert().orIgnore().values({ ...run, status: 'mapping' }).execute();
  return await findRun(tx, run.id) !== null;
}

/** Locks the run until the transaction ends: its map, its episodes and its actions do not change meanwhile. */
export async function lockRun(tx: Db, runId: string): Promise<RunRow | null> {
  return tx.repository(RUNS).findOne({ where: { id: runId }, lock: { mode: 'for_no_key_update' } });
}

export async function listEpisodes(db: Db, runId: string): Promise<EpisodeRow[]> {
  return db.repository(EPISODES).find({ where: { runId }, order: { episodeNumber: 'ASC' } });
}

/** An episode by its id in the run or in the Series Bible. Raises `season_run_not_found`. */
export async function getEpisode(db: Db, runId: string, reference: string): Promise<EpisodeRow> {
  const found = (await listEpisodes(db, runId)).find(({ id, bibleEpisodeId }) => id === reference || bibleEpisodeId === reference);
  if (!found) throw new ApiError('season_run_not_found', 'the season run has no such episode');
  return found;
}

export async function insertEpisodes(tx: Db, episodes: readonly (Pick<EpisodeRow,
  'id' | 'runId' | 'bibleEpisodeId' | 'episodeNumber' | 'title' | 'logline' | 'beats' | 'targetPages' | 'status'>)[]): Promise<void> {
  if (episodes.length > 0) await tx.repository(EPISODES).createQueryBuilder().insert().orIgnore().values([...episodes]).execute();
}

type EpisodeChange = Partial<Omit<EpisodeRow, 'id' | 'runId' | 'createdAt' | 'updatedAt'>>;

export async function updateEpisode(tx: Db, episodeId: string, change: EpisodeChange): Promise<void> {
  await tx.repository(EPISODES).update({ id: episodeId }, { ...change, updatedAt: now } as object);
}

export async function updateRun(tx: Db, runId: string, change: Partial<Pick<RunRow, 'mapVersion' | 'approvedMapVersion' | 'seriesId'>>): Promise<void> {
  await tx.repository(RUNS).update({ id: runId }, { ...change, updatedAt: now });
}

/** Ends the run; false when it had ended. */
export async function finishRun(
  tx: Db, runId: string, status: 'completed' | 'failed' | 'cancelled', failure: { code: string; message: string } | null = null,
): Promise<boolean> {
  const ended = await tx.query(
    `UPDATE season_runs SET status = $2, failure_code = $3, failure_message = $4, finished_at = now(), updated_at = now()
     WHERE id = $1 AND finished_at IS NULL RETURNING id`, [runId, status, failure?.code ?? null, failure?.message ?? null]);
  return ended.length > 0;
}

/** Sets the status of the run from its map and episodes. Call it in every transaction that changes one of them. Returns the run. */
export async function settleRun(tx: Db, runId: string): Promise<RunRow> {
  const run = (await findRun(tx, runId))!;
  if (isOver(run)) return run;
  const status: RunStatus = openStatusOf(run, await listEpisodes(tx, runId));
  await tx.query(
    `UPDATE season_runs SET status = $2, finished_at = CASE WHEN $3 THEN now() END, updated_at = now() WHERE id = $1`,
    [runId, status, OVER.includes(status)]);
  return { ...run, status };
}

/** Sums of credits over the priced work that actions of the run started. */
export async function creditsOfRun(db: Db, runId: string): Promise<{ quoted: number; reserved: number; settled: number; released: number }> {
  const [row] = await db.query<{ quoted: number; reserved: number; settled: number; released: number }>(
    `SELECT coalesce(sum(w.credits_quoted), 0)::int AS quoted, coalesce(sum(w.credits_reserved), 0)::int AS reserved,
       coalesce(sum(w.credits_settled), 0)::int AS settled, coalesce(sum(w.credits_released), 0)::int AS released
     FROM works w WHERE w.id IN (SELECT d.notes->>'workId' FROM decisions d WHERE d.subject_type = 'season_run' AND d.subject_id = $1)`, [runId]);
  return row!;
}
