import type { Database } from '../../db/database.js';
import { ApiError } from '../../errors/api-error.js';
import { insertProject, type NewProject } from '../projects/project-store.js';
import type { ProjectRow } from '../projects/project-view.js';
import { seasonNameOf } from './script-model.js';
import { getScript } from './script-store.js';

/**
 * Makes a project around a script that is in none; repeating it with the same project id changes nothing. Raises
 * `script_not_found`, and `script_state_invalid` (`details.reason` `in_project`) for a script of another live project.
 */
export async function makeProjectAround(
  db: Database, accountId: string, projectId: string, reference: string, input: Partial<NewProject>,
): Promise<{ project: ProjectRow; scriptId: string }> {
  return db.transaction(async (tx) => {
    const { id } = await getScript(tx, accountId, reference);
    await tx.query('SELECT id FROM scripts WHERE id = $1 FOR UPDATE', [id]);
    const script = await getScript(tx, accountId, id);
    if (script.projectId !== null && script.projectId !== projectId) {
      throw new ApiError('script_state_invalid', 'the script is in a project already', { reason: 'in_project', projectId: script.projectId });
    }
    const project = await insertProject(tx, projectId, accountId, { ...input, name: input.name ?? script.title });
    if (script.seasonNumber !== null) {
      await tx.query('INSERT INTO project_seasons (project_id, number, name) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        [projectId, script.seasonNumber, seasonNameOf(script.seasonNumber)]);
    }
    await tx.query('UPDATE scripts SET project_id = $2, updated_at = now() WHERE id = $1', [id, projectId]);
    return { project, scriptId: id };
  });
}
