import { DECK_FILES } from '../artifacts/decks/deck-manifest.js';
import type { BoardedType } from '../storyboards/boarded-film.js';
import { PITCH_DECK, type DeckRow } from './deck-model.js';
import { findDeck, lockDeck } from './deck-store.js';

/** Describes pitch decks to the code that all films with storyboards share. */
export const DECK_TYPE: BoardedType<DeckRow> = {
  type: PITCH_DECK, noun: 'chapter', word: 'pitch deck', folder: 'pitch-decks', ...DECK_FILES,
  turns: { takes: 'chapters', films: 'decks' }, find: findDeck, lock: lockDeck,
};
