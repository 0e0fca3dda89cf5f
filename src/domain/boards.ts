import type { Board } from '../kernel/families/storyboards/board.js';
import { deckBoard } from './pitch-decks/deck-board.js';
import { trailerBoard } from './trailers/trailer-board.js';

/** Every type of storyboard whose edits are computed. The API and the workers know what is listed here. */
export const BOARDS: readonly Board[] = [trailerBoard as unknown as Board, deckBoard as unknown as Board];
