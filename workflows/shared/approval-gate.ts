import { condition, defineSignal, setHandler } from '@temporalio/workflow';
import type { Decision } from '../../src/contract/decision.js';

/** Sent by the API, or by an operator from the Temporal UI. */
export const decideSignal = defineSignal<[Decision]>('decide');

export interface ApprovalGate { open(revision: number): void; verdict(): Promise<Decision> }

function gateOf(gate: string, received: readonly Decision[]): ApprovalGate {
  let revision: number | null = null;
  const decided = (): Decision | undefined => received.find((decision) => decision.gate === gate && decision.revision === revision);
  return {
    open(current) { revision = current; },
    async verdict() {
      await condition(() => revision !== null && decided() !== undefined);
      return decided()!;
    },
  };
}

/**
 * The gates of a run, each of which waits, without limit, for a decision. Order-blind: a decision that came early waits for its
 * gate, one about another revision does nothing, and of several the first counts. Call before anything is awaited.
 */
export function approvalGates<G extends string>(...gates: G[]): Record<G, ApprovalGate> {
  const received: Decision[] = [];
  setHandler(decideSignal, (decision) => {
    const known = gates.includes(decision?.gate as G);
    if (known && (decision.verdict === 'APPROVED' || decision.verdict === 'REJECTED')) received.push(decision);
  });
  return Object.fromEntries(gates.map((gate) => [gate, gateOf(gate, received)])) as Record<G, ApprovalGate>;
}

/** As `approvalGates`, for a run with one gate. */
export const approvalGate = (gate: string): ApprovalGate => approvalGates(gate)[gate]!;
