import type { Db } from '../../../kernel/db/database.js';
import type { BibleContent } from '../series-bible.js';
import { bibleSubject } from './phases.js';

/** How many passed versions are looked at. An episode that only an older version opened needs a new report. */
const MAX_PASSED = 20;

/** The latest versions of a project's Series Bible on which a full report passed, newest first. */
export async function listPassedBibles(db: Db, projectId: string): Promise<BibleContent[]> {
  const rows = await db.query<{ content: BibleContent }>(
    `SELECT v.content FROM series_bible_versions v JOIN series_bibles b ON b.id = v.bible_id
     WHERE b.project_id = $1 AND v.version IN (
       SELECT r.subject_version FROM coverage_reports r WHERE r.subject_type = $2 AND r.subject_id = $1 AND r.gate_passed AND r.focus_prompt IS NULL)
     ORDER BY v.version DESC LIMIT ${MAX_PASSED}`, [projectId, bibleSubject('full')]);
  return rows.map(({ content }) => content);
}
