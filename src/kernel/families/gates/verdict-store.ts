import { createHash } from 'node:crypto';
import { StoredDecision } from '../../../../entities/decision.js';
import type { Decision } from '../../contract/decision.js';
import type { Db } from '../../db/database.js';
import { ID_PREFIX } from '../../db/ids.js';
import { endDecision, listDecisions, refuseOpen, storeDecision } from '../../decisions/decision-store.js';
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

/** The decisions at the gates of a subject that took effect, oldest first. */
export async function listVerdicts(db: Db, subject: SubjectKey): Promise<Verdict[]> {
  const stored = await listDecisions(db, subject);
  return stored.filter(({ verb, status }) => status === 'done' && (verb === 'APPROVED' || verb === 'REJECTED')).map(verdictOf);
}
