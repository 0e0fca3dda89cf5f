import { findStoryboard } from '../../../kernel/families/storyboards/storyboard-store.js';
import { defineBoardedFilm } from '../../storyboards/films/define-film.js';
import { boardOf, deckSubject, type DeckBoard, type DeckRow } from '../deck-model.js';
import { insertVersion, putDeckFilm } from '../deck-store.js';
import { DECK_TYPE } from '../deck-type.js';
import { orderPlannedPdf } from '../files/order-file.js';
import { filmOfDeck, openDeck, type DeckMaking } from './deck-film.js';

export const DECK_FILM_KIND = 'deck-film';

/** Renders the film of a deck for review, or the finished one, which is kept as a version. */
export const deckFilmKind = defineBoardedFilm<DeckRow, DeckBoard, DeckMaking>(DECK_TYPE, {
  kind: DECK_FILM_KIND, workflow: 'deckFilmWorkflow', queue: 'deck-films', activity: 'renderDeck', runOn: '<deck>:r<film>',
  boardOf, open: openDeck, filmOf: filmOfDeck,
  // The deck's own run does not order the PDF: a run that is reset at this moment finds a finished deck and makes nothing.
  published: (services, { rowId, place }) => (place === 'film' ? orderPlannedPdf(services, rowId) : Promise.resolve()),
  async put(tx, deck, place, film) {
    const next = place === 'draft' && deck.status === 'drafting' ? 'draft' : place === 'film' && deck.status === 'finishing' ? 'finished' : null;
    await putDeckFilm(tx, deck.id, place, film, next);
    const stored = place === 'film' ? await findStoryboard(tx, deckSubject(deck)) : null;
    if (stored) await insertVersion(tx, deck.id, { revision: stored.revision, title: deck.title, board: { items: stored.items, fields: stored.fields }, film });
  },
});
