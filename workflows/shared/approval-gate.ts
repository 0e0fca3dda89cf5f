import { condition, defineSignal, log, setHandler } from '@temporalio/workflow';
import type { Decision } from '../../src/contract/decision.js';

/** Sent by the API, or by an operator from the Temporal UI. */
export const decideSignal = defineSignal<[Decision]>('decide');

export interface ApprovalGate { open(revision: number): void; verdict(): Promise<Decision> }

/** The decision that a signal carries; null for anything else, which operators may send by mistake. */
function parseDecision(sent: unknown): Decision | null {
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
 * gate, one about another revision does nothing, and of several the first counts. What is no decision at one of these gates is
 * logged and ignored. Call before anything is awaited.
 */
export function approvalGates<G extends string>(...gates: G[]): Record<G, ApprovalGate> {
  const received: Decision[] = [];
  setHandler(decideSignal, (sent) => {
    const decision = parseDecision(sent);
    if (decision && gates.includes(decision.gate as G)) received.push(decision);
    else log.warn('a signal was ignored: it decides nothing at these gates', { gates });
  });
  return Object.fromEntries(gates.map((gate) => [gate, gateOf(gate, received)])) as Record<G, ApprovalGate>;
}

/** As `approvalGates`, for a run with one gate. */
export const approvalGate = (gate: string): ApprovalGate => approvalGates(gate)[gate]!;
