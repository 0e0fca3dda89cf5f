import { Like } from 'typeorm';
import { PublishingRetiredSlug } from '../../../../entities/publishing-retired-slug.js';
import { PublishingSeries } from '../../../../entities/publishing-series.js';
import { afterCursor, newestFirst, pageQuerySize, startAfter, type Page } from '../../../kernel/contract/paging.js';
import type { Db } from '../../../kernel/db/database.js';
import { columnsWithout, now, tableOf } from '../../../kernel/db/rows.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { deleteObjects } from '../../scripts/script-objects.js';
import type { CoverArt, SeriesRow, ShownSeries } from './series-model.js';

const SERIES = tableOf<PublishingSeries, SeriesRow>(PublishingSeries);
/** Without the former and the dropped covers, which no record shows: their lists grow with every cover. */
const COLUMNS = `${columnsWithout(SERIES, ['art'], 's')}, s.art - 'former' - 'dropped' AS art`;

/** Includes the work on the newest cover; leaves out series of deleted projects. */
const SELECT = `SELECT ${COLUMNS}, w.status AS "artStatus", w.failure_message AS "artFailure"
  FROM publishing_series s JOIN projects p ON p.id = s.project_id AND p.deleted_at IS NULL
  LEFT JOIN works w ON w.kind = 'cover-art' AND w.subject_id = s.id AND w.revision = s.art_version`;

/** Raises `publishing_series_not_found` for a series that is missing, another account's, or of a deleted project. */
export async function getSeries(db: Db, accountId: string, seriesId: string): Promise<ShownSeries> {
  const [row] = await db.query<ShownSeries>(`${SELECT} WHERE s.id = $1 AND s.account_id = $2`, [seriesId, accountId]);
  if (!row) throw new ApiError('publishing_series_not_found');
  return row;
}

/** One page of a project's series, newest first. Ids do not tell the order: that of a series which a season run made is a hash. */
export async function listSeries(db: Db, projectId: string, page: Page): Promise<ShownSeries[]> {
  return db.query<ShownSeries>(
    `${SELECT} WHERE s.project_id = $1 AND ${afterCursor('s', 'publishing_series', '$2')}
     ORDER BY ${newestFirst('s')} LIMIT $3`,
    [projectId, startAfter(page, 'series'), pageQuerySize(page)]);
}

/** The only audio series of a project; null when it has none, or several. */
export async function findOnlyAudioSeries(db: Db, projectId: string): Promise<ShownSeries | null> {
  const [only, other] = await db.query<ShownSeries>(`${SELECT} WHERE s.project_id = $1 AND s.medium = 'audio' LIMIT 2`, [projectId]);
  return only && !other ? only : null;
}

/** A series by the slug of its public address, if its project is not deleted and its account is active; otherwise null. */
export async function findSeriesBySlug(db: Db, slug: string): Promise<SeriesRow | null> {
  const [row] = await db.query<SeriesRow>(
    `SELECT ${COLUMNS} FROM publishing_series s JOIN projects p ON p.id = s.project_id AND p.deleted_at IS NULL
     JOIN accounts a ON a.id = s.account_id AND a.status = 'active' WHERE s.slug = $1`, [slug]);
  return row ?? null;
}

export async function findSeries(db: Db, seriesId: string): Promise<SeriesRow | null> {
  const [row] = await db.query<SeriesRow>(`SELECT ${COLUMNS} FROM publishing_series s WHERE s.id = $1`, [seriesId]);
  return row ?? null;
}

/** Locks the row until the transaction ends, so that episodes of a series are dated one after the other. */
export async function lockSeries(tx: Db, seriesId: string): Promise<void> {
  await tx.query('SELECT 1 FROM publishing_series WHERE id = $1 FOR NO KEY UPDATE', [seriesId]);
}

/** Locks the series of a release. Episodes are always locked under it. */
export async function lockSeriesOf(tx: Db, releaseId: string): Promise<void> {
  const [release] = await tx.query<{ seriesId: string }>('SELECT series_id AS "seriesId" FROM publishing_releases WHERE id = $1', [releaseId]);
  if (release) await lockSeries(tx, release.seriesId);
}

