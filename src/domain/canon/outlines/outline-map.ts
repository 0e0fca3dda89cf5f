import type { Database, Db } from '../../../kernel/db/database.js';
import { listSeasons } from '../../projects/season-store.js';
import { findSeriesBible } from '../series-bible-store.js';
import type { BibleEpisode } from '../series-bible.js';
import { seasonOf } from './episode-season.js';
import { EMPTY_OUTLINE, statusOf } from './outline.js';
import { ENDED } from '../../../kernel/works/model.js';
import { listOutlines, listOutlineWork, outlineSubjectId, type OutlineRow, type OutlineWork } from './outline-store.js';

const POLL_MS = 1_000;

/** The state of a draft that is under way or has failed; null without a draft, once the draft is in the outline, and for a canceled one. */
function viewDrafting(work: OutlineWork | undefined) {
  if (!work || work.status === 'READY' || work.status === 'CANCELED') return null;
  const isOpen = !ENDED.includes(work.status);
  return { status: isOpen ? 'drafting' as const : 'failed' as const, failureMessage: work.failureMessage, nextPollAfterMs: isOpen ? POLL_MS : null };
}

const GONE: Pick<BibleEpisode, 'title' | 'label' | 'summary'> = { title: '', label: '', summary: '' };

function viewEpisode(
  { id, title, label, summary }: Pick<BibleEpisode, 'id' | 'title' | 'label' | 'summary'>, inSeriesBible: boolean,
  seasons: readonly { number: number }[], row: OutlineRow | undefined, work: OutlineWork | undefined,
) {
  const outline = row?.outline ?? EMPTY_OUTLINE;
  return {
    episodeId: id, seasonNumber: inSeriesBible ? seasonOf({ label }, seasons) : null, title, label, summary, inSeriesBible, outline,
    status: statusOf(outline), origin: row?.origin ?? null, version: row?.version ?? 0,
    estimatedPages: outline.beats.reduce((sum, beat) => sum + beat.estimatedPages, 0),
    drafting: viewDrafting(work), updatedAt: row?.updatedAt.toISOString() ?? null,
  };
}

/** The outlines of a project's episodes: first the episodes of the Series Bible in their order, then episodes that were removed from the Bible. */
export async function readOutlineMap(db: Db, project: { id: string; createdAt: Date }) {
  const planned = (await findSeriesBible(db, project.id))?.content.episodes ?? [];
  const rows = await listOutlines(db, project.id);
  const seasons = await listSeasons(db, project.id);
  const gone = rows.filter(({ episodeId }) => !planned.some(({ id }) => id === episodeId));
  const rowOf = (id: string) => rows.find(({ episodeId }) => episodeId === id);
  const ids = [...planned.map(({ id }) => id), ...gone.map(({ episodeId }) => episodeId)];
  const works = await listOutlineWork(db, ids.map((id) => outlineSubjectId(project.id, id)));
  const workOf = (id: string) => works.find(({ subjectId }) => subjectId === outlineSubjectId(project.id, id));
  const times = rows.map(({ updatedAt }) => updatedAt.toISOString()).sort();
  return {
    projectId: project.id,
    version: rows.reduce((sum, { version }) => sum + version, 0),
    episodes: [
      ...planned.map((episode) => viewEpisode(episode, true, seasons, rowOf(episode.id), workOf(episode.id))),
      ...gone.map((row) => viewEpisode({ ...GONE, id: row.episodeId }, false, seasons, row, workOf(row.episodeId))),
    ],
    createdAt: project.createdAt.toISOString(),
    updatedAt: times.at(-1) ?? project.createdAt.toISOString(),
  };
}

export type OutlineMapView = Awaited<ReturnType<typeof readOutlineMap>>;

/** A consistent snapshot of the outline map: a draft that ends during the call shows either as under way or with its outline. */
export const viewOutlineMap = (db: Database, project: { id: string; createdAt: Date }): Promise<OutlineMapView> =>
  db.snapshot((tx) => readOutlineMap(tx, project));
