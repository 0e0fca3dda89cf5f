import type { Database, Db } from '../../kernel/db/database.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { getProject, insertProject, lockProject, updateProject, type NewProject } from '../projects/project-store.js';
import type { ProjectRow } from '../projects/project-view.js';
import { ensureSeason } from '../projects/season-store.js';
import { getScript, isOnlyScriptOfProject, lockScript, moveToProject } from './script-store.js';

/** Thrown to roll back and start again: the script came into a project before it was locked. */
class Moved extends Error {}

export interface ProjectOfScript { project: ProjectRow; scriptId: string; created: boolean }

/**
 * Finds or creates the project of a script. A script that is alone in its project keeps it, and the project gets the fields of the request; a script without
 * a project gets a new one. A repeat with the same project id changes nothing. Raises `script_not_found`, and `script_state_invalid` (`details.reason`
 * `in_project`) for a script that shares its project with others.
 */
export async function ensureProjectOfScript(
  db: Database, accountId: string, projectId: string, reference: string, input: Partial<NewProject>,
): Promise<ProjectOfScript> {
  for (;;) {
    try {
      return await db.transaction((tx) => projectOfScript(tx, accountId, projectId, reference, input));
    } catch (error) {
      // Trying again ends soon: a script stays in its project until that is deleted, so it rarely moves twice.
      if (!(error instanceof Moved)) throw error;
    }
  }
}

async function projectOfScript(
  tx: Db, accountId: string, projectId: string, reference: string, input: Partial<NewProject>,
): Promise<ProjectOfScript> {
  const { id, projectId: home } = await getScript(tx, accountId, reference);
  if (home !== null) await lockProject(tx, home);
  await lockScript(tx, id);
  const script = await getScript(tx, accountId, id);
  if (script.projectId !== home) throw new Moved();
  if (script.projectId !== null && script.projectId !== projectId) {
    if (!await isOnlyScriptOfProject(tx, script)) {
      throw new ApiError('script_state_invalid', 'the script shares its project with other scripts', { reason: 'in_project', projectId: script.projectId });
    }
    const project = await getProject(tx, accountId, script.projectId);
    return { project: Object.keys(input).length > 0 ? await updateProject(tx, project, input) : project, scriptId: id, created: false };
  }
  const project = await insertProject(tx, projectId, accountId, { ...input, name: input.name ?? script.title });
  if (script.seasonNumber !== null) await ensureSeason(tx, projectId, script.seasonNumber);
  await moveToProject(tx, id, projectId);
  return { project, scriptId: id, created: true };
}
