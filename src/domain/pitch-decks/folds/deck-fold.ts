import type { DeckSource } from '../../../craft/deck/writer/deck-source.js';
import type { Fold } from '../../../kernel/families/storyboards/board.js';
import type { DeckRow } from '../deck-model.js';

/** What edits of a deck are computed with. */
export interface DeckContext { deck: DeckRow; /** What the deck is written from. */ source: DeckSource }

export type DeckFold = Fold<DeckContext>;
