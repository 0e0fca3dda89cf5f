import type { BoardedType } from '../storyboards/boarded-film.js';
import { TRAILER, type TrailerRow } from './trailer-model.js';
import { findTrailer, lockTrailer } from './trailer-store.js';

/** The trailer as a type of film that is edited as a storyboard. */
export const TRAILER_TYPE: BoardedType<TrailerRow> = {
  type: TRAILER, noun: 'beat', word: 'trailer', folder: 'trailers', token: 'trailer', filesPath: 'trailer-files',
  turns: { takes: 'takes', films: 'trailers' }, find: findTrailer, lock: lockTrailer,
};
