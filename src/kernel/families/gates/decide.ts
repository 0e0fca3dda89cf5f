import type { Decision } from '../../contract/decision.js';
import { ApiError } from '../../errors/api-error.js';
import type { Services } from '../../services.js';
import { waitUntil } from '../../works/request.js';
import { findDecision } from './decision-store.js';
import type { Gate, GatedRun } from './gate.js';

type Verdict = Decision['verdict'];

const PROJECTION_MS = 2_000;

const VERBS = { APPROVED: 'approved', REJECTED: 'rejected' } as const;

/** The caller and the call that decide. `callId` is the same when the call is repeated with its Idempotency-Key. */
export interface Deciding { callId: string; keyId: string; requestId: string }

const allowedFor = ({ waiting, passed }: Gate, verdict: Verdict): string[] => (verdict === 'APPROVED' ? [...waiting, ...passed] : [...waiting]);

function refuse<Row>(run: GatedRun<Row>, gate: Gate, row: Row, verdict: Verdict): never {
  const status = run.statusOf(row);
  throw new ApiError(run.stateInvalid, `${run.words} that is ${status} cannot be ${VERBS[verdict]}`, { status, allowed: allowedFor(gate, verdict), ...run.refusalOf?.(row) });
}

async function deliver<Row>(services: Services, run: GatedRun<Row>, gate: Gate, row: Row, decision: Decision, requestId: string): Promise<void> {
  if (await run.send(services, row, decision)) return;
  const current = await run.reread(services, row);
  if (!gate.waiting.includes(run.statusOf(current))) return;
  await run.send(services, await run.reviveRun(services, current, requestId), decision);
}

/**
 * Decides at a gate about the current revision: checks the row, signals the run, and waits up to two seconds for the
 * row to show the decision. Without a worker the engine keeps the decision and the row still waits. A repeated call,
 * and the approval of an approved row, change nothing. Raises the run's `stateInvalid` when the row is not at the gate
 * or another decision came first, and `version_conflict` when the revision changed meanwhile.
 */
export async function decide<Row>(
  services: Services, run: GatedRun<Row>, gate: Gate, row: Row, verdict: Verdict, { callId, keyId, requestId }: Deciding,
): Promise<Row> {
  const [subject, revision] = [run.subjectOf(row), run.revisionOf(row)];
  const counts = () => findDecision(services.db, subject, gate.gate, revision);
  if (!gate.waiting.includes(run.statusOf(row))) {
    if (verdict === 'APPROVED' && gate.passed.includes(run.statusOf(row))) return row;
    if ((await counts())?.callId === callId) return row;
    refuse(run, gate, row, verdict);
  }
  const decision = { gate: gate.gate, revision, verdict, by: keyId, at: new Date().toISOString(), callId };
  await deliver(services, run, gate, row, decision, requestId);
  const decided = await waitUntil(() => run.reread(services, row), (current) => !gate.waiting.includes(run.statusOf(current)), PROJECTION_MS);
  if (gate.waiting.includes(run.statusOf(decided))) {
    const actual = run.revisionOf(decided);
    if (actual === revision) return decided;
    throw new ApiError('version_conflict', `${run.words} changed to revision ${actual} before the decision`, { expected: revision, actual });
  }
  if ((await counts())?.verdict !== verdict) refuse(run, gate, decided, verdict);
  return decided;
}
