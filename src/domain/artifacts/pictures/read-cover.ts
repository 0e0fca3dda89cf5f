import { cardSvg, coverSvg } from '../../../craft/images/compose.js';
import { rasterise } from '../../../craft/images/raster.js';
import type { Services } from '../../../kernel/services.js';
import type { MediaFile } from '../../../kernel/storage/media-file.js';
import type { CurrentRead } from '../read-store.js';
import { getReadArt, coverSpecOf, pictureKey } from './read-pictures.js';

/** Podcast catalogues accept covers up to 512 KB. */
const MAX_BYTES = 512 * 1024;

/**
 * The cover of a read as JPEG, drawn once per content and then kept in the media store. `widthPx` is 64 to 3000. Do not call it in
 * the API process: it starts a child process that rasterises the drawing. Throws `RasterFailed`.
 */
export async function readCover(
  services: Pick<Services, 'db' | 'store' | 'ffmpeg'>, read: CurrentRead, widthPx: number, signal?: AbortSignal,
): Promise<{ bytes: Buffer; contentType: 'image/jpeg' }> {
  const spec = coverSpecOf(await getReadArt(services, read));
  const ffmpeg = await services.ffmpeg();
  const key = `pictures/covers/${pictureKey(`cover-${widthPx}-${await ffmpeg.version()}`, spec)}.jpg`;
  if (await services.store.stat(key)) return { bytes: await services.store.get(key), contentType: 'image/jpeg' };
  const bytes = await rasterise(ffmpeg, { svg: await coverSvg(spec), widthPx, format: 'jpeg', maxBytes: MAX_BYTES, ...(signal ? { signal } : {}) });
  await services.store.put(key, bytes);
  return { bytes, contentType: 'image/jpeg' };
}

/** Pictures for places that draw no SVG: previews of a link in a chat, and lock screens. */
export const LINK_PICTURES = ['preview.jpg', 'artwork.jpg'] as const;
export type LinkPicture = (typeof LINK_PICTURES)[number];

const PREVIEW = { width: 1_200, height: 630 };
const ARTWORK_PX = 512;

const linkPictureKey = (spec: ReturnType<typeof coverSpecOf>, name: LinkPicture): string => `pictures/links/${pictureKey(name, spec)}.jpg`;

/** Draws the pictures that are not stored yet. Do not call it in the API process; see `readCover`. Throws `RasterFailed`. */
export async function drawLinkPictures(services: Pick<Services, 'db' | 'store' | 'ffmpeg'>, read: CurrentRead, signal: AbortSignal): Promise<void> {
  const spec = coverSpecOf(await getReadArt(services, read));
  for (const name of LINK_PICTURES) {
    const key = linkPictureKey(spec, name);
    if (await services.store.stat(key)) continue;
    const card = name === 'preview.jpg';
    await services.store.put(key, await rasterise(await services.ffmpeg(), {
      svg: card ? await cardSvg(spec, PREVIEW) : await coverSvg(spec), widthPx: card ? PREVIEW.width : ARTWORK_PX, format: 'jpeg', maxBytes: MAX_BYTES, signal,
    }));
  }
}

/** A stored picture of a read, or null until it is drawn. */
export async function findLinkPicture(services: Pick<Services, 'db' | 'store'>, read: CurrentRead, name: LinkPicture): Promise<MediaFile | null> {
  const key = linkPictureKey(coverSpecOf(await getReadArt(services, read)), name);
  const stored = await services.store.stat(key);
  return stored && {
    byteSize: stored.byteSize, etag: `"${key.slice(-44, -4)}"`, contentType: 'image/jpeg', lastModified: stored.modifiedAt,
    open: (range) => services.store.stream(key, range),
  };
}
