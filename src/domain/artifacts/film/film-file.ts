import type { Services } from '../../../kernel/services.js';
import type { MediaFile } from '../../../kernel/storage/media-file.js';
import type { SharedRead } from '../shares/shared-read.js';
import { findFilm } from './film-store.js';

/** True for links that show the film: of the whole read, with its stage. */
export const showsFilm = ({ part, share }: SharedRead): boolean => part === null && share?.mode !== 'audio';

/** The film of a read, or null until there is one. It may be older than the read: an address keeps playing until the next film is rendered. */
export async function filmFile({ db, store }: Pick<Services, 'db' | 'store'>, { artifactId, title }: { artifactId: string; title: string }): Promise<MediaFile | null> {
  const film = await findFilm(db, artifactId);
  if (!film) return null;
  const { byteSize, sha256, mediaKey, createdAt } = film;
  return {
    byteSize, etag: `"${sha256}"`, contentType: 'video/mp4', lastModified: createdAt, filename: `${title}.mp4`, open: (range) => store.stream(mediaKey, range),
  };
}
