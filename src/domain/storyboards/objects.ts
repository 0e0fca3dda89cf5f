import type { PieceStore } from '../../craft/film/film.js';
import type { Services } from '../../kernel/services.js';
import { piecesOf, putFilmObject } from '../artifacts/film/film-pieces.js';
import type { BoardedRow, BoardedType } from './boarded-film.js';

type Stored = Pick<Services, 'db' | 'store'>;
type Folder = Pick<BoardedType, 'folder'>;
type Of = Pick<BoardedRow, 'id' | 'artifactId'>;

/** Key of an object of a trailer or a deck. */
export const objectKeyOf = ({ folder }: Folder, { id }: Pick<BoardedRow, 'id'>, name: string): string => `${folder}/${id}/${name}`;

/** Moves a file into the store and returns its key. The object belongs to the read that the film is cut from, and is deleted with that read. */
export async function putObjectOf(services: Stored, type: Folder, row: Of, name: string, path: string): Promise<string> {
  const key = objectKeyOf(type, row, name);
  await putFilmObject(services, row.artifactId, key, path);
  return key;
}

/** The encoded pieces of the films of a trailer or a deck. */
export const piecesOfBoarded = (services: Stored, type: Folder, row: Of): PieceStore =>
  piecesOf(services, row.artifactId, (name) => objectKeyOf(type, row, `pieces/${name}`));
