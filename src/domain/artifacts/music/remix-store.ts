import type { Db } from '../../../kernel/db/database.js';

export const REMIX = 'remix';

/** The number of the remix that is open or failed, else the next one. */
export async function nextRemix(db: Db, artifactId: string): Promise<number> {
  const [newest] = await db.query<{ revision: number; status: string }>(
    `SELECT revision, status FROM works WHERE kind = '${REMIX}' AND subject_id = $1 ORDER BY revision DESC LIMIT 1`, [artifactId]);
  return newest ? newest.revision + (newest.status === 'READY' ? 1 : 0) : 1;
}
