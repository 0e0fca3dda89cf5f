import type { Services } from '../services.js';
import { endDecision, listOpenDecisions, type DecisionRow } from './decision-store.js';

/** How to tell a run about decisions that it must carry out. */
export interface Decider {
  /** The type of the subjects, and the places of the decisions. Default: every place. */
  type: string;
  places?: readonly string[];
  /** The id of the run; null when the subject is gone. */
  runOf(services: Services, decision: DecisionRow): Promise<string | null>;
  /** Tells the run again, and starts it when it was lost. False when the subject does not wait for this decision any more. */
  tell(services: Services, decision: DecisionRow): Promise<boolean>;
}

/** Decisions that were stored within these seconds are skipped, because their call is about to tell the run. */
const GRACE_SECONDS = 10;
const BATCH = 200;
/** An open run is told again only until a decision is this old, because each signal adds to the history of the run. */
const TOLD_FOR_MS = 3_600_000;

async function mend(services: Services, decider: Decider, decision: DecisionRow): Promise<void> {
  const runId = await decider.runOf(services, decision);
  const isTold = decision.takenAt !== null || Date.now() - decision.createdAt.getTime() > TOLD_FOR_MS;
  if (runId !== null && isTold && await services.engine.status(runId) === 'open') return;
  if (runId !== null && await decider.tell(services, decision)) return;
  await endDecision(services.db, decision.id, 'refused', { reason: 'too_late' });
}

/**
 * Tells runs about open decisions that they have not taken: the API may have died between the row and the signal, or the run may be lost. Refuses a decision
 * that its subject no longer waits for. Logs a run that cannot be told now and continues with the others.
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
