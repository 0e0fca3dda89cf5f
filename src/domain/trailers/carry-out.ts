import type { Decision } from '../../kernel/contract/decision.js';
import type { Services } from '../../kernel/services.js';
import { decideTrailer, withRevision } from './trailer-gates.js';
import type { TrailerState } from './trailer-run.js';
import { findTrailer } from './trailer-store.js';

/** Carries out people's decisions in the order of their arrival, and returns the state of the trailer afterwards. */
export async function carryOutDecisions(services: Services, trailerId: string, decisions: readonly Decision[]): Promise<TrailerState> {
  for (const decision of decisions) await decideTrailer(services, trailerId, decision);
  if (decisions.length > 0) await services.faults.reach('board.decided', trailerId);
  const trailer = await findTrailer(services.db, trailerId);
  if (!trailer) return { status: 'over', revision: 0 };
  const { status, revision } = await withRevision(services, trailer);
  return { status, revision };
}
