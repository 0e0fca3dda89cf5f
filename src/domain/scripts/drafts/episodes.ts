import type { Script } from '../../../../entities/script.js';
import { cutPage, startAfter, type Page } from '../../../kernel/contract/paging.js';
import type { Db } from '../../../kernel/db/database.js';
import { seasonOf } from '../../canon/outlines/episode-season.js';
import { EMPTY_OUTLINE, statusOf, type OutlineStatus } from '../../canon/outlines/outline.js';
import { listOutlines, type OutlineRow } from '../../canon/outlines/outline-store.js';
import { findSeriesBible } from '../../canon/series-bible-store.js';
import type { BibleEpisode } from '../../canon/series-bible.js';
import { listSeasons, type Season } from '../../projects/season-store.js';
import type { VersionRow } from '../script-model.js';
import { listMadeFrom, listProjectScripts } from '../script-store.js';
import { viewVersion } from '../script-view.js';
import { listProjectVersions } from '../version-store.js';
import { listFeedReleases, type FeedRelease } from './feed-release-store.js';

/** Titles that differ only in case, blanks or punctuation belong to one episode. */
const folded = (title: string): string => title.normalize('NFKC').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim();

/** True when a script's title is the title or the label of the planned episode. */
export const isTitleOf = (planned: Pick<BibleEpisode, 'title' | 'label'>, title: string): boolean =>
  [planned.title, planned.label].some((name) => name && folded(name) === folded(title));

/**
 * Maps each superseded script to the one that supersedes it. Scripts of one season with the same title are attempts at one
 * episode: the newest that can be parsed counts, the others are superseded. `episodes` are sorted newest first.
 */
function supersededBy(episodes: readonly Script[], latest: ReadonlyMap<string, VersionRow>): Map<string, string> {
  const standing = new Map<string, Script>();
  const attemptOf = ({ seasonNumber, title }: Script): string => `${seasonNumber ?? ''}\n${folded(title)}`;
  const isFailed = ({ id }: Script): boolean => latest.get(id)?.status === 'failed';
  for (const episode of episodes) {
    const other = standing.get(attemptOf(episode));
    if (!other || (isFailed(other) && !isFailed(episode))) standing.set(attemptOf(episode), episode);
  }
  return new Map(episodes.flatMap((episode) => {
    const { id } = standing.get(attemptOf(episode))!;
    return id === episode.id ? [] : [[episode.id, id] as const];
  }));
}

/** The latest version of each script; `versions` are sorted newest first. */
function latestOf(versions: readonly VersionRow[]): Map<string, VersionRow> {
  const latest = new Map<string, VersionRow>();
  for (const version of versions) if (!latest.has(version.scriptId)) latest.set(version.scriptId, version);
  return latest;
}

/** The latest version of the script that has the title of the planned episode and is not superseded; null when there is none. */
export async function findWrittenEpisode(
  db: Db, accountId: string, projectId: string, planned: BibleEpisode,
): Promise<VersionRow | null> {
  const episodes = await listProjectScripts(db, accountId, projectId);
  const latest = latestOf(await listProjectVersions(db, projectId));
  const superseded = supersededBy(episodes, latest);
  const written = episodes.find(({ id, title }) => !superseded.has(id) && isTitleOf(planned, title));
  return written ? latest.get(written.id) ?? null : null;
}

/** Planned episodes with their season and the state of their outline. */
const withOutlines = (episodes: readonly BibleEpisode[], seasons: readonly Season[], outlines: readonly OutlineRow[]) => episodes.map((episode) => {
  const row = outlines.find(({ episodeId }) => episodeId === episode.id);
  return { ...episode, seasonNumber: seasonOf(episode, seasons), outlineStatus: statusOf(row?.outline ?? EMPTY_OUTLINE) };
});

function outlineCounts(planned: ReturnType<typeof withOutlines>, season: number): Record<OutlineStatus, number> {
  const counts: Record<OutlineStatus, number> = { empty: 0, draft: 0, complete: 0 };
  for (const { seasonNumber, outlineStatus } of planned) if (seasonNumber === season) counts[outlineStatus] += 1;
  return counts;
}

function viewFeedRelease(release: FeedRelease | undefined) {
  if (!release) return null;
  const { scriptId: _, scheduledAt, publishedAt, ...shown } = release;
  return { ...shown, scheduledAt: scheduledAt?.toISOString() ?? null, publishedAt: publishedAt?.toISOString() ?? null };
}

/** The scripts after that of the cursor. When that was deleted meanwhile, ids tell the order. */
function pastCursor<Row extends { id: string }>(newestFirst: readonly Row[], after: string | null): Row[] {
  const at = newestFirst.findIndex(({ id }) => id === after);
  return newestFirst.filter(({ id }, index) => after === null || (at < 0 ? id < after : index > at));
}

/**
 * The seasons of a project, one page of its scripts as episodes, and the episodes planned in its Series Bible; `season` limits all
 * of them to one season. Raises `validation_failed` for a cursor of another list.
 */
export async function listEpisodes(db: Db, accountId: string, projectId: string, { season = null, ...page }: { season?: number | null } & Page) {
  const after = startAfter(page, 'script');
  const [seasons, episodes, versions, bible, outlines] = await Promise.all([
    listSeasons(db, projectId), listProjectScripts(db, accountId, projectId),
    listProjectVersions(db, projectId), findSeriesBible(db, projectId), listOutlines(db, projectId),
  ]);
  const [made, releases] = await Promise.all([listMadeFrom(db, accountId, versions.map(({ id }) => id)), listFeedReleases(db, projectId)]);
  const latest = latestOf(versions);
  const superseded = supersededBy(episodes, latest);
  const standing = episodes.filter(({ id }) => !superseded.has(id));
  const isShown = (number: number | null): boolean => season === null || number === season;
  const shown = cutPage(pastCursor(episodes, after).filter(({ seasonNumber }) => isShown(seasonNumber)), page);
  const planned = withOutlines(bible?.content.episodes ?? [], seasons, outlines);
  return {
    seasons: seasons.filter(({ number }) => isShown(number)).map(({ number, name }) => ({
      number, name, episodeCount: standing.filter(({ seasonNumber }) => seasonNumber === number).length,
      outlines: outlineCounts(planned, number),
    })),
    episodes: shown.items.map((episode) => ({
      scriptId: episode.id, scriptUploadId: latest.get(episode.id)?.id ?? null, title: episode.title, slug: episode.slug,
      appPath: `/writers-lab/${episode.slug}`, logline: episode.logline, format: episode.format, genre: episode.genre,
      seasonNumber: episode.seasonNumber, parseStatus: latest.get(episode.id)?.status ?? null,
      feedRelease: viewFeedRelease(releases.find(({ scriptId }) => scriptId === episode.id)),
      supersededBy: superseded.get(episode.id) ?? null,
      versions: versions.filter(({ scriptId }) => scriptId === episode.id).map((version) => viewVersion(version, made)),
      createdAt: episode.createdAt.toISOString(), updatedAt: episode.updatedAt.toISOString(),
    })),
    plannedEpisodes: planned.map((episode) => {
      const written = standing.find(({ title }) => isTitleOf(episode, title));
      return { ...episode, scriptId: written?.id ?? null, scriptUploadId: written ? latest.get(written.id)?.id ?? null : null };
    }),
    videos: [],
    nextCursor: shown.nextCursor,
  };
}
