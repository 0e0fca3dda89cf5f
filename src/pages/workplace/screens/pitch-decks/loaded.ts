import { EDITABLE_STAGES } from '../../../../domain/pitch-decks/deck-model.js';
import type { PlanLack } from '../../../../domain/pitch-decks/plan-findings.js';
import type { NextStep } from '../../../../kernel/contract/next-step.js';
import type { DeckStoryboard, PitchDeck } from '../../answers.js';
import type { Visit } from '../../visit.js';

/** `lacks` is there while the plan waits for its approval. */
export interface DeckAnswer { pitchDeck: PitchDeck & { lacks?: readonly PlanLack[] }; storyboard: DeckStoryboard; next?: NextStep }

type Price = 'PITCH_DECK_DRAFT' | 'PITCH_DECK_FINISH' | 'FRAME' | 'CLIP' | 'SCORE';
export type DeckPrices = Readonly<Record<Price, number>>;

/** The data of the page of a pitch deck. */
export interface LoadedDeck extends Omit<DeckAnswer, 'next'> {
  next: NextStep | null;
  /** Null for keys that may not see prices. */
  prices: DeckPrices | null;
  /** The person may edit, and the deck is editable now. */
  mayEdit: boolean;
  mayBuy: boolean;
}

export const paramsOf = (visit: Visit) => ({ params: { jobId: visit.param('jobId') } });

export const loadBoard = (visit: Visit): Promise<DeckAnswer> => visit.call<DeckAnswer>('getPitchDeckStoryboard', paramsOf(visit));

/** Loads the deck of the page. Raises the errors of the operations. */
export async function loadDeck(visit: Visit): Promise<LoadedDeck> {
  const { next = null, ...answer } = await loadBoard(visit);
  const account = await visit.callIfAllowed<{ credits: { prices: DeckPrices } }>('getCredits');
  const isEditable = EDITABLE_STAGES.includes(answer.pitchDeck.stage);
  return { ...answer, next, prices: account?.credits.prices ?? null, mayEdit: isEditable && visit.may('story:write'), mayBuy: isEditable && visit.may('artifact:publish') };
}
