import path from 'node:path';
import type { MediaFile } from '../../../kernel/storage/media-file.js';
import { shortened } from '../../../kernel/contract/texts/shortened.js';
import { EPISODE_FILES, type EpisodeFile } from '../addresses.js';
import type { Services } from '../../../kernel/services.js';
import { findCoverPicture } from '../series/series-store.js';
import { findAssetByToken, type PublicAsset } from './asset-store.js';

const TOKEN = /^([A-Za-z0-9]{24})\.([a-z0-9.]+)$/;

/** The token and the kind in the name of an episode's file, or null for another name. */
export function parseEpisodeFile(name: string): { token: string; file: EpisodeFile } | null {
  const [, token, ending] = TOKEN.exec(name) ?? [];
  const file = EPISODE_FILES.find((known) => known === ending);
  return token && file ? { token, file } : null;
}

/** The asset of a published release; `gone` for one that was withdrawn, null for one that is unknown or not published yet. */
export async function findPublicAsset({ db }: Pick<Services, 'db'>, token: string): Promise<PublicAsset | 'gone' | null> {
  const asset = await findAssetByToken(db, token);
  if (!asset?.open) return null;
  if (asset.releaseStatus === 'cancelled' && asset.wasPublished) return 'gone';
  return asset.releaseStatus === 'published' ? asset : null;
}

export function episodeSound({ store }: Pick<Services, 'store'>, { mediaKey, sha256, byteSize, createdAt, releaseTitle }: PublicAsset): MediaFile {
  return {
    byteSize, etag: `"${sha256}"`, contentType: 'audio/mpeg', lastModified: createdAt, filename: `${shortened(releaseTitle, 120)}.mp3`,
    open: (range) => store.stream(mediaKey, range),
  };
}

/** The film of an episode; null for an episode without one, and for a film that is withheld. */
export function episodeFilm({ store }: Pick<Services, 'store'>, { film, filmWithheld, createdAt, releaseTitle }: PublicAsset): MediaFile | null {
  return filmWithheld || !film ? null : {
    byteSize: film.byteSize, etag: `"${film.sha256}"`, contentType: 'video/mp4', lastModified: createdAt, filename: `${shortened(releaseTitle, 120)}.mp4`,
    open: (range) => store.stream(film.mediaKey, range),
  };
}

/** A drawn picture of an episode by its public name; null for another name, and until it is drawn. */
export function episodePicture(
  { store }: Pick<Services, 'store'>, { pictures, createdAt }: PublicAsset, name: string,
): MediaFile | null {
  const picture = pictures && Object.hasOwn(pictures, name) ? pictures[name] : undefined;
  if (!picture) return null;
  const { key, byteSize } = picture;
  return {
    byteSize, etag: `"${path.basename(key, '.jpg')}"`, contentType: 'image/jpeg', lastModified: createdAt,
    open: (range) => store.stream(key, range),
  };
}

const COVER = /^cover-v(\d{1,6})-(\d{2,4})\.jpg$/;

/** A cover by its public name, the current one or a former one; null for another name. */
export async function findCover({ db, store }: Pick<Services, 'db' | 'store'>, slug: string, name: string): Promise<MediaFile | null> {
  const [, version, widthPx] = COVER.exec(name) ?? [];
  const picture = version === undefined ? null : await findCoverPicture(db, slug, Number(version), Number(widthPx));
  if (!picture) return null;
  const { key, byteSize, sha256, changedAt } = picture;
  return { byteSize, etag: `"${sha256}"`, contentType: 'image/jpeg', lastModified: changedAt, open: (range) => store.stream(key, range) };
}
