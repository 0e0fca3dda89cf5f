import type { Decision } from '../../contract/decision.js';
import { endDecision, findDecision, type DecisionRow } from '../../decisions/decision-store.js';
import type { Decider } from '../../decisions/mend-decisions.js';
import { ApiError } from '../../errors/api-error.js';
import type { Services } from '../../services.js';
import { waitUntil } from '../../works/request.js';
import type { Gate, GatedRun } from './gate.js';
import { findVerdict, requireNotRefused, storeVerdict } from './verdict-store.js';

const PROJECTION_MS = 2_000;
/** A caller who pays learns whether the run could reserve the credits, so the wait is longer, also for a run that must be started first. */
const PAID_PROJECTION_MS = 10_000;

const VERBS = { APPROVED: 'approved', REJECTED: 'rejected' } as const;

/**
 * The caller and the call of a decision; `payload` is what the caller acknowledged. `callId` is the same when the call is repeated with its Idempotency-Key.
 * `isPaid` is true for a decision that orders paid work.
 */
export interface Deciding { callId: string; keyId: string; requestId: string; payload?: object; isPaid?: boolean }

const allowedFor = ({ waiting, passed }: Gate, verdict: Decision['verdict']): string[] => (verdict === 'APPROVED' ? [...waiting, ...passed] : [...waiting]);

function refuse<Row>(run: GatedRun<Row>, gate: Gate, row: Row, verdict: Decision['verdict']): never {
  const shown = (status: string): string => run.shownAs?.(status) ?? status;
  const status = shown(run.statusOf(row));
  // Several stored statuses can have one name; the name of a refused row is no allowed one.
  const allowed = [...new Set(allowedFor(gate, verdict).map(shown))].filter((each) => each !== status);
  throw new ApiError(run.stateInvalid, `${run.words} that is ${status} cannot be ${VERBS[verdict]}`, { status, allowed, ...run.refusalOf?.(row) });
}

/**
 * True for a row that waits at the gate; false for the approval of a row that has passed the gate, which leaves it unchanged. Raises the run's `stateInvalid`
 * for any other row, and for the rejection of a row that has passed the gate.
 */
export function requireAtGate<Row>(run: GatedRun<Row>, gate: Gate, row: Row, verdict: Decision['verdict']): boolean {
  if (gate.waiting.includes(run.statusOf(row))) return true;
  if (verdict === 'APPROVED' && gate.passed.includes(run.statusOf(row))) return false;
  return refuse(run, gate, row, verdict);
}

/** Sends the decision to the run. When the run was lost, starts a new one and sends the decision to that. */
async function deliver<Row>(services: Services, run: GatedRun<Row>, gate: Gate, row: Row, decision: Decision, requestId: string): Promise<void> {
  if (await run.send(services, row, decision)) return;
  const current = await run.find(services, run.subjectOf(row).id);
  if (!current || !gate.waiting.includes(run.statusOf(current))) return;
  await run.send(services, await run.reviveRun(services, current, requestId), decision);
}

/**
 * Decides at a gate about the current revision: checks the row, stores the decision, signals the run, and waits up to two seconds for the
 * row to show it, or ten when it is paid. Without a worker the decision is kept and the row still waits. A repeated call, and the approval of an approved row,
 * change nothing. Raises the run's `stateInvalid` when the row is not at the gate or another decision came first, `version_conflict`
 * when the revision changed meanwhile, and the error with which the run refused to carry the decision out, such as `insufficient_credits`.
 */
export async function decide<Row>(
  services: Services, run: GatedRun<Row>, gate: Gate, row: Row, verdict: Decision['verdict'], { callId, keyId, requestId, payload, isPaid = false }: Deciding,
): Promise<Row> {
  const { db } = services;
  const [subject, revision] = [run.subjectOf(row), run.revisionOf(row)];
  const isWaiting = (current: Row): boolean => gate.waiting.includes(run.statusOf(current));
  if (!isWaiting(row)) {
    if (verdict === 'APPROVED' && gate.passed.includes(run.statusOf(row))) return row;
    if ((await findDecision(db, callId))?.status === 'done') return row;
    refuse(run, gate, row, verdict);
  }
  requireNotRefused(await findDecision(db, callId));
  const decision = { gate: gate.gate, revision, verdict, by: keyId, at: new Date().toISOString(), callId };
  await storeVerdict(db, subject, decision, { requestId, ...(payload ? { payload } : {}) });
  await services.faults.reach('decision.stored');
  await deliver(services, run, gate, row, decision, requestId);
  const { current: decided, stored } = await waitUntil(
    async () => ({ stored: await findDecision(db, callId), current: await run.find(services, subject.id) ?? row }),
    ({ current, stored }) => !isWaiting(current) || stored?.status === 'refused', isPaid ? PAID_PROJECTION_MS : PROJECTION_MS);
  requireNotRefused(stored);
  if (isWaiting(decided)) {
    const actual = run.revisionOf(decided);
    if (actual === revision) return decided;
    await endDecision(db, callId, 'refused', { reason: 'stale', actual });
    throw new ApiError('version_conflict', `${run.words} changed to revision ${actual} before the decision`, { expected: revision, actual });
  }
  if ((await findVerdict(db, subject, gate.gate, revision))?.verdict === verdict) return decided;
  await endDecision(db, callId, 'refused', { reason: 'too_late' });
  return refuse(run, gate, decided, verdict);
}

/** A stored decision in the form of a signal. */
export const decisionOf = ({ id, place, revision, verb, decidedBy, createdAt }: DecisionRow): Decision =>
  ({ gate: place, revision: revision!, verdict: verb as Decision['verdict'], by: decidedBy, at: createdAt.toISOString(), callId: id });

/** Makes the decider that delivers decisions at these gates to the runs of a subject again. */
export function gateDecider<Row>(type: string, run: GatedRun<Row>): Decider {
  return {
    type, places: run.gates.map(({ gate }) => gate),
    async runOf(services, { subjectId }) {
      const row = await run.find(services, subjectId);
      return row && run.runIdOf(row);
    },
    async tell(services, decision) {
      const [row, gate] = [await run.find(services, decision.subjectId), run.gates.find(({ gate: name }) => name === decision.place)];
      if (!row || !gate) return false;
      // A decision about a later revision waits until the row has that revision; operators may send it early.
      if (run.revisionOf(row) < decision.revision!) return true;
      if (!gate.waiting.includes(run.statusOf(row)) || run.revisionOf(row) !== decision.revision) return false;
      await deliver(services, run, gate, row, decisionOf(decision), decision.requestId);
      return true;
    },
  };
}
