import { createHash } from 'node:crypto';
import { StoredDecision } from '../../../../entities/decision.js';
import type { Decision } from '../../contract/decision.js';
import type { Db } from '../../db/database.js';
import { ID_PREFIX } from '../../db/ids.js';
import { endDecision, findDecision, listDecisions, refuseOpen, storeDecision, type DecisionRow } from '../../decisions/decision-store.js';
import { ApiError } from '../../errors/api-error.js';
import type { ErrorCode } from '../../errors/catalogue.js';
import type { Services } from '../../services.js';
import type { Subject, SubjectKey } from '../subject.js';

/** The decision at a gate that counts: one for each revision. */
export interface Verdict { id: string; gate: string; revision: number; verdict: Decision['verdict']; decidedBy: string; decidedAt: Date }

const MAX_NAME_CHARS = 200;
const BODY_LENGTH = 26;

/** The time of a decision; now if it is invalid, because an operator may send a signal by hand. */
const timeOf = (at: string): Date => (Number.isNaN(Date.parse(at ?? '')) ? new Date() : new Date(at));

/** The id of an operator's decision, which has no `callId`. */
const ownId = (...parts: readonly (string | number)[]): string =>
  `${ID_PREFIX.decision}_${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, BODY_LENGTH)}`;

const verdictOf = ({ id, place, revision, verb, decidedBy, createdAt }: StoredDecision): Verdict =>
  ({ id, gate: place, revision: revision!, verdict: verb as Decision['verdict'], decidedBy, decidedAt: createdAt });

/** Stores a decision at a gate before the run is told. */
export async function storeVerdict(
  db: Db, subject: Subject, { gate, revision, verdict, callId, by, at }: Decision, more: { requestId?: string; payload?: object } = {},
): Promise<string> {
  const id = callId ?? ownId(subject.type, subject.id, gate, revision);
  await storeDecision(db, subject, {
    id, place: gate, verb: verdict, revision, decidedBy: String(by ?? 'operator').slice(0, MAX_NAME_CHARS), createdAt: timeOf(at), ...more,
  });
  return id;
}

/** The decision that counts, or null while the gate is open or not reached. */
export async function findVerdict(db: Db, { type, id }: SubjectKey, gate: string, revision: number): Promise<Verdict | null> {
  const rows = await db.repository(StoredDecision).findBy({ subjectType: type, subjectId: id, place: gate, revision, status: 'done' });
  return rows[0] ? verdictOf(rows[0]) : null;
}

/**
 * Records the decision with which a run continues, unless one about the same gate and revision counts already, and refuses the others.
 * Returns the one that counts. Call it in the transaction that moves the subject.
 */
export async function recordVerdict(tx: Db, subject: Subject, decision: Decision): Promise<Verdict> {
  const { gate, revision } = decision;
  if (!await findVerdict(tx, subject, gate, revision)) {
    const id = await storeVerdict(tx, subject, decision);
    await endDecision(tx, id, 'done');
    await refuseOpen(tx, subject, { reason: 'decided' }, { place: gate, revision });
  }
  return (await findVerdict(tx, subject, gate, revision))!;
}

/**
 * Carries out a decision in one transaction. When `act` refuses it with an `ApiError` below 500, nothing is changed, and the decision is stored as refused with
 * the error, which its caller is told. A decision that was refused stays so. That of an operator, which may be sent again, is only logged.
 */
export async function carryOut({ db, log }: Pick<Services, 'db' | 'log'>, decision: Decision, act: (tx: Db) => Promise<void>): Promise<void> {
  const { callId } = decision;
  if (callId !== undefined && (await findDecision(db, callId))?.status === 'refused') return;
  try {
    await db.transaction(act);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const { code, message, details } = error;
    if (callId === undefined) log.warn({ gate: decision.gate, code, details }, 'the decision of an operator is not possible');
    else await endDecision(db, callId, 'refused', { code, message, ...(details ? { details } : {}) } satisfies Refusal);
  }
}

/** The error with which a decision was refused when it was carried out, as its outcome stores it. */
interface Refusal { code: ErrorCode; message: string; details?: Record<string, unknown> }

/** Raises the error with which a decision was refused when it was carried out. */
export function requireNotRefused(decision: DecisionRow | null): void {
  const { code, message, details } = (decision?.status === 'refused' ? decision.outcome ?? {} : {}) as Partial<Refusal>;
  if (code !== undefined) throw new ApiError(code as Exclude<ErrorCode, 'project_precondition_failed'>, message, details);
}

/** The decisions at the gates of a subject that took effect, oldest first. */
export async function listVerdicts(db: Db, subject: SubjectKey): Promise<Verdict[]> {
  const stored = await listDecisions(db, subject);
  return stored.filter(({ verb, status }) => status === 'done' && (verb === 'APPROVED' || verb === 'REJECTED')).map(verdictOf);
}
