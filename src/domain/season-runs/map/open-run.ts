import type { Services } from '../../../kernel/services.js';
import { findSeriesBible } from '../../canon/series-bible-store.js';
import { outlineOf } from './outline.js';
import { episodesOfSeason, mapOfEpisode } from './season-map.js';
import type { SeasonState } from '../season-run-kind.js';
import { derivedId } from '../../../kernel/db/ids.js';
import { isOver, missingInMap, OVER } from '../season-run-model.js';
import { findRun, insertEpisodes, listEpisodes, lockRun, settleRun, updateRun } from '../season-run-store.js';

/** The state of a season from its rows; a run whose row is gone counts as over. */
export async function seasonState({ db }: Pick<Services, 'db'>, runId: string): Promise<SeasonState> {
  const run = await findRun(db, runId);
  if (!run) return { status: 'cancelled', over: true, mapVersion: 0, approved: false, episodes: [] };
  const episodes = await listEpisodes(db, runId);
  return {
    status: run.status, over: OVER.includes(run.status), mapVersion: run.mapVersion, approved: run.approvedMapVersion === run.mapVersion,
    episodes: episodes.map(({ id, begun, status, actionId }) => ({
      id, due: status !== 'published' && (run.approvedMapVersion === run.mapVersion || begun || actionId !== null),
    })),
  };
}

/** Drafts the map of a run from Series Bible and outlines, unless it has a map. Returns the state of the season. */
export async function draftMap(services: Services, runId: string): Promise<SeasonState> {
  const { db } = services;
  await db.transaction(async (tx) => {
    const run = await lockRun(tx, runId);
    if (!run || isOver(run) || run.mapVersion > 0) return;
    const content = (await findSeriesBible(tx, run.projectId))?.content ?? {};
    const planned = episodesOfSeason(content, run.seasonNumber).slice(0, run.episodeCount ?? undefined);
    const episodes = [];
    for (const [at, episode] of planned.entries()) {
      const map = mapOfEpisode(episode, content, await outlineOf(tx, run.projectId, episode.id));
      episodes.push({
        id: derivedId('seasonEpisode', runId, episode.id), runId, bibleEpisodeId: episode.id, episodeNumber: at + 1, ...map,
        status: missingInMap(map).length === 0 ? 'mapped' as const : 'planned' as const,
      });
    }
    await insertEpisodes(tx, episodes);
    await updateRun(tx, runId, { mapVersion: 1 });
    await settleRun(tx, runId);
  });
  return seasonState(services, runId);
}
