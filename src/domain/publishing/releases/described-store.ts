import type { Db } from '../../../kernel/db/database.js';

/**
 * What is known about the story of an artifact: the logline of its script, the thesis of its plan, and the summary of the first digested source of its
 * project. Each may be null.
 */
export interface StoryWords { logline: string | null; thesis: string | null; summary: string | null }

export async function findStoryWords(db: Db, artifactId: string): Promise<StoryWords> {
  const [row] = await db.query<StoryWords>(
    `SELECT nullif(trim(c.logline), '') AS logline, nullif(trim(p.envelope->'thesis'->>'oneLine'), '') AS thesis,
       (SELECT o.digest->>'summary' FROM sources o WHERE o.project_id = a.project_id AND o.digest_status = 'READY' ORDER BY o.id LIMIT 1) AS summary
     FROM artifacts a JOIN jobs j ON j.id = a.job_id LEFT JOIN plans p ON p.id = j.plan_id
     LEFT JOIN script_versions v ON v.id = j.script_upload_id LEFT JOIN scripts c ON c.id = v.script_id WHERE a.id = $1`, [artifactId]);
  return row ?? { logline: null, thesis: null, summary: null };
}
