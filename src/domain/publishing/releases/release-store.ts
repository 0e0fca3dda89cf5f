import { IsNull, Not } from 'typeorm';
import { PublishingRelease } from '../../../../entities/publishing-release.js';
import { PublishingTarget } from '../../../../entities/publishing-target.js';
import { afterCursor, newestFirst, pageQuerySize, startAfter, type Page } from '../../../kernel/contract/paging.js';
import type { ReleaseStatus } from '../../../kernel/contract/states.js';
import type { Db } from '../../../kernel/db/database.js';
import { columnsOf, jsonOf, now, tableOf, type Known } from '../../../kernel/db/rows.js';
import { PublishingAsset } from '../../../../entities/publishing-asset.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { RSS } from '../series/series-model.js';
import { FILM_WITHHELD, type AssetRow } from './asset-store.js';
import type { DatedEpisode } from './episode-dates.js';

export const EPISODE_TYPES = ['full', 'trailer', 'bonus'] as const;
export type EpisodeType = (typeof EPISODE_TYPES)[number];
export const [FULL_EPISODE, TRAILER_EPISODE] = EPISODE_TYPES;

export type ReleaseRow = Known<PublishingRelease, { status: ReleaseStatus; episodeType: EpisodeType }>;
const SHOWN_OF_ASSET = [
  'token', 'version', 'sha256', 'byteSize', 'durationMs', 'mediaKey', 'programmeKey', 'soundFrom', 'facts', 'film',
] as const satisfies readonly (keyof AssetRow)[];

/** The fields of the asset in use that records show. */
export interface ShownAsset extends Pick<AssetRow, (typeof SHOWN_OF_ASSET)[number]> {
  /** True when its pictures are drawn. */
  pictured: boolean;
}

/** A release with its series, its asset, and the state of the artifact that it was made from. */
export interface ShownRelease extends ReleaseRow {
  projectId: string; seriesSlug: string; asset: ShownAsset;
  /** The version of the words of `sourceRevision`, which callers see. */
  sourceVersion: number;
  /** True when the artifact has a new revision or recording since the asset was made. */
  stale: boolean;
  /** True when the read has a new revision since the asset was made, or no longer has the film of the asset. Means nothing for an asset without a film. */
  filmStale: boolean;
  /** True while its films are withheld. */
  filmWithheld: boolean;
  /** True when its series has a connected feed; without one, nobody can hear a published release. */
  feedConnected: boolean;
}

const RELEASE = tableOf<PublishingRelease, ReleaseRow>(PublishingRelease);
const COLUMNS = columnsOf(RELEASE, 'r');
const ASSET = jsonOf(tableOf<PublishingAsset, AssetRow>(PublishingAsset), SHOWN_OF_ASSET, 'x');

const SELECT = `SELECT ${COLUMNS}, s.project_id AS "projectId", s.slug AS "seriesSlug",
    ${ASSET} || jsonb_build_object('pictured', x.pictures IS NOT NULL) AS asset,
    coalesce(a.current_version <> r.source_revision OR m.sha256 <> x.sha256, false) AS stale, ${FILM_WITHHELD} AS "filmWithheld",
    EXISTS (SELECT 1 FROM publishing_destinations d WHERE d.series_id = s.id AND d.provider = '${RSS}' AND d.enabled) AS "feedConnected",
    coalesce((SELECT v.version FROM artifact_revisions v WHERE v.artifact_id = a.id AND v.revision = r.source_revision), r.source_revision) AS "sourceVersion",
    coalesce(a.current_version <> r.source_revision OR NOT EXISTS (SELECT 1 FROM films f WHERE f.artifact_id = a.id AND f.sha256 = x.film->>'sha256'), false) AS "filmStale"
  FROM publishing_releases r JOIN publishing_series s ON s.id = r.series_id JOIN projects p ON p.id = s.project_id AND p.deleted_at IS NULL
  JOIN publishing_assets x ON x.release_id = r.id AND x.version = r.asset_version
  LEFT JOIN artifacts a ON a.id = r.source_artifact_id
  LEFT JOIN recordings m ON m.artifact_id = a.id AND m.revision = r.source_revision AND m.mode = 'audio'`;

