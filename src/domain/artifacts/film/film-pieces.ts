import { copyFile, link } from 'node:fs/promises';
import type { PieceStore } from '../../../craft/film/film.js';
import type { Services } from '../../../kernel/services.js';
import { ObjectMissing } from '../../../kernel/storage/port.js';
import { noteFilmObject } from './film-store.js';

type Stored = Pick<Services, 'db' | 'store'>;

/** Key of an object of the films of an artifact. */
export const filmObjectKey = (artifactId: string, name: string): string => `films/${artifactId}/${name}`;

/** Moves a file into the store. The database lists the object before it is stored. */
export async function putFilmObject({ db, store }: Stored, artifactId: string, key: string, path: string): Promise<void> {
  await noteFilmObject(db, artifactId, key);
  await store.putFile(key, path);
}

/** Encoded pieces of an artifact's films, stored under the keys that `keyOf` gives them. The next film reuses the pieces that it shares with the last one. */
export function piecesOf(services: Stored, artifactId: string, keyOf = (name: string) => filmObjectKey(artifactId, name)): PieceStore {
  return {
    async fetch(key, path) {
      try {
        await services.store.toLocalFile(keyOf(key), path);
        return true;
      } catch (error) {
        if (error instanceof ObjectMissing) return false;
        throw error;
      }
    },
    async keep(key, path) {
      // The store takes the file away, but the film still has to be joined from it.
      const taken = `${path}.kept`;
      await link(path, taken).catch(() => copyFile(path, taken));
      await putFilmObject(services, artifactId, keyOf(key), taken);
    },
  };
}
