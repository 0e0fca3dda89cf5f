import { ApiError } from '../../../kernel/errors/api-error.js';
import { stageOf, type DeckRow, type DeckStatus } from '../deck-model.js';

/** Raises `story_job_state_invalid` unless the deck has one of these statuses. `what` names the refused action: `be published`. */
export function requireStatus({ status }: Pick<DeckRow, 'status'>, allowed: readonly DeckStatus[], what: string): void {
  if (allowed.includes(status)) return;
  const stage = stageOf(status);
  throw new ApiError('story_job_state_invalid', `a pitch deck that is ${stage} cannot ${what}`, { status: stage, allowed, stage });
}
