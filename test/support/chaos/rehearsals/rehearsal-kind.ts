import { WORK_KINDS } from '../../../../src/domain/work-kinds.js';
import type { Db } from '../../../../src/kernel/db/database.js';
import type { Services } from '../../../../src/kernel/services.js';
import { defineWork, type WorkKind } from '../../../../src/kernel/works/kind.js';
import type { WorkInput } from '../../../../src/kernel/works/model.js';

/** A rehearsal is made in two parts, each with a price of its own. */
export const PARTS = [{ line: 0, credits: 3 }, { line: 1, credits: 2 }] as const;

/** `broken`: the parts that turn out to be impossible. */
export interface RehearsalInput extends WorkInput { broken: readonly number[] }

export interface MadePart { subjectId: string; line: number }

export const objectOf = (subjectId: string, line: number): string => `rehearsals/${subjectId}/${line}.txt`;

const SUBJECTS = `
  CREATE TABLE rehearsal_parts (
    subject_id text NOT NULL, line int NOT NULL, state text NOT NULL, words text, published int NOT NULL DEFAULT 0, PRIMARY KEY (subject_id, line))`;

/** The table of the subjects, in the database of a test. */
export async function createRehearsals(db: Db): Promise<void> {
  await db.query(SUBJECTS);
}

const END_PARTS = `UPDATE rehearsal_parts SET state = $3 WHERE subject_id = (SELECT subject_id FROM works WHERE id = $1) AND ($2::int IS NULL OR line = $2)
  AND state = 'open' RETURNING line`;

const rehearsalKind = defineWork<RehearsalInput, MadePart, MadePart & { words: string }>({
  kind: 'rehearsal', workflow: 'rehearsalWorkflow', queue: 'rehearsals', runOn: '<rehearsal>', unit: 'scenes', whenCancelled: 'CANCELED',
  async opened(tx, { subjectId, lines }) {
    for (const { line } of lines) await tx.query(`INSERT INTO rehearsal_parts (subject_id, line, state) VALUES ($1, $2, 'open')`, [subjectId, line]);
  },
  async reopened(tx, { subjectId }) {
    await tx.query(`UPDATE rehearsal_parts SET state = 'open' WHERE subject_id = $1 AND state <> 'ready'`, [subjectId]);
  },
  load: async ({ store }, { subjectId, line }) => ({ subjectId, line, words: String(await store.get(objectOf(subjectId, line))) }),
  // The kind does not check whether a part was given up, because the kernel knows that the work has ended.
  async publish(tx, { line }, { subjectId, words }) {
    const published = await tx.query(
      `UPDATE rehearsal_parts SET state = 'ready', words = $3, published = published + 1 WHERE subject_id = $1 AND line = $2 AND state <> 'ready' RETURNING line`,
      [subjectId, line, words]);
    return published.length > 0;
  },
  fail: async (tx, { workId }, line) => (await tx.query(END_PARTS, [workId, line, 'failed'])).length > 0,
  async cancelled(tx, { workId }) {
    await tx.query(`UPDATE rehearsal_parts SET state = 'cancelled' WHERE subject_id = (SELECT subject_id FROM works WHERE id = $1) AND state = 'failed'`, [workId]);
  },
  async clearAway({ db, store }: Services, subjectId) {
    const gone = await db.query<{ line: number }>(`SELECT line FROM rehearsal_parts WHERE subject_id = $1 AND state IN ('failed', 'cancelled')`, [subjectId]);
    for (const { line } of gone) await store.delete(objectOf(subjectId, line));
  },
});

/** Makes the kind known to this process. The product does not know it. */
export function registerRehearsals(): WorkKind {
  const kind = rehearsalKind as unknown as WorkKind;
  (WORK_KINDS as Map<string, WorkKind>).set(kind.kind, kind);
  return kind;
}

/** Later tests of this process see the kinds of the product alone. */
export function forgetRehearsals(): void {
  (WORK_KINDS as Map<string, WorkKind>).delete(rehearsalKind.kind);
}