/**
 * A slug made of `base`, with a number when another series uses the slug or used it before its project was removed. Locks all slugs until the transaction
 * ends.
 */
export async function nextFreeSeriesSlug(tx: Db, base: string): Promise<string> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('series slugs'))`);
  const like = { select: { slug: true }, where: [base, Like(`${base}-%`)].map((slug) => ({ slug })) } as const;
  const taken = new Set([
    ...await tx.repository(PublishingSeries).find(like), ...await tx.repository(PublishingRetiredSlug).find(like),
  ].map(({ slug }) => slug));
  let slug = base;
  for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`;
  return slug;
}

export type NewSeries = Pick<SeriesRow, 'id' | 'accountId' | 'projectId' | 'title' | 'slug' | 'description' | 'medium' | 'format' | 'cadence'
  | 'category' | 'subcategory' | 'podcastGuid'>;

/** Inserts the series; false when one with this id exists. */
export async function insertSeries(tx: Db, series: NewSeries): Promise<boolean> {
  const { identifiers } = await tx.repository(PublishingSeries).createQueryBuilder().insert()
    .values({ ...series, standing: 'active', art: null, artVersion: 0, feedVersion: 1 } as never).orIgnore().execute();
  return identifiers[0] !== undefined;
}

export type SeriesChange = Partial<Pick<SeriesRow, 'title' | 'description' | 'standing' | 'cadence' | 'category' | 'subcategory'>>;

/** Changes the fields that are given. */
export async function updateSeries(tx: Db, seriesId: string, change: SeriesChange): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx.repository(PublishingSeries).update({ id: seriesId }, { ...change, updatedAt: now } as never);
  await touchFeed(tx, seriesId);
}

/** Notes that the feed shows something new. Call it in the transaction of the change. */
export async function touchFeed(tx: Db, seriesId: string): Promise<void> {
  await tx.query('UPDATE publishing_series SET feed_version = feed_version + 1, fed_at = now() WHERE id = $1', [seriesId]);
}

/** Notes that feeds with the film of a read may have changed, in the order of their ids, so that concurrent calls lock in the same order. */
export async function touchFeedsOfFilm(tx: Db, artifactId: string): Promise<void> {
  const series = await tx.query<{ id: string }>(
    `SELECT DISTINCT r.series_id AS id FROM publishing_releases r JOIN publishing_assets x ON x.release_id = r.id AND x.version = r.asset_version
     WHERE r.source_artifact_id = $1 AND r.status = 'published' AND x.film IS NOT NULL ORDER BY r.series_id`, [artifactId]);
  for (const { id } of series) await touchFeed(tx, id);
}

/** Counts a request for a cover and returns its number. Throws `publishing_series_not_found`. */
export async function nextArtVersion(tx: Db, seriesId: string): Promise<number> {
  const [row] = await tx.query<{ version: number }>(
    'UPDATE publishing_series SET art_version = art_version + 1, updated_at = now() WHERE id = $1 RETURNING art_version AS version', [seriesId]);
  if (!row) throw new ApiError('publishing_series_not_found');
  return row.version;
}

/** The hashes of the pictures of a cover. */
const hashesOf = (art: string): string => `jsonb_path_query_array(${art}, '$.pictures[*].sha256')`;

/** The most former covers of a series that are still served. */
const MOST_FORMER = 50;

/** SQL: the covers of a series before the one that is stored, the newest first. */
const FORMER = `(CASE WHEN s.art IS NOT NULL AND EXISTS (SELECT 1 FROM publishing_destinations d WHERE d.series_id = s.id)
    THEN jsonb_build_array(s.art - 'former' - 'dropped') ELSE '[]'::jsonb END || coalesce(s.art->'former', '[]'::jsonb))`;

