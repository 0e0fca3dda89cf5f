import { StoredDecision } from '../../../entities/decision.js';
import type { Db } from '../db/database.js';
import { columnsOf, now, tableOf, type Known } from '../db/rows.js';
import type { Subject, SubjectKey } from '../families/subject.js';

/** `done`: carried out completely. `failed`: carried out only in part. `refused`: nothing was changed. */
export type DecisionStatus = 'open' | 'done' | 'failed' | 'refused';

/** A decision with typed `payload` (sent with the decision) and `notes` (kept while it is carried out). */
export type DecisionRow<Payload extends object = object, Notes extends object = object> =
  Known<StoredDecision, { status: DecisionStatus; payload: Payload; notes: Notes }>;

const DECISIONS = tableOf<StoredDecision, DecisionRow>(StoredDecision);

export type NewDecision = Pick<DecisionRow, 'id' | 'place' | 'verb' | 'revision' | 'decidedBy'>
  & Partial<Pick<DecisionRow, 'payload' | 'notes' | 'requestId' | 'createdAt'>>;

const whereOf = ({ type, id }: SubjectKey) => ({ subjectType: type, subjectId: id });

/** Stores a decision to be carried out, or with `refusal` one that is refused at once; a repeat changes nothing. Call it before the run is told. */
export async function storeDecision(
  db: Db, subject: Subject, decision: NewDecision, refusal: object | null = null,
): Promise<void> {
  await db.repository(DECISIONS).createQueryBuilder().insert().orIgnore().values({
    requestId: decision.id, ...decision, ...whereOf(subject), projectId: subject.projectId, ...(refusal ? { status: 'refused' as const, outcome: refusal, endedAt: now } : {}),
  }).execute();
}

export async function findDecision(db: Db, id: string): Promise<DecisionRow | null> {
  return db.repository(DECISIONS).findOneBy({ id });
}

/** Locks the decision until the transaction ends. Raises when there is none. */
export async function lockDecision(tx: Db, id: string): Promise<DecisionRow> {
  return tx.repository(DECISIONS).findOneOrFail({ where: { id }, lock: { mode: 'for_no_key_update' } });
}

/** The decisions about a subject, oldest first. */
export async function listDecisions(db: Db, subject: SubjectKey): Promise<DecisionRow[]> {
  return db.repository(DECISIONS).find({ where: whereOf(subject), order: { createdAt: 'ASC', id: 'ASC' } });
}

/** Open decisions that were stored at least `seconds` ago, oldest first. */
export async function listOpenDecisions(db: Db, seconds: number, limit: number): Promise<DecisionRow[]> {
  return db.query<DecisionRow>(
    `SELECT ${columnsOf(DECISIONS)} FROM decisions WHERE status = 'open' AND created_at < now() - make_interval(secs => $1)
     ORDER BY created_at LIMIT $2`, [seconds, limit]);
}

/** Records that the run has started to carry out the decision. */
export async function takeDecision(db: Db, id: string): Promise<void> {
  await db.query('UPDATE decisions SET taken_at = now() WHERE id = $1 AND taken_at IS NULL', [id]);
}

/** Merges `notes` into what the decision keeps while it is carried out. */
export async function noteOnDecision(db: Db, id: string, notes: object): Promise<void> {
  await db.query('UPDATE decisions SET notes = notes || $2::jsonb WHERE id = $1', [id, JSON.stringify(notes)]);
}

/** Ends an open decision; false when it had ended. */
export async function endDecision(db: Db, id: string, status: Exclude<DecisionStatus, 'open'>, outcome: object = {}): Promise<boolean> {
  const { affected } = await db.repository(DECISIONS).update({ id, status: 'open' }, { status, outcome, endedAt: now });
  return affected === 1;
}

/** Refuses the open decisions about a subject: all of them, or those at a place about a revision. */
export async function refuseOpen(
  tx: Db, subject: SubjectKey, outcome: object, about: Partial<Pick<DecisionRow, 'place'>> & { revision?: number } = {},
): Promise<void> {
  await tx.repository(DECISIONS).update({ ...whereOf(subject), ...about, status: 'open' }, { status: 'refused', outcome, endedAt: now });
}