/** Raises `publishing_release_not_found` for a release that is missing, another account's, or of a deleted project. */
export async function getRelease(db: Db, accountId: string, releaseId: string): Promise<ShownRelease> {
  const [row] = await db.query<ShownRelease>(`${SELECT} WHERE r.id = $1 AND r.account_id = $2`, [releaseId, accountId]);
  if (!row) throw new ApiError('publishing_release_not_found');
  return row;
}

export async function findRelease(db: Db, releaseId: string): Promise<ShownRelease | null> {
  const [row] = await db.query<ShownRelease>(`${SELECT} WHERE r.id = $1`, [releaseId]);
  return row ?? null;
}

/** One page of the releases of a series, newest first. Ids do not tell the order: that of a release which a season run made is a hash. */
export async function listReleases(db: Db, seriesId: string, page: Page): Promise<ShownRelease[]> {
  return db.query<ShownRelease>(
    `${SELECT} WHERE r.series_id = $1 AND ${afterCursor('r', 'publishing_releases', '$2')}
     ORDER BY ${newestFirst('r')} LIMIT $3`,
    [seriesId, startAfter(page, 'release'), pageQuerySize(page)]);
}

/** The place of an episode: that of a release, or that of an episode of a season with its read. */
export type EpisodePlace = Pick<ReleaseRow, 'seasonNumber' | 'episodeNumber' | 'episodeType' | 'sourceArtifactId'>;

/**
 * True for releases of the same episode: by their numbers, because `refresh-media` may give one another read; where one has none, by their read. A trailer or a
 * bonus shares its number with its episode.
 */
export const isSameEpisode = (one: EpisodePlace, other: EpisodePlace): boolean => (one.episodeNumber === null || other.episodeNumber === null
  ? one.sourceArtifactId === other.sourceArtifactId
  : one.episodeType === other.episodeType && one.seasonNumber === other.seasonNumber && one.episodeNumber === other.episodeNumber);

/** Those of the releases with these ids that were cancelled and that no published release of the same episode replaces. */
export async function findWithdrawn(db: Db, releaseIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<EpisodePlace & { id: string; seriesId: string; status: ReleaseStatus }>(
    `SELECT id, series_id AS "seriesId", status, season_number AS "seasonNumber", episode_number AS "episodeNumber", episode_type AS "episodeType",
       source_artifact_id AS "sourceArtifactId"
     FROM publishing_releases r WHERE r.series_id IN (SELECT c.series_id FROM publishing_releases c WHERE c.id = ANY($1) AND c.status = 'cancelled')
       AND (r.status = 'published' OR (r.id = ANY($1) AND r.status = 'cancelled'))`, [releaseIds]);
  const [cancelled, published] = [rows.filter(({ status }) => status === 'cancelled'), rows.filter(({ status }) => status === 'published')];
  const isReplaced = (release: typeof rows[number]): boolean => published.some((other) => other.seriesId === release.seriesId && isSameEpisode(other, release));
  return new Set(cancelled.filter((release) => !isReplaced(release)).map(({ id }) => id));
}

/** Releases of a series that wait to be published, the newest first. */
export async function listWaiting(db: Db, seriesId: string): Promise<ShownRelease[]> {
  return db.query<ShownRelease>(`${SELECT} WHERE r.series_id = $1 AND r.status IN ('ready', 'scheduled') ORDER BY ${newestFirst('r')}`, [seriesId]);
}

/** A published full episode of the series that has the number of this release; null when there is none. */
export async function findNumbered(
  tx: Db, { id, seriesId, seasonNumber, episodeNumber, episodeType }: ReleaseRow,
): Promise<{ id: string; title: string } | null> {
  if (episodeNumber === null || episodeType !== FULL_EPISODE) return null;
  const [row] = await tx.query<{ id: string; title: string }>(
    `SELECT id, title FROM publishing_releases WHERE series_id = $1 AND status = 'published' AND episode_type = '${FULL_EPISODE}' AND id <> $2
       AND season_number IS NOT DISTINCT FROM $3::int AND episode_number = $4`, [seriesId, id, seasonNumber, episodeNumber]);
  return row ?? null;
}

