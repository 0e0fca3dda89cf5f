import { ApiError } from '../../kernel/errors/api-error.js';
import type { Services } from '../../kernel/services.js';
import { startFreeWork } from '../../kernel/works/request.js';
import { requireStage } from '../canon/project-stage.js';
import { ensureSeason, listSeasons } from '../projects/season-store.js';
import { requireSeries } from './steps/publishing.js';
import { seasonRunSpec } from './season-run-kind.js';
import { episodesOfSeason } from './map/season-map.js';
import { findOpenRun, findRun, insertRun, type NewRun } from './season-run-store.js';
import type { RunRow } from './season-run-model.js';

export type RunWanted = Omit<NewRun, 'title'> & { projectName: string };

/** Raises `validation_failed` unless the Series Bible has at least the wanted number of episodes in this season. */
async function requireEpisodes({ db }: Services, { projectId, seasonNumber, episodeCount }: RunWanted): Promise<void> {
  const available = episodesOfSeason(await requireStage(db, projectId, 'episode'), seasonNumber).length;
  if (available === 0) {
    throw new ApiError('validation_failed', `the Series Bible has no episode in season ${seasonNumber}`,
      {
        field: 'seasonNumber', reason: 'no_episodes', next: {
          method: 'PATCH', path: `/story-projects/${projectId}/series-bible`, body: { content: {} }, why: 'Plans episodes for the season.',
          asks: [{ field: 'content.episodes', what: `All episodes of the series; the label of those of season ${seasonNumber} says so: "S${seasonNumber}E1"` }],
        },
      });
  }
  if (episodeCount !== null && episodeCount > available) {
    throw new ApiError('validation_failed', `the Series Bible has ${available} episode(s) in season ${seasonNumber}`,
      { field: 'episodeCount', reason: 'too_many', available });
  }
}

const isOpenElsewhere = ({ id, status }: RunRow, seasonNumber: number): ApiError =>
  new ApiError('season_run_state_invalid', `season ${seasonNumber} has an open run: ${id}`,
    { reason: 'run_is_open', runId: id, status, next: { method: 'GET', path: `/season-runs/${id}`, why: 'Go on with it, or cancel it first.' } });

/**
 * Creates a season run and starts it; a repeat with the same id returns it. Raises `season_run_state_invalid` while the season has an
 * open run, `publishing_series_not_found`, and `validation_failed` for a season without episodes.
 */
export async function createRun(services: Services, wanted: RunWanted): Promise<RunRow> {
  const { db } = services;
  const { projectName, ...run } = wanted;
  const known = await findRun(db, run.id);
  if (!known) {
    await requireEpisodes(services, wanted);
    if (run.seriesId !== null) await requireSeries(services, run.accountId, run.projectId, run.seriesId);
    const inserted = await db.transaction(async (tx) => {
      if (!run.dryRun) await ensureSeason(tx, run.projectId, run.seasonNumber);
      const season = (await listSeasons(tx, run.projectId)).find(({ number }) => number === run.seasonNumber);
      return insertRun(tx, { ...run, title: `${projectName}: ${season?.name ?? `Season ${run.seasonNumber}`}` });
    });
    if (!inserted) {
      const open = await findOpenRun(db, run.projectId, run.seasonNumber);
      if (open) throw isOpenElsewhere(open, run.seasonNumber);
      return createRun(services, wanted);
    }
  }
  const row = (await findRun(db, run.id))!;
  await startFreeWork(services, seasonRunSpec(row));
  return row;
}
