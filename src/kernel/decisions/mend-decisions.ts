import type { Services } from '../services.js';
import { endDecision, listOpenDecisions, type DecisionRow } from './decision-store.js';

/** How the run that carries decisions out is told of them. */
export interface Decider {
  /** The type of their subjects, and the places that they are about. Default: every place. */
  type: string;
  places?: readonly string[];
  /** The id of the run; null when the subject is gone. */
  runOf(services: Services, decision: DecisionRow): Promise<string | null>;
  /** Tells the run again, and starts it when it was lost. False when the subject does not wait for this decision any more. */
  tell(services: Services, decision: DecisionRow): Promise<boolean>;
}

/** A decision that was stored so recently is left alone: its call is about to tell the run. */
const GRACE_SECONDS = 10;
const BATCH = 200;
/** An open run is told for so long: each signal adds to its history. */
const TOLD_FOR_MS = 3_600_000;

async function mend(services: Services, decider: Decider, decision: DecisionRow): Promise<void> {
  const runId = await decider.runOf(services, decision);
  const isTold = decision.takenAt !== null || Date.now() - decision.createdAt.getTime() > TOLD_FOR_MS;
  if (runId !== null && isTold && await services.engine.status(runId) === 'open') return;
  if (runId !== null && await decider.tell(services, decision)) return;
  await endDecision(services.db, decision.id, 'refused', { reason: 'too_late' });
}

/**
 * Tells runs of open decisions that they have not taken up: the API may have died between the row and the signal, or the run may be lost.
 * A decision that its subject no longer waits for is refused. What cannot be told now is logged and does not keep the rest waiting.
 */
export async function mendDecisions(services: Services, deciders: readonly Decider[]): Promise<void> {
  for (const decision of await listOpenDecisions(services.db, GRACE_SECONDS, BATCH)) {
    const decider = deciders.find(({ type, places }) => type === decision.subjectType && (places?.includes(decision.place) ?? true));
    if (!decider) continue;
    try {
      await mend(services, decider, decision);
    } catch (error) {
      services.log.warn({ err: error, decisionId: decision.id }, 'a run could not be told of a decision; the next look tries again');
    }
  }
}
