import type { Deck } from '../../craft/deck/deck.js';
import { judgeDeck, type DeckFact } from '../../craft/deck/judge.js';
import type { Services } from '../../kernel/services.js';
import type { DeckBoard, DeckRow } from './deck-model.js';
import { deckSourceOf } from './deck-source.js';

/** The deck of a storyboard, as the writer reads it. */
export const writtenDeck = ({ title }: Pick<DeckRow, 'title'>, { items }: DeckBoard): Deck => ({ title, chapters: items });

/** The criteria that a deck does not meet. */
export async function planFindings(services: Services, deck: DeckRow, board: DeckBoard): Promise<DeckFact[]> {
  return judgeDeck(await deckSourceOf(services, deck), writtenDeck(deck, board), board.fields.intent).filter(({ isMet }) => !isMet);
}
