import { IsNull } from 'typeorm';
import type { Db } from '../../kernel/db/database.js';
import { columnsOf, now } from '../../kernel/db/rows.js';
import { Project } from '../../../entities/project.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { afterCursor, newestFirst, pageQuerySize, startAfter, type Page } from '../../kernel/contract/paging.js';
import type { ProjectRow } from './project-view.js';

export interface NewProject { name: string; description?: string | null; metadata?: object | null }
export interface ProjectPatch extends Partial<NewProject> { archived?: boolean; seasonCadence?: 'monthly' | 'numbered' }

/** Days after its deletion during which a project can be restored. */
export const RESTORABLE_DAYS = 30;

const COLUMNS = `${columnsOf(Project, 'p')},
  (SELECT count(*)::int FROM sources s WHERE s.project_id = p.id AND s.deleted_at IS NULL) AS "sourceCount"`;

/** A live project of the account. Raises `project_not_found` for one that is missing, deleted or another account's. */
export async function getProject(db: Db, accountId: string, projectId: string): Promise<ProjectRow> {
  const [row] = await db.query<ProjectRow>(
    `SELECT ${COLUMNS} FROM projects p WHERE p.id = $1 AND p.account_id = $2 AND p.deleted_at IS NULL`, [projectId, accountId]);
  if (!row) throw new ApiError('project_not_found');
  return row;
}

export const isLiveProject = (db: Db, accountId: string, projectId: string): Promise<boolean> =>
  db.repository(Project).existsBy({ id: projectId, accountId, deletedAt: IsNull() });

/** One page, newest first; `deleted` lists those that can still be restored instead of the live ones. */
export async function listProjects(db: Db, accountId: string, page: Page, deleted = false): Promise<ProjectRow[]> {
  const state = deleted ? `p.deleted_at > now() - interval '${RESTORABLE_DAYS} days'` : 'p.deleted_at IS NULL';
  return db.query<ProjectRow>(
    `SELECT ${COLUMNS} FROM projects p WHERE p.account_id = $1 AND ${state} AND ${afterCursor('p', 'projects', '$2')}
     ORDER BY ${newestFirst('p')} LIMIT $3`, [accountId, startAfter(page, 'project'), pageQuerySize(page)]);
}

/** Inserts the project under the given id; a retry with the same id changes nothing. */
export async function insertProject(db: Db, id: string, accountId: string, input: NewProject): Promise<ProjectRow> {
  await ensureProject(db, id, accountId, input);
  return getProject(db, accountId, id);
}

/** Like `insertProject`, but returns nothing, and leaves an existing project as it is, deleted or not. */
export async function ensureProject(
  db: Db, id: string, accountId: string, { name, description = null, metadata = null }: NewProject,
): Promise<void> {
  await db.repository(Project).createQueryBuilder().insert().values({ id, accountId, name, description, metadata }).orIgnore().execute();
}

/** Changes the fields of the patch. Raises `project_not_found` when the project was deleted meanwhile. */
export async function updateProject(db: Db, current: ProjectRow, patch: ProjectPatch): Promise<ProjectRow> {
  const { id, accountId } = current;
  const { archived, ...fields } = patch;
  await db.repository(Project).update({ id, accountId }, {
    ...fields,
    ...(archived === undefined ? {} : { archivedAt: archived ? current.archivedAt ?? now : null }),
    updatedAt: now,
  });
  return getProject(db, accountId, id);
}

/** Soft delete. */
export async function deleteProject(db: Db, { id, accountId }: ProjectRow): Promise<void> {
  await db.repository(Project).update({ id, accountId }, { deletedAt: now, updatedAt: now });
}

/** Restores a project deleted within the last 30 days; a live one is returned unchanged. Raises `project_not_found`. */
export async function restoreProject(db: Db, accountId: string, id: string): Promise<ProjectRow> {
  await db.query(
    `UPDATE projects SET deleted_at = NULL, updated_at = now()
     WHERE id = $1 AND account_id = $2 AND deleted_at > now() - interval '${RESTORABLE_DAYS} days'`, [id, accountId]);
  return getProject(db, accountId, id);
}

/**
 * Locks the project until the transaction ends. Take it to change what a project has only one of, or numbers itself: Series Bible, cast, plans, seasons. Rows
 * that only refer to the project may still be inserted.
 */
export async function lockProject(tx: Db, projectId: string): Promise<void> {
  await tx.query('SELECT id FROM projects WHERE id = $1 FOR NO KEY UPDATE', [projectId]);
}

/** The lock for kinds of work that change a part of their project; work without a project needs none. */
export async function lockProjectOf(tx: Db, { projectId }: { projectId: string | null }): Promise<void> {
  if (projectId !== null) await lockProject(tx, projectId);
}

/** The name of a project, deleted or not; null when it never existed. */
export async function findProjectName(db: Db, projectId: string): Promise<string | null> {
  const [row] = await db.query<{ name: string }>('SELECT name FROM projects WHERE id = $1', [projectId]);
  return row?.name ?? null;
}
