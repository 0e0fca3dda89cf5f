import type { DeckSource } from '../deck-source.js';
import { runsOf, tellingWorth, type Proposal, type Wanted } from '../material/proposals.js';
import type { Statement } from '../material/statements.js';

/** How well a sentence tells an event; null for one outside the read or of fewer than 5 words. */
export function eventWorth(statement: Statement): number | null {
  const { at, isPersonal, speaker, scored, words } = statement;
  if (at < 0 || at > 1 || words < 5) return null;
  return tellingWorth(statement) - (isPersonal && speaker === null ? 0.2 : 0) - (scored.isQuestion ? 0.3 : 0);
}

/** Texts about what happens around a place of the story, the best first; distance beyond `within` lowers their score. */
export function events(source: DeckSource, { around, within }: { around: number; within: number }, wanted: Wanted): Proposal[] {
  return runsOf(source, wanted, (statement) => {
    const worth = eventWorth(statement);
    return worth === null ? null : worth - 4 * Math.max(0, Math.abs(statement.at - around) - within);
  });
}
