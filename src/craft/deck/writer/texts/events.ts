import type { DeckSource } from '../deck-source.js';
import { runsOf, tellingWorth, type Proposal, type Wanted } from '../material/proposals.js';
import type { Statement } from '../material/statements.js';

/** How well a sentence tells what happens. */
export function eventWorth(statement: Statement): number | null {
  const { at, isPersonal, speaker, scored, words } = statement;
  if (at < 0 || at > 1 || words < 5) return null;
  return tellingWorth(statement) - (isPersonal && speaker === null ? 0.2 : 0) - (scored.isQuestion ? 0.3 : 0);
}

/** What happens around a place of the read, the best of it first; what is further away costs more. */
export function events(source: DeckSource, { around, within }: { around: number; within: number }, wanted: Wanted): Proposal[] {
  return runsOf(source, wanted, (statement) => {
    const worth = eventWorth(statement);
    return worth === null ? null : worth - 4 * Math.max(0, Math.abs(statement.at - around) - within);
  });
}
