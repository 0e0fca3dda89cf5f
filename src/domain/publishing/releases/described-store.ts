import type { Db } from '../../../db/database.js';

/** One sentence or more about the story of an artifact: its script's logline, its plan's thesis, else the digest of its source. Null without any. */
export async function findStoryWords(db: Db, artifactId: string): Promise<string | null> {
  const [row] = await db.query<{ words: string | null }>(
    `SELECT coalesce(nullif(trim(c.logline), ''), p.envelope->'thesis'->>'oneLine',
       (SELECT o.digest->>'summary' FROM sources o WHERE o.project_id = a.project_id AND o.digest_status = 'READY' ORDER BY o.id LIMIT 1)) AS words
     FROM artifacts a JOIN jobs j ON j.id = a.job_id LEFT JOIN plans p ON p.id = j.plan_id
     LEFT JOIN script_versions v ON v.id = j.script_upload_id LEFT JOIN scripts c ON c.id = v.script_id WHERE a.id = $1`, [artifactId]);
  return row?.words ?? null;
}
