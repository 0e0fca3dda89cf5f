import { GateDecision } from '../../../../entities/gate-decision.js';
import type { Decision } from '../../contract/decision.js';
import type { Db } from '../../db/database.js';
import type { Subject, SubjectKey } from '../subject.js';

const MAX_NAME_CHARS = 200;

/** The time of a decision, or now if it is invalid: an operator may send a signal by hand. */
const timeOf = (at: string): Date => (Number.isNaN(Date.parse(at ?? '')) ? new Date() : new Date(at));

/**
 * Records a decision, unless there is one about the same gate and revision. Returns the recorded decision. Call it in
 * the transaction that moves the subject.
 */
export async function recordDecision(tx: Db, { type, id, projectId }: Subject, decision: Decision): Promise<GateDecision> {
  const { gate, revision, verdict, callId = null, by, at } = decision;
  const rows = tx.repository(GateDecision);
  const key = { subjectType: type, subjectId: id, gate, revision };
  await rows.createQueryBuilder().insert().orIgnore().values({
    ...key, projectId, verdict, callId, decidedBy: String(by ?? 'operator').slice(0, MAX_NAME_CHARS), decidedAt: timeOf(at),
  }).execute();
  return rows.findOneByOrFail(key);
}

/** The recorded decision, or null while the gate is open or not reached. */
export async function findDecision(db: Db, { type, id }: SubjectKey, gate: string, revision: number): Promise<GateDecision | null> {
  return db.repository(GateDecision).findOneBy({ subjectType: type, subjectId: id, gate, revision });
}

/** Every decision about a subject, oldest first. */
export async function listDecisions(db: Db, { type, id }: SubjectKey): Promise<GateDecision[]> {
  return db.repository(GateDecision).find({ where: { subjectType: type, subjectId: id }, order: { decidedAt: 'ASC', gate: 'ASC' } });
}

/** Deletes the decisions about a deleted subject. */
export async function deleteDecisions(db: Db, { type, id }: SubjectKey): Promise<void> {
  await db.repository(GateDecision).delete({ subjectType: type, subjectId: id });
}
