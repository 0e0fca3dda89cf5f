import { GateDecision } from '../../../entities/gate-decision.js';
import type { Decision } from '../../contract/decision.js';
import type { Db } from '../../db/database.js';
import type { Subject, SubjectKey } from '../subject.js';

const MAX_NAME_CHARS = 200;

/** An operator may send a decision by hand: a time that is none is now. */
const timeOf = (at: string): Date => (Number.isNaN(Date.parse(at ?? '')) ? new Date() : new Date(at));

/**
 * Records a decision, unless another about the same gate and revision came first. Answers the decision that counts. Call it in the
 * transaction that moves the subject.
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

/** The decision that counts, or null while the gate is open or was never reached. */
export async function findDecision(db: Db, { type, id }: SubjectKey, gate: string, revision: number): Promise<GateDecision | null> {
  return db.repository(GateDecision).findOneBy({ subjectType: type, subjectId: id, gate, revision });
}

/** Every decision about a subject, oldest first. */
export async function decisionsOf(db: Db, { type, id }: SubjectKey): Promise<GateDecision[]> {
  return db.repository(GateDecision).find({ where: { subjectType: type, subjectId: id }, order: { decidedAt: 'ASC', gate: 'ASC' } });
}

/** Removes the decisions about a subject that is gone. */
export async function deleteDecisions(db: Db, { type, id }: SubjectKey): Promise<void> {
  await db.repository(GateDecision).delete({ subjectType: type, subjectId: id });
}
