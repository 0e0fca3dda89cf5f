import { PRICES } from '../../kernel/credits/prices.js';
import { siblingId } from '../../kernel/db/ids.js';
import { orderedCandidates } from '../../kernel/families/candidates/candidates.js';
import type { Regeneration } from '../../kernel/families/storyboards/board.js';
import type { OrderedWork } from '../../kernel/works/ahead.js';
import { orderedFilm, type Verdict } from '../storyboards/ordered-work.js';
import { deckAdditions } from './additions/addition-kind.js';
import type { DeckRow } from './deck-model.js';
import { deckFilmKind } from './film/deck-film-kind.js';
import { chapterTakes } from './takes/take-kind.js';

/** The ids of the requests that a decision or an edit orders. */
export const takeRequestIdOf = (decisionId: string): string => siblingId('chapterTake', decisionId);
export const additionIdOf = (editId: string): string => siblingId('deckAddition', editId);

/** True for a part that is made for the deck as a whole. */
export const isAddition = (part: string): part is 'score' | 'titleMotion' => part === 'score' || part === 'titleMotion';

/** The prices that approvals at the gates `plan` and `finish` confirm; the others are free. */
export const pricesAt = {
  plan: ({ payload: { credits } }: Verdict): number => credits ?? PRICES.PITCH_DECK_DRAFT,
  finish: ({ payload: { credits } }: Verdict): number => credits ?? PRICES.PITCH_DECK_FINISH,
};

/** The work that the approval at a gate pays for; null for a free one. */
export function orderedByApproval({ id, accountId }: Pick<DeckRow, 'id' | 'accountId'>, gate: string, verdict: Verdict): OrderedWork | null {
  if (gate === 'plan') return orderedCandidates(chapterTakes, { id: takeRequestIdOf(verdict.id), accountId, wanted: 1, credits: pricesAt.plan(verdict) });
  if (gate === 'finish') return orderedFilm(deckFilmKind, { id, accountId }, { place: 'film', revision: verdict.revision!, credits: pricesAt.finish(verdict) });
  return null;
}

/** The work that an edit pays for. */
export function orderedByEdit({ accountId }: Pick<DeckRow, 'accountId'>, { id, edit: { part, credits = 0 } }: { id: string; edit: Regeneration }): OrderedWork {
  return isAddition(part) ? orderedCandidates(deckAdditions, { id: additionIdOf(id), accountId, wanted: 1, credits })
    : orderedCandidates(chapterTakes, { id: takeRequestIdOf(id), accountId, wanted: 1, credits });
}
