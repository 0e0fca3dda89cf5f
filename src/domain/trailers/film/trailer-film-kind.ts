import { defineBoardedFilm } from '../../storyboards/films/define-film.js';
import { boardOf, type TrailerBoard, type TrailerRow } from '../trailer-model.js';
import { putTrailerFilm } from '../trailer-store.js';
import { TRAILER_TYPE } from '../trailer-type.js';
import { filmOfTrailer, openTrailer, type TrailerMaking } from './trailer-film.js';

export const TRAILER_FILM_KIND = 'trailer-film';

/** Renders the film of a trailer for review, or the finished one. */
export const trailerFilmKind = defineBoardedFilm<TrailerRow, TrailerBoard, TrailerMaking>(TRAILER_TYPE, {
  kind: TRAILER_FILM_KIND, workflow: 'trailerFilmWorkflow', queue: 'trailer-films', activity: 'renderTrailer', runOn: '<trailer>:r<film>',
  boardOf, open: openTrailer, filmOf: filmOfTrailer,
  put(tx, { id, status }, place, film) {
    const next = place === 'draft' && status === 'rendering' ? 'review' : place === 'film' && status === 'finishing' ? 'complete' : null;
    return putTrailerFilm(tx, id, place, film, next);
  },
});
