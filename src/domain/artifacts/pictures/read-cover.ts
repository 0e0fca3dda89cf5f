import { coverSvg } from '../../../adapters/images/compose.js';
import { rasterise } from '../../../adapters/images/raster.js';
import type { Services } from '../../../services.js';
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