/** The published releases of a series in the order of the feed, the newest first. */
export async function listPublished(db: Db, seriesId: string, { offset = 0, limit }: { offset?: number; limit: number }): Promise<ShownRelease[]> {
  return db.query<ShownRelease>(
    `${SELECT} WHERE r.series_id = $1 AND r.status = 'published' ORDER BY r.dated_at DESC, r.id DESC OFFSET $2 LIMIT $3`, [seriesId, offset, limit]);
}

export async function countPublished(db: Db, seriesId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM publishing_releases WHERE series_id = $1 AND status = 'published'`, [seriesId]);
  return row!.count;
}

/** A published release by the slug of its page. */
export async function findPublishedBySlug(db: Db, seriesId: string, slug: string): Promise<ShownRelease | null> {
  const [row] = await db.query<ShownRelease>(`${SELECT} WHERE r.series_id = $1 AND r.slug = $2 AND r.status = 'published'`, [seriesId, slug]);
  return row ?? null;
}

/** True for the slug of an episode that was public and has been withdrawn. */
export async function wasWithdrawn(db: Db, seriesId: string, slug: string): Promise<boolean> {
  return db.repository(PublishingRelease).existsBy({ seriesId, slug, status: 'cancelled', publishedAt: Not(IsNull()) } as never);
}

/** Scheduled releases that are due within the given seconds from now, the next one first. */
export async function listUpcoming(db: Db, withinSeconds: number, limit: number): Promise<ShownRelease[]> {
  return db.query<ShownRelease>(
    `${SELECT} WHERE r.status = 'scheduled' AND r.scheduled_at BETWEEN now() AND now() + make_interval(secs => $1) ORDER BY r.scheduled_at LIMIT $2`,
    [withinSeconds, limit]);
}

/** Ids of scheduled releases that have been due for at least the given seconds and were not refused, the oldest first. */
export async function listOverdue(db: Db, seconds: number, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT r.id FROM publishing_releases r JOIN publishing_series s ON s.id = r.series_id JOIN projects p ON p.id = s.project_id
     WHERE r.status = 'scheduled' AND r.failure_code IS NULL AND r.scheduled_at < now() - make_interval(secs => $1) AND p.deleted_at IS NULL
     ORDER BY r.scheduled_at LIMIT $2`, [seconds, limit]);
  return rows.map(({ id }) => id);
}

/** The current time of the database, which decides for all processes whether a release is due. */
export async function databaseTime(db: Db): Promise<Date> {
  const [row] = await db.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  return row!.now;
}

export type NewRelease = Pick<ReleaseRow, 'id' | 'accountId' | 'seriesId' | 'title' | 'slug' | 'description' | 'sourceArtifactId' | 'sourceRevision'
  | 'seasonNumber' | 'episodeNumber' | 'episodeType' | 'explicit' | 'guid'>;

export async function insertRelease(tx: Db, release: NewRelease): Promise<void> {
  await tx.repository(PublishingRelease).insert({
    ...release, status: 'ready', assetVersion: 1, scheduleVersion: 0,
  } as never);
}

/** Slugs of a series' episodes that equal `base` or begin with it and a hyphen. */
export async function listEpisodeSlugs(tx: Db, seriesId: string, base: string): Promise<Set<string>> {
  const rows = await tx.query<{ slug: string }>(
    `SELECT slug FROM publishing_releases WHERE series_id = $1 AND (slug = $2 OR starts_with(slug, $2 || '-'))`, [seriesId, base]);
  return new Set(rows.map(({ slug }) => slug));
}

