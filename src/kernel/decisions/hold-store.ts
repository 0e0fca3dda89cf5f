import type { Database, Db } from '../db/database.js';
import type { SubjectKey } from '../families/subject.js';
import { holdAhead, releaseAhead, type AheadKey, type OrderedWork } from '../works/ahead.js';
import { noteOnDecision } from './decision-store.js';

/** The note of a decision about the credits that it holds for the work that it orders. */
export interface HoldNotes { held?: AheadKey }

/**
 * Reserves the credits of the work that a decision orders, in the transaction that carries the decision out, so that of two orders that one balance can't pay
 * together the second is refused at once. Raises `insufficient_credits`. Free work, which has no lines, holds nothing.
 */
export async function holdForDecision(tx: Db, decisionId: string, work: OrderedWork, cycleDays: number): Promise<void> {
  if (work.lines.length === 0) return;
  const { kind, workId, epoch, accountId } = work;
  const notes: HoldNotes = { held: { kind, workId, epoch, accountId } };
  await noteOnDecision(tx, decisionId, notes);
  await holdAhead(tx, work, cycleDays);
}

/** Releases what decisions hold for work that was not opened and will not be. Call it last in a transaction, because it locks credits. Safe to repeat. */
export async function releaseHolds(tx: Db, decisions: readonly { notes: object }[]): Promise<void> {
  for (const { notes } of decisions) {
    const { held } = notes as HoldNotes;
    if (held) await releaseAhead(tx, held);
  }
}

/** Like `releaseHolds`, for all decisions about a subject except those at the place `but`. */
export async function releaseHoldsOn(tx: Db, { type, id }: SubjectKey, but: string): Promise<void> {
  await releaseHolds(tx, await tx.query<{ notes: object }>(
    `SELECT notes FROM decisions WHERE subject_type = $1 AND subject_id = $2 AND place <> $3 AND notes ? 'held'`, [type, id, but]));
}

/** Like `releaseHolds`, for all decisions about a project that was deleted. */
export async function releaseHoldsOfProject(db: Database, projectId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await releaseHolds(tx, await tx.query<{ notes: object }>(`SELECT notes FROM decisions WHERE project_id = $1 AND notes ? 'held'`, [projectId]));
  });
}

/** Deletes the decisions about a deleted subject, or only those at one place, and releases what they hold for work that was not opened. */
export async function deleteDecisions(tx: Db, { type, id }: SubjectKey, place: string | null = null): Promise<void> {
  await releaseHolds(tx, await tx.query<{ notes: object }>(
    'DELETE FROM decisions WHERE subject_type = $1 AND subject_id = $2 AND ($3::text IS NULL OR place = $3) RETURNING notes', [type, id, place]));
}
