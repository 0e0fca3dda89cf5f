import { ObjectMissing, type ObjectStore } from '../../../kernel/storage/port.js';
import type { Db } from '../../../kernel/db/database.js';
import { scriptLines, type Script, type ScriptLine } from '../../../craft/screenplay/index.js';

/** The newest parsed version of a script, in the order in which the scripts were made. */
export interface ProjectScript { scriptUploadId: string; title: string; lines: ScriptLine[] }

/** Most scripts of a project that are read for its canon, newest first. */
const MAX_SCRIPTS = 60;

/** The newest parsed version of each script of a project. A text that was replaced meanwhile is left out. */
export async function listProjectScripts(db: Db, store: ObjectStore, projectId: string): Promise<ProjectScript[]> {
  const rows = await db.query<{ id: string; title: string; modelKey: string }>(
    `SELECT v.id, s.title, v.model_key AS "modelKey" FROM scripts s
     JOIN LATERAL (SELECT id, model_key FROM script_versions WHERE script_id = s.id AND status = 'complete' AND deleted_at IS NULL
       ORDER BY number DESC LIMIT 1) v ON true
     WHERE s.project_id = $1 AND s.deleted_at IS NULL ORDER BY s.id DESC LIMIT ${MAX_SCRIPTS}`, [projectId]);
  const scripts: ProjectScript[] = [];
  for (const { id, title, modelKey } of rows.reverse()) {
    const lines = await findLines(store, modelKey);
    if (lines) scripts.push({ scriptUploadId: id, title, lines });
  }
  return scripts;
}

async function findLines(store: ObjectStore, key: string): Promise<ScriptLine[] | null> {
  try {
    return scriptLines(JSON.parse((await store.get(key)).toString('utf8')) as Script);
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
}

/** Whether a script of the project has been parsed. */
export async function hasParsedScript(db: Db, projectId: string): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM scripts s JOIN script_versions v ON v.script_id = s.id AND v.status = 'complete' AND v.deleted_at IS NULL AND v.entry_count > 0
     WHERE s.project_id = $1 AND s.deleted_at IS NULL LIMIT 1`, [projectId]);
  return rows.length > 0;
}
