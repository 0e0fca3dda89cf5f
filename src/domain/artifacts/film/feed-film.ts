import type { Db } from '../../../kernel/db/database.js';
import { findCurrentRead } from '../read-store.js';
import { ASPECTS } from './film-choice.js';
import { filmKeyOf } from './film-key.js';
import { findFilm, type PlayedFilm } from './film-store.js';

/** The film of a revision that feeds show: the wide one, else the upright one. Null when neither is up to date. */
export async function findFeedFilm(db: Db, artifactId: string, revision: number): Promise<PlayedFilm | null> {
  const read = await findCurrentRead(db, artifactId, revision);
  const films = read ? await Promise.all(ASPECTS.map((aspect) => findFilm(db, artifactId, aspect))) : [];
  return films.find((film) => film?.filmKey === filmKeyOf(read!)) ?? null;
}