/** The row, locked until the transaction ends; null when it is gone. */
export async function lockRelease(tx: Db, releaseId: string): Promise<ReleaseRow | null> {
  const [row] = await tx.query<ReleaseRow>(`SELECT ${COLUMNS} FROM publishing_releases r WHERE r.id = $1 FOR NO KEY UPDATE`, [releaseId]);
  return row ?? null;
}

export type ReleaseChange = Partial<Pick<ReleaseRow, 'title' | 'description' | 'explicit' | 'seasonNumber' | 'episodeNumber' | 'episodeType' | 'status'
  | 'assetVersion' | 'scheduleVersion' | 'scheduledAt' | 'publishedAt' | 'datedAt' | 'cancelledAt' | 'failureCode' | 'failureMessage'
  | 'sourceArtifactId' | 'sourceRevision'>>;

export async function updateRelease(tx: Db, releaseId: string, change: ReleaseChange): Promise<void> {
  await tx.repository(PublishingRelease).update({ id: releaseId }, { ...change, updatedAt: now });
}

/** Published episodes of a series with their places and dates. */
export async function listDated(tx: Db, seriesId: string): Promise<DatedEpisode[]> {
  return tx.query<DatedEpisode>(
    `SELECT id, season_number AS "seasonNumber", episode_number AS "episodeNumber", dated_at AS "datedAt"
     FROM publishing_releases WHERE series_id = $1 AND status = 'published'`, [seriesId]);
}

export type TargetRow = PublishingTarget & { provider: string; enabled: boolean };
const TARGET = columnsOf(PublishingTarget, 't');

export async function listTargets(db: Db, releaseIds: readonly string[]): Promise<TargetRow[]> {
  return db.query<TargetRow>(
    `SELECT ${TARGET}, d.provider, d.enabled FROM publishing_targets t JOIN publishing_destinations d ON d.id = t.destination_id
     WHERE t.release_id = ANY($1) ORDER BY t.id DESC`, [releaseIds]);
}

/** Gives every release of a series that is not withdrawn a target at each destination where it has none. `makeId` makes the ids. */
export async function insertTargets(tx: Db, seriesId: string, makeId: () => string): Promise<void> {
  const missing = await tx.query<{ releaseId: string; destinationId: string }>(
    `SELECT r.id AS "releaseId", d.id AS "destinationId" FROM publishing_releases r JOIN publishing_destinations d ON d.series_id = r.series_id
     WHERE r.series_id = $1 AND r.status <> 'cancelled'
       AND NOT EXISTS (SELECT 1 FROM publishing_targets t WHERE t.release_id = r.id AND t.destination_id = d.id)`, [seriesId]);
  if (missing.length === 0) return;
  await tx.query(
    'INSERT INTO publishing_targets (id, release_id, destination_id) SELECT * FROM unnest($1::text[], $2::text[], $3::text[])',
    [missing.map(makeId), missing.map(({ releaseId }) => releaseId), missing.map(({ destinationId }) => destinationId)]);
}

/** Notes that the published releases of a series are live at its connected destinations. Those that were live before keep their time. */
export async function markLive(tx: Db, seriesId: string): Promise<void> {
  await tx.query(
    `UPDATE publishing_targets t SET published_at = now(), failure_code = NULL, updated_at = now() FROM publishing_releases r, publishing_destinations d
     WHERE r.series_id = $1 AND r.status = 'published' AND t.release_id = r.id AND d.id = t.destination_id AND d.enabled AND t.published_at IS NULL`,
    [seriesId]);
}

/** Moves every target of a release: removed now, or failed with a code, or no longer failed for null. */
export async function moveTargets(tx: Db, releaseId: string, move: 'removed' | { failureCode: string | null }): Promise<void> {
  if (typeof move === 'object') {
    await tx.query('UPDATE publishing_targets SET failure_code = $2, updated_at = now() WHERE release_id = $1', [releaseId, move.failureCode]);
  } else {
    await tx.query('UPDATE publishing_targets SET removed_at = now(), failure_code = NULL, updated_at = now() WHERE release_id = $1', [releaseId]);
  }
}
