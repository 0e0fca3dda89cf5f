import type { Services } from '../../../kernel/services.js';
import type { MediaFile } from '../../../kernel/storage/media-file.js';
import { isSameRange } from '../performance/performed-part.js';
import { partName } from '../shares/listening-copy.js';
import type { SharedRead } from '../shares/shared-read.js';
import { CUTS, type Cut } from './film-choice.js';
import { areFilmsWithheld, FILM_NAMES, heldBackName } from './film-status.js';
import { findFilm, type PlayedFilm } from './film-store.js';

/** True for a film of what a link shows: the link's part, or the whole read. */
const isOf = ({ read, part }: Pick<SharedRead, 'read' | 'part'>, film: PlayedFilm): boolean => (part
  ? film.revision === read.revision && film.part !== null && isSameRange(film.part, part) : film.part === null);

async function findShown({ db }: Pick<Services, 'db'>, shared: SharedRead, cut: Cut): Promise<PlayedFilm | null> {
  const film = await findFilm(db, shared.read.artifactId, cut);
  return film && isOf(shared, film) ? film : null;
}

/**
 * The films that a link shows, with their names below the link: the film of its part, or the films of the whole, the wide one first. A film may be older than
 * its read, because an address keeps playing until the next film is rendered. Empty for an audio-only link, and for withheld films.
 */
export async function filmsOfLink(services: Pick<Services, 'db'>, shared: SharedRead): Promise<{ name: string; film: PlayedFilm }[]> {
  const { read, part, share } = shared;
  if (share?.mode === 'audio' || areFilmsWithheld(read)) return [];
  const cuts = CUTS.filter((cut) => (cut === 'part') === (part !== null));
  const found = await Promise.all(cuts.map(async (cut) => ({ name: FILM_NAMES[cut], film: await findShown(services, shared, cut) })));
  return found.flatMap(({ name, film }) => (film ? [{ name, film }] : []));
}

const HELD_BACK = /^film-[0-9a-f]{32}\.mp4$/;

async function filmNamed(services: Pick<Services, 'db'>, shared: SharedRead, name: string): Promise<PlayedFilm | null> {
  if (HELD_BACK.test(name)) {
    const films = await Promise.all(CUTS.map((cut) => findFilm(services.db, shared.read.artifactId, cut)));
    return films.find((film) => film !== null && isOf(shared, film) && heldBackName(film.sha256) === name) ?? null;
  }
  const shown = await filmsOfLink(services, shared);
  // The name of the wide film once stood for every film.
  return (shown.find((one) => one.name === name) ?? (name === FILM_NAMES['16:9'] && !shared.part ? shown[0] : undefined))?.film ?? null;
}

/** A film behind a link by its name; null for an unknown name, and while there is no film. */
export async function filmFile(services: Pick<Services, 'db' | 'store'>, shared: SharedRead, name: string): Promise<MediaFile | null> {
  const film = await filmNamed(services, shared, name);
  if (!film) return null;
  const { byteSize, sha256, mediaKey, createdAt } = film;
  return {
    byteSize, etag: `"${sha256}"`, contentType: 'video/mp4', lastModified: createdAt,
    filename: `${[shared.read.title, partName(shared)].filter(Boolean).join(', ')}.mp4`, open: (range) => services.store.stream(mediaKey, range),
  };
}
