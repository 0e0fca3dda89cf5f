import { condition, defineSignal, setHandler } from '@temporalio/workflow';
import type { Decision } from '../../src/contract/decision.js';

/** Sent by the API, or by an operator from the Temporal UI. */
export const decideSignal = defineSignal<[Decision]>('decide');

export interface ApprovalGate { open(revision: number): void; verdict(): Promise<Decision> }

/**
 * Waits, without limit, for a decision. Order-blind: a decision that came early waits for its gate, one about another gate
 * or revision does nothing, and of several the first counts. Call before anything is awaited.
 */
export function approvalGate(gate: string): ApprovalGate {
  const received: Decision[] = [];
  let revision: number | null = null;
  setHandler(decideSignal, (decision) => {
    if (decision?.gate === gate && (decision.verdict === 'APPROVED' || decision.verdict === 'REJECTED')) received.push(decision);
  });
  const decided = (): Decision | undefined => received.find((decision) => decision.revision === revision);
  return {
    open(current) { revision = current; },
    async verdict() {
      await condition(() => revision !== null && decided() !== undefined);
      return decided()!;
    },
  };
}
