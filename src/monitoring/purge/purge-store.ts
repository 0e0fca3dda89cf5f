import type { Database, Db } from '../../kernel/db/database.js';
import { RESTORABLE_DAYS } from '../../domain/projects/project-store.js';
import { IS_OPEN } from '../../kernel/works/work-store.js';

const IS_OVER = `deleted_at <= now() - interval '${RESTORABLE_DAYS} days'`;

/** Ids of projects that can no longer be restored, in the order of their deletion. */
export async function listOverProjects(db: Db, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(`SELECT id FROM projects WHERE ${IS_OVER} ORDER BY deleted_at, id LIMIT $1`, [limit]);
  return rows.map(({ id }) => id);
}

/** Ids of releases of a project that wait for their date. */
export async function listScheduled(db: Db, projectId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT r.id FROM publishing_releases r JOIN publishing_series s ON s.id = r.series_id WHERE s.project_id = $1 AND r.status = 'scheduled'`, [projectId]);
  return rows.map(({ id }) => id);
}

/** Tables that hold a row for every line or every change of a project. `column` names the stored object of a row. */
export const PILES = [
  { table: 'performance_lines', column: 'chunk_key', of: 'artifact_id IN (SELECT id FROM artifacts WHERE project_id = $1)' },
  {
    table: 'script_line_edits', column: 'snapshot_key',
    of: 'version_id IN (SELECT v.id FROM script_versions v JOIN scripts s ON s.id = v.script_id WHERE s.project_id = $1)',
  },
] as const;
export type Pile = (typeof PILES)[number];

/** The next objects of a pile. */
export async function listPile(db: Db, projectId: string, { table, column, of }: Pile, limit: number): Promise<string[]> {
  const rows = await db.query<{ key: string }>(`SELECT DISTINCT ${column} AS key FROM ${table} WHERE ${of} LIMIT $2`, [projectId, limit]);
  return rows.map(({ key }) => key);
}

/** Deletes the rows of a pile that name these objects, in one statement. */
export async function deletePile(db: Db, projectId: string, { table, column, of }: Pile, keys: readonly string[]): Promise<void> {
  await db.query(`DELETE FROM ${table} WHERE ${of} AND ${column} = ANY($2)`, [projectId, keys]);
}

/**
 * Deletes the rows of a project. Ledger entries and holds stay, since they refer to accounts only. The slugs of its series stay reserved, because listeners
 * of the old feed would otherwise get another series. Returns false and deletes nothing while the project has open work or can still be restored.
 */
export async function deleteProjectRows(db: Database, projectId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const over = await tx.query(`SELECT id FROM projects WHERE id = $1 AND ${IS_OVER} FOR NO KEY UPDATE`, [projectId]);
    const open = await tx.query(`SELECT id FROM works WHERE project_id = $1 AND ${IS_OPEN} LIMIT 1`, [projectId]);
    if (over.length === 0 || open.length > 0) return false;
    const scripts = await tx.query<{ id: string }>('SELECT id FROM scripts WHERE project_id = $1', [projectId]);
    await tx.query(
      `INSERT INTO publishing_retired_slugs (slug) SELECT slug FROM publishing_series WHERE project_id = $1 ON CONFLICT DO NOTHING`, [projectId]);
    await tx.query('DELETE FROM projects WHERE id = $1', [projectId]);
    // Scripts are not deleted together with the row of their project.
    await tx.query('DELETE FROM scripts WHERE id = ANY($1)', [scripts.map(({ id }) => id)]);
    return true;
  });
}
