import { PublishingAsset } from '../../../../entities/publishing-asset.js';
import type { Db } from '../../../kernel/db/database.js';
import { columnsOf, tableOf, type Known } from '../../../kernel/db/rows.js';
import type { ReleaseStatus } from '../../../kernel/contract/states.js';
import { ARTIFACT_SUBJECT } from '../../artifacts/overlays/overlay.js';
import { publishState } from '../../artifacts/overlays/publish-state.js';
import { touchFeed } from '../series/series-store.js';
import type { EpisodePictures } from './episode-pictures.js';
import type { ProgrammeFacts } from './programme.js';

/** The published copy of a film. */
export interface AssetFilm { mediaKey: string; sha256: string; byteSize: number; durationMs: number; widthPx: number; heightPx: number }

export type AssetRow = Known<PublishingAsset, { facts: ProgrammeFacts; pictures: EpisodePictures | null; film: AssetFilm | null }>;
const COLUMNS = columnsOf(tableOf<PublishingAsset, AssetRow>(PublishingAsset), 'x');

export type NewAsset = Omit<AssetRow, 'token' | 'releaseId' | 'version' | 'createdAt' | 'pictures'>;

export async function insertAsset(tx: Db, asset: NewAsset & Pick<AssetRow, 'token' | 'releaseId' | 'version'>): Promise<void> {
  await tx.query(
    `INSERT INTO publishing_assets (token, release_id, version, media_key, programme_key, facts, sha256, byte_size, sound_from, duration_ms, film)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [asset.token, asset.releaseId, asset.version, asset.mediaKey, asset.programmeKey, JSON.stringify(asset.facts), asset.sha256,
      asset.byteSize, asset.soundFrom, asset.durationMs, asset.film && JSON.stringify(asset.film)]);
}

/**
 * Adds the drawn pictures to a version of a release. The feed shows them if it shows the release. False when the version
 * is gone.
 */
export async function putPictures(
  tx: Db, releaseId: string, version: number, pictures: EpisodePictures,
): Promise<boolean> {
  const put = await tx.query<{ seriesId: string; status: ReleaseStatus }>(
    `UPDATE publishing_assets x SET pictures = $3 FROM publishing_releases r
     WHERE r.id = x.release_id AND x.release_id = $1 AND x.version = $2 RETURNING r.series_id AS "seriesId", r.status`,
    [releaseId, version, JSON.stringify(pictures)]);
  for (const { seriesId, status } of put) if (status === 'published') await touchFeed(tx, seriesId);
  return put.length > 0;
}

/** SQL condition: true when the films of the read of the release `r` are withheld. */
export const FILM_WITHHELD = `EXISTS (SELECT 1 FROM settings held WHERE held.subject_type = '${ARTIFACT_SUBJECT}' AND held.subject_id = r.source_artifact_id
  AND held.key = '${publishState.key}' AND held.value->>'video' = 'withheld')`;

/** An asset, with the facts that decide whether it is public. */
export interface PublicAsset extends AssetRow {
  releaseStatus: ReleaseStatus; wasPublished: boolean; filmWithheld: boolean; releaseTitle: string; seriesSlug: string;
  /** True when the project is not deleted and the account is active. */
  open: boolean;
  /** When the content of the feed last changed. */
  fedAt: Date;
}

/** The asset behind a public address, published or not; null for an unknown one. */
export async function findAssetByToken(db: Db, token: string): Promise<PublicAsset | null> {
  const [row] = await db.query<PublicAsset>(
    `SELECT ${COLUMNS}, r.status AS "releaseStatus", r.published_at IS NOT NULL AS "wasPublished", ${FILM_WITHHELD} AS "filmWithheld", r.title AS "releaseTitle",
       s.slug AS "seriesSlug", s.fed_at AS "fedAt", (p.deleted_at IS NULL AND o.status = 'active') AS open
     FROM publishing_assets x JOIN publishing_releases r ON r.id = x.release_id JOIN publishing_series s ON s.id = r.series_id
     JOIN projects p ON p.id = s.project_id JOIN accounts o ON o.id = s.account_id WHERE x.token = $1`, [token]);
  return row ?? null;
}

/** The programme of the newest episode of a series that was not cancelled, or null. */
export async function findNewestProgrammeKey(db: Db, seriesId: string): Promise<string | null> {
  const [row] = await db.query<{ key: string }>(
    `SELECT x.programme_key AS key FROM publishing_releases r JOIN publishing_assets x ON x.release_id = r.id AND x.version = r.asset_version
     WHERE r.series_id = $1 AND r.status <> 'cancelled' ORDER BY r.created_at DESC, r.id DESC LIMIT 1`, [seriesId]);
  return row?.key ?? null;
}
