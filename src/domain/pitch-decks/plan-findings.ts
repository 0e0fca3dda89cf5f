import type { Deck } from '../../craft/deck/deck.js';
import { judgeDeck, type DeckCriterion, type DeckFact } from '../../craft/deck/judge.js';
import type { BoardContent } from '../../kernel/families/storyboards/storyboard.js';
import type { Services } from '../../kernel/services.js';
import { boardOf, type DeckBoard, type DeckRow } from './deck-model.js';
import { deckSourceOf } from './deck-source.js';

/** The deck of a storyboard, as the writer reads it. */
export const writtenDeck = ({ title }: Pick<DeckRow, 'title'>, { items }: DeckBoard): Deck => ({ title, chapters: items });

/** A fact of a deck, in view of what its plan asks for: a deck that still lasts as it was written misses the length of its plan. */
function againstPlan(fact: DeckFact, { fields: { missedLength } }: DeckBoard): DeckFact {
  if (fact.criterion !== 'length' || missedLength?.written !== fact.value) return fact;
  const { asked } = missedLength;
  return { ...fact, isMet: false, wanted: `${asked} s, as its plan asks`, words: `${fact.words}, not ${asked} s: its chapters allow no nearer length` };
}

/** The criteria that a deck does not meet. */
async function planFindings(services: Services, deck: DeckRow, board: DeckBoard): Promise<DeckFact[]> {
  const facts = judgeDeck(await deckSourceOf(services, deck), writtenDeck(deck, board), board.fields.intent);
  return facts.map((fact) => againstPlan(fact, board)).filter(({ isMet }) => !isMet);
}

/** Something that the plan of a deck lacks, with the indexes of the chapters that it is about; none for the deck as a whole. */
export interface PlanLack { criterion: DeckCriterion; words: string; wanted: string; chapters: number[] }

/** What a person reads of a criterion that the deck does not meet. */
const lackOf = ({ criterion, words, wanted, concerned }: DeckFact): PlanLack =>
  ({ criterion, words, wanted, chapters: [...new Set(concerned.map(({ chapter }) => chapter))] });

/** The criteria that a deck with this storyboard does not meet. Raises an error when they cannot be told, because the read or a source is gone. */
export const lacksOf = async (services: Services, deck: DeckRow, board: DeckBoard): Promise<PlanLack[]> =>
  (await planFindings(services, deck, board)).map(lackOf);

/**
 * What the plan of a deck lacks, while it waits for its approval; null at other stages. Null also when it cannot be told, because the read or a source is
 * gone: the deck can be read all the same, and its approval gives the reason.
 */
export async function planLacks(services: Services, deck: DeckRow, stored: BoardContent): Promise<PlanLack[] | null> {
  if (deck.status !== 'plan') return null;
  try {
    return await lacksOf(services, deck, boardOf(stored));
  } catch (error) {
    services.log.warn({ err: error, deckId: deck.id }, 'what the plan of a deck lacks cannot be told');
    return null;
  }
}
