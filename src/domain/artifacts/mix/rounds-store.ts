import type { Db } from '../../../kernel/db/database.js';
import type { WorkStatus } from '../../../kernel/works/model.js';

export const REMIX = 'remix';
export const STEMS_KIND = 'stems';

/** The newest work of a kind on an artifact. */
export async function findNewestRound(db: Db, kind: string, artifactId: string): Promise<{ revision: number; status: WorkStatus } | null> {
  const [newest] = await db.query<{ revision: number; status: WorkStatus }>(
    'SELECT revision, status FROM works WHERE kind = $1 AND subject_id = $2 ORDER BY revision DESC LIMIT 1', [kind, artifactId]);
  return newest ?? null;
}

/** The number of the round that is open or failed, else the next one. */
export async function nextRound(db: Db, kind: string, artifactId: string): Promise<number> {
  const newest = await findNewestRound(db, kind, artifactId);
  return newest ? newest.revision + (newest.status === 'READY' ? 1 : 0) : 1;
}
