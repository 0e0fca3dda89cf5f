import { BibleGeneration } from '../../../../entities/bible-generation.js';
import type { Db } from '../../../kernel/db/database.js';
import type { WorkStatus } from '../../../kernel/works/model.js';

/** Name of the kind of work that makes a Series Bible. */
export const BIBLE = 'series-bible';

/** A generation with the state of its work. */
export interface GenerationState { id: string; status: WorkStatus; failureMessage: string | null }

/** Stores a request; a repeat of the call finds it. */
export async function openGeneration(db: Db, row: Pick<BibleGeneration, 'id' | 'projectId' | 'instructions' | 'replace'>): Promise<void> {
  await db.repository(BibleGeneration).createQueryBuilder().insert().orIgnore().values(row).execute();
}

export async function findGeneration(db: Db, id: string): Promise<BibleGeneration | null> {
  return db.repository(BibleGeneration).findOneBy({ id });
}

/** The newest generation of a project, or null. */
export async function findLatestGeneration(db: Db, projectId: string): Promise<GenerationState | null> {
  const [row] = await db.query<GenerationState>(
    `SELECT g.id, coalesce(w.status, 'PENDING') AS status, w.failure_message AS "failureMessage"
     FROM bible_generations g LEFT JOIN works w ON w.kind = '${BIBLE}' AND w.subject_id = g.id
     WHERE g.project_id = $1 ORDER BY g.id DESC LIMIT 1`, [projectId]);
  return row ?? null;
}
