import type { Db } from '../../../db/database.js';
import { listSeasons } from '../../projects/season-store.js';
import { findSeriesBible } from '../series-bible-store.js';
import type { BibleEpisode } from '../series-bible.js';
import { seasonOf } from './episode-season.js';
import { EMPTY_OUTLINE, statusOf } from './outline.js';
import { listOutlines, type OutlineRow } from './outline-store.js';

const GONE: Pick<BibleEpisode, 'title' | 'label' | 'summary'> = { title: '', label: '', summary: '' };

function viewEpisode(
  { id, title, label, summary }: Pick<BibleEpisode, 'id' | 'title' | 'label' | 'summary'>, inSeriesBible: boolean,
  seasons: readonly { number: number }[], row: OutlineRow | undefined,
) {
  const outline = row?.outline ?? EMPTY_OUTLINE;
  return {
    episodeId: id, seasonNumber: inSeriesBible ? seasonOf({ label }, seasons) : null, title, label, summary, inSeriesBible, outline,
    status: statusOf(outline), origin: row?.origin ?? null, version: row?.version ?? 0,
    estimatedPages: outline.beats.reduce((sum, beat) => sum + beat.estimatedPages, 0),
    updatedAt: row?.updatedAt.toISOString() ?? null,
  };
}

/** The outlines of a project's episodes: those of its Series Bible in their order, then those whose episode left the Bible. */
export async function viewOutlineMap(db: Db, project: { id: string; createdAt: Date }) {
  const [bible, rows, seasons] = await Promise.all([
    findSeriesBible(db, project.id), listOutlines(db, project.id), listSeasons(db, project.id),
  ]);
  const planned = bible?.content.episodes ?? [];
  const gone = rows.filter(({ episodeId }) => !planned.some(({ id }) => id === episodeId));
  const rowOf = (id: string) => rows.find(({ episodeId }) => episodeId === id);
  const times = rows.map(({ updatedAt }) => updatedAt.toISOString()).sort();
  return {
    projectId: project.id,
    version: rows.reduce((sum, { version }) => sum + version, 0),
    episodes: [
      ...planned.map((episode) => viewEpisode(episode, true, seasons, rowOf(episode.id))),
      ...gone.map((row) => viewEpisode({ ...GONE, id: row.episodeId }, false, seasons, row)),
    ],
    createdAt: project.createdAt.toISOString(),
    updatedAt: times.at(-1) ?? project.createdAt.toISOString(),
  };
}

export type OutlineMapView = Awaited<ReturnType<typeof viewOutlineMap>>;
