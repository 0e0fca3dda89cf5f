import type { Db } from '../../db/database.js';
import { workIdOf } from '../../works/ids.js';
import { openRow } from '../../works/moves.js';
import type { VersionRow } from './script-model.js';

/** Name of the kind of work that parses one text of a version. */
export const PARSE = 'script';

/** Id of the work that parses one text of a version. */
export const parseWorkId = (versionId: string, revision: number): string => workIdOf(PARSE, versionId, revision);

/** Project of a script, or null when it is in none that is live. */
export async function projectIdOf(db: Db, scriptId: string): Promise<string | null> {
  const [script] = await db.query<{ projectId: string | null }>(
    `SELECT p.id AS "projectId" FROM scripts s LEFT JOIN projects p ON p.id = s.project_id AND p.deleted_at IS NULL WHERE s.id = $1`, [scriptId]);
  return script?.projectId ?? null;
}

/** Opens the work that parses the current text of a version; its run is started once this is committed. */
export async function openParse(tx: Db, { id, revision, scriptId, accountId, title }: VersionRow, requestId: string): Promise<void> {
  await openRow(tx, {
    workId: parseWorkId(id, revision), kind: PARSE, accountId, projectId: await projectIdOf(tx, scriptId), subjectId: id, revision,
    label: `Reading a screenplay: ${title}`, requestId,
  });
}
