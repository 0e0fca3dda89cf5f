import type { Database, Db } from '../../db/database.js';
import { ApiError } from '../../errors/api-error.js';
import { getProject, insertProject, updateProject, type NewProject } from '../projects/project-store.js';
import type { ProjectRow } from '../projects/project-view.js';
import { seasonNameOf } from './script-model.js';
import { getScript, type ScriptRow } from './script-store.js';

export interface ProjectAround { project: ProjectRow; scriptId: string; created: boolean }

/** True when the script is the only live one of its project, as after an upload that named none. */
async function hasProjectAlone(tx: Db, { id, projectId }: ScriptRow): Promise<boolean> {
  const others = await tx.query('SELECT 1 FROM scripts WHERE project_id = $1 AND id <> $2 AND deleted_at IS NULL LIMIT 1', [projectId, id]);
  return others.length === 0;
}

/**
 * The project around a script: its own when it is the only script there, changed to what is sent; else a new one for a script that is
 * in none. Repeating it with the same project id changes nothing. Raises `script_not_found`, and `script_state_invalid`
 * (`details.reason` `in_project`) for a script that shares its project with others.
 */
export async function makeProjectAround(
  db: Database, accountId: string, projectId: string, reference: string, input: Partial<NewProject>,
): Promise<ProjectAround> {
  return db.transaction(async (tx) => {
    const { id } = await getScript(tx, accountId, reference);
    await tx.query('SELECT id FROM scripts WHERE id = $1 FOR UPDATE', [id]);
    const script = await getScript(tx, accountId, id);
    if (script.projectId !== null && script.projectId !== projectId) {
      if (!await hasProjectAlone(tx, script)) {
        throw new ApiError('script_state_invalid', 'the script shares its project with other scripts', { reason: 'in_project', projectId: script.projectId });
      }
      const project = await getProject(tx, accountId, script.projectId);
      return { project: Object.keys(input).length > 0 ? await updateProject(tx, project, input) : project, scriptId: id, created: false };
    }
    const project = await insertProject(tx, projectId, accountId, { ...input, name: input.name ?? script.title });
    if (script.seasonNumber !== null) {
      await tx.query('INSERT INTO project_seasons (project_id, number, name) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        [projectId, script.seasonNumber, seasonNameOf(script.seasonNumber)]);
    }
    await tx.query('UPDATE scripts SET project_id = $2, updated_at = now() WHERE id = $1', [id, projectId]);
    return { project, scriptId: id, created: true };
  });
}
