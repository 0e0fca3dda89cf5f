import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { recoded } from '../../../craft/images/raster.js';
import type { Services } from '../../../kernel/services.js';
import { findImageFile } from '../../canon/images/project-images.js';

/** An image from an image service, to be embedded in pictures of a film. `path` always names the same image. */
export interface FilmImage { path: string; dataUri(): Promise<string> }

/** Pixels of the images in a film: portraits are square. */
export const PORTRAIT_SIZE = { widthPx: 800, heightPx: 800 };
export const BACKDROP_SIZE = { widthPx: 1_600, heightPx: 900 };

/** The images that still exist, by their paths. Each is loaded and recoded once, when it is first drawn; drawing then throws as `recoded` does. */
export async function filmImages(
  services: Pick<Services, 'db' | 'store' | 'ffmpeg'>, paths: readonly (string | null)[], size: { widthPx: number; heightPx: number }, signal: AbortSignal,
): Promise<ReadonlyMap<string, FilmImage>> {
  const wanted = [...new Set(paths)].filter((one) => one !== null);
  const found = await Promise.all(wanted.map(async (one): Promise<[string, FilmImage] | null> => {
    const file = await findImageFile(services, path.posix.basename(one));
    if (!file) return null;
    let made: Promise<string> | undefined;
    const make = async (): Promise<string> => {
      const opened = await file.open();
      const bytes = Buffer.isBuffer(opened) ? opened : await buffer(opened);
      const jpeg = await recoded(await services.ffmpeg(), bytes, { ...size, format: 'jpeg' }, signal);
      return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
    };
    return [one, { path: one, dataUri: () => (made ??= make()) }];
  }));
  return new Map(found.filter((one) => one !== null));
}
