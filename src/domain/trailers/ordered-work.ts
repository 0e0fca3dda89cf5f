import { PRICES } from '../../kernel/credits/prices.js';
import { siblingId } from '../../kernel/db/ids.js';
import { orderedCandidates } from '../../kernel/families/candidates/candidates.js';
import type { Regeneration } from '../../kernel/families/storyboards/board.js';
import type { OrderedWork } from '../../kernel/works/ahead.js';
import { orderedFilm, type Verdict } from '../storyboards/ordered-work.js';
import { trailerFilmKind } from './film/trailer-film-kind.js';
import { trailerTakes } from './takes/take-kind.js';
import type { TrailerRow } from './trailer-model.js';

/** The id of the request that a decision or an edit orders. */
export const takeRequestIdOf = (decisionId: string): string => siblingId('trailerTake', decisionId);

/** The prices that approvals at the gates `plan` and `draft` confirm; that of the storyboard is free. */
export const pricesAt = {
  plan: ({ payload: { credits } }: Verdict): number => credits ?? PRICES.TRAILER_DRAFT,
  draft: ({ payload: { credits } }: Verdict): number => credits ?? PRICES.TRAILER_FINISH,
};

/** The work that the approval at a gate pays for; null for a free one. */
export function orderedByApproval({ id, accountId }: Pick<TrailerRow, 'id' | 'accountId'>, gate: string, verdict: Verdict): OrderedWork | null {
  if (gate === 'plan') return orderedCandidates(trailerTakes, { id: takeRequestIdOf(verdict.id), accountId, wanted: 1, credits: pricesAt.plan(verdict) });
  if (gate === 'draft') return orderedFilm(trailerFilmKind, { id, accountId }, { place: 'film', revision: verdict.revision!, credits: pricesAt.draft(verdict) });
  return null;
}

/** The work that an edit pays for. */
export const orderedByEdit = ({ accountId }: Pick<TrailerRow, 'accountId'>, { id, edit: { credits = 0 } }: { id: string; edit: Regeneration }): OrderedWork =>
  orderedCandidates(trailerTakes, { id: takeRequestIdOf(id), accountId, wanted: 1, credits });
