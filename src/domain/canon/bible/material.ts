import type { Db } from '../../../kernel/db/database.js';
import { listReadySourceIds } from '../../sources/source-store.js';
import { hasParsedScript } from './scripts-store.js';

/** Whether a project has a READY source or a parsed script, from which a Series Bible can be made. */
export async function hasMaterial(db: Db, projectId: string): Promise<boolean> {
  return (await listReadySourceIds(db, projectId)).length > 0 || hasParsedScript(db, projectId);
}