/**
 * Stores a finished cover; false when the series is gone, has a later cover, or shows the same pictures, which then keep their address. The cover before it is
 * kept as a former one if the series has a destination, because its address stood in a public feed. Of more than `MOST_FORMER` the oldest are dropped; their
 * pictures are noted for `deleteDroppedPictures`.
 */
export async function putCoverArt(tx: Db, seriesId: string, art: CoverArt): Promise<boolean> {
  const put = await tx.query(
    `UPDATE publishing_series s SET updated_at = now(), art = $2::jsonb || jsonb_build_object(
       'former', jsonb_path_query_array(${FORMER}, '$[0 to ${MOST_FORMER - 1}]'),
       'dropped', coalesce(s.art->'dropped', '[]'::jsonb) || jsonb_path_query_array(${FORMER}, '$[${MOST_FORMER} to last].pictures[*].key'))
     WHERE s.id = $1 AND coalesce((s.art->>'version')::int, 0) < $3
       AND (s.art IS NULL OR ${hashesOf('s.art')} <> ${hashesOf('$2::jsonb')}) RETURNING s.id`,
    [seriesId, JSON.stringify(art), art.version]);
  if (put.length > 0) await touchFeed(tx, seriesId);
  return put.length > 0;
}

/** SQL: the keys of the pictures of all covers, current and former, and of all episodes. */
const SHOWN_PICTURES = `SELECT p->>'key' AS key FROM publishing_series s,
    jsonb_array_elements(jsonb_build_array(s.art) || coalesce(s.art->'former', '[]'::jsonb)) cover, jsonb_array_elements(cover->'pictures') p
  UNION ALL SELECT p.value->>'key' FROM publishing_assets x, jsonb_each(x.pictures) p`;

/** Deletes the pictures of dropped covers of a series that nothing shows; several series may show one picture. Safe to repeat. */
export async function deleteDroppedPictures({ db, store }: Pick<Services, 'db' | 'store'>, seriesId: string): Promise<void> {
  const dropped = await db.query<{ key: string; isShown: boolean }>(
    `SELECT key, key IN (${SHOWN_PICTURES}) AS "isShown" FROM publishing_series s, jsonb_array_elements_text(s.art->'dropped') AS key WHERE s.id = $1`, [seriesId]);
  if (dropped.length === 0) return;
  await deleteObjects(store, dropped.filter(({ isShown }) => !isShown).map(({ key }) => key));
  await db.query(
    `UPDATE publishing_series SET art = jsonb_set(art, '{dropped}', (SELECT coalesce(jsonb_agg(key), '[]') FROM jsonb_array_elements_text(art->'dropped') key
       WHERE key <> ALL($2))) WHERE id = $1`, [seriesId, dropped.map(({ key }) => key)]);
}

/** A stored picture of a cover. `changedAt` is when its series changed last. */
export type CoverPicture = CoverArt['pictures'][number] & { changedAt: Date };

/**
 * A picture of the current or a former cover of a series, if the project of the series is not deleted and its account is active; otherwise null. Podcast apps
 * and previews of links keep the address of a cover long after another one was drawn.
 */
export async function findCoverPicture(db: Db, slug: string, version: number, widthPx: number): Promise<CoverPicture | null> {
  const [row] = await db.query<{ picture: CoverArt['pictures'][number]; changedAt: Date }>(
    `SELECT p.picture, s.updated_at AS "changedAt" FROM publishing_series s JOIN projects o ON o.id = s.project_id AND o.deleted_at IS NULL
     JOIN accounts a ON a.id = s.account_id AND a.status = 'active'
     CROSS JOIN LATERAL jsonb_array_elements(jsonb_build_array(s.art) || coalesce(s.art->'former', '[]'::jsonb)) AS c(cover)
     CROSS JOIN LATERAL jsonb_array_elements(c.cover->'pictures') AS p(picture)
     WHERE s.slug = $1 AND (c.cover->>'version')::int = $2 AND (p.picture->>'widthPx')::int = $3`, [slug, version, widthPx]);
  return row ? { ...row.picture, changedAt: row.changedAt } : null;
}
