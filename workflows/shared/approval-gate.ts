import { condition, defineSignal, log, setHandler } from '@temporalio/workflow';
import type { Decision } from '../../src/kernel/contract/decision.js';

/** Sent by the API, or by an operator from the Temporal UI. */
export const decideSignal = defineSignal<[Decision]>('decide');

export interface ApprovalGate {
  /** Opens the gate for decisions about this revision. Decisions that a `verdict` with `orLater` has returned no longer count. */
  open(revision: number): void;
  /** The first decision about the open revision. With `orLater` also one about a later revision, for rows that can change without the run being told. */
  verdict(options?: { orLater?: boolean }): Promise<Decision>;
}

/** The decision in a signal's argument; null for an invalid argument, which an operator may send by mistake. */
export function parseDecision(sent: unknown): Decision | null {
  if (typeof sent !== 'object' || sent === null) return null;
  const { gate, revision, verdict, by, at, callId } = sent as Partial<Record<keyof Decision, unknown>>;
  if (typeof gate !== 'string' || typeof revision !== 'number' || (verdict !== 'APPROVED' && verdict !== 'REJECTED')) return null;
  return {
    gate, revision, verdict, by: typeof by === 'string' ? by : 'operator', at: typeof at === 'string' ? at : '',
    ...(typeof callId === 'string' ? { callId } : {}),
  };
}

function gateOf(gate: string, received: readonly Decision[]): ApprovalGate {
  let revision: number | null = null;
  const [answered, settled] = [new Set<Decision>(), new Set<Decision>()];
  const isDue = (decision: Decision, orLater: boolean): boolean => decision.gate === gate && revision !== null && !settled.has(decision)
    && (orLater ? decision.revision >= revision : decision.revision === revision);
  return {
    open(current) {
      revision = current;
      for (const decision of answered) settled.add(decision);
    },
    async verdict({ orLater = false } = {}) {
      await condition(() => received.some((decision) => isDue(decision, orLater)));
      const due = received.find((decision) => isDue(decision, orLater))!;
      if (orLater) answered.add(due);
      return due;
    },
  };
}

/**
 * The gates of a run; each waits for a decision without a time limit. A decision that arrives before its gate opens is kept, one about another revision has
 * no effect, and the first of several counts. A signal without a decision for one of these gates is logged and ignored. Must be called before the workflow
 * awaits anything.
 */
export function approvalGates<G extends string>(...gates: G[]): Record<G, ApprovalGate> {
  const received: Decision[] = [];
  setHandler(decideSignal, (sent) => {
    const decision = parseDecision(sent);
    if (decision && gates.includes(decision.gate as G)) received.push(decision);
    else log.warn('a signal was ignored: it has no decision for these gates', { gates });
  });
  return Object.fromEntries(gates.map((gate) => [gate, gateOf(gate, received)])) as Record<G, ApprovalGate>;
}

/** Like `approvalGates`, for a run with one gate. */
export const approvalGate = (gate: string): ApprovalGate => approvalGates(gate)[gate]!;
