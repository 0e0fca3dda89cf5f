import type { Db } from '../../../kernel/db/database.js';
import { IS_OPEN } from '../../../kernel/works/work-store.js';

/**
 * A use that keeps a script from being deleted: open work that needs the script or its trailer or deck, a published or scheduled episode made from it, or an
 * open season run that contains it.
 */
export interface ScriptUse { kind: 'job' | 'finalize' | 'release' | 'season_run'; id: string; status: string; scriptUploadId: string }

const JOBS = `SELECT 'job' AS kind, j.id, w.status, j.script_upload_id AS "scriptUploadId" FROM jobs j JOIN works w ON w.id = j.id
  WHERE j.account_id = $1 AND j.script_upload_id = ANY($2) AND w.${IS_OPEN} ORDER BY j.id`;

/** SQL: MP3s and films of reads in the making, whose credits are on hold. */
const RENDERS = `SELECT w.kind, w.subject_id AS id, w.status, j.script_upload_id AS "scriptUploadId"
  FROM works w JOIN artifacts a ON a.id = w.subject_id JOIN jobs j ON j.id = a.job_id
  WHERE j.account_id = $1 AND j.script_upload_id = ANY($2) AND w.credits_reserved > 0 AND w.${IS_OPEN} ORDER BY w.subject_id`;

/** SQL: paid takes and films of trailers and pitch decks in the making. */
const FILMS = `SELECT w.kind, f.id, w.status, j.script_upload_id AS "scriptUploadId" FROM (
    SELECT id, artifact_id FROM trailers UNION ALL SELECT id, artifact_id FROM pitch_decks) f
  JOIN artifacts a ON a.id = f.artifact_id JOIN jobs j ON j.id = a.job_id
  JOIN works w ON w.subject_id = f.id OR w.subject_id IN (SELECT c.id FROM candidate_requests c WHERE c.subject_type IN ('trailer', 'pitch_deck') AND c.subject_id = f.id)
  WHERE j.account_id = $1 AND j.script_upload_id = ANY($2) AND w.credits_reserved > 0 AND w.${IS_OPEN} ORDER BY f.id`;

/** SQL: takes and films that are ordered and paid, and whose work is about to open. */
const ORDERED = `SELECT h.ref_type AS kind, f.id, 'PENDING' AS status, j.script_upload_id AS "scriptUploadId" FROM (
    SELECT id, artifact_id FROM trailers UNION ALL SELECT id, artifact_id FROM pitch_decks) f
  JOIN artifacts a ON a.id = f.artifact_id JOIN jobs j ON j.id = a.job_id
  JOIN decisions d ON d.subject_type IN ('trailer', 'pitch_deck') AND d.subject_id = f.id
  JOIN credit_holds h ON h.ref_type = d.notes->'held'->>'kind' AND h.ref_id = d.notes->'held'->>'workId' AND h.state = 'held'
  WHERE j.account_id = $1 AND j.script_upload_id = ANY($2) AND NOT EXISTS (SELECT 1 FROM works w WHERE w.id = h.ref_id) ORDER BY f.id`;

const RELEASES = `SELECT 'release' AS kind, r.id, r.status, j.script_upload_id AS "scriptUploadId"
  FROM publishing_releases r JOIN artifacts a ON a.id = r.source_artifact_id JOIN jobs j ON j.id = a.job_id
  WHERE r.account_id = $1 AND j.script_upload_id = ANY($2) AND r.status IN ('scheduled', 'published') ORDER BY r.id`;

/** SQL: the texts of episodes of open runs, and the texts that an open step makes or adopts. */
const SLOTS = `SELECT 'season_run' AS kind, r.id, r.status, held.id AS "scriptUploadId" FROM season_runs r CROSS JOIN LATERAL (
    SELECT e.script_upload_id AS id FROM season_run_episodes e WHERE e.run_id = r.id
    UNION SELECT unnest(ARRAY[d.notes->'ordered'->>'draft', d.notes->'ordered'->>'upload', d.payload->>'scriptUploadId'])
      FROM decisions d WHERE d.subject_type = 'season_run' AND d.subject_id = r.id AND d.status = 'open') held
  WHERE r.account_id = $1 AND r.finished_at IS NULL AND held.id = ANY($2) ORDER BY r.id, held.id`;

/** Everything that uses a script or its versions. `ids` holds the ids of both. */
export async function listScriptUses(tx: Db, accountId: string, ids: readonly string[]): Promise<ScriptUse[]> {
  const uses = new Map<string, ScriptUse>();
  // What is ordered comes before what is open: work that opens between the two is found by one of them, or by both.
  for (const query of [JOBS, RENDERS, ORDERED, FILMS, RELEASES, SLOTS]) {
    for (const use of await tx.query<ScriptUse>(query, [accountId, ids])) uses.set(`${use.kind} ${use.id} ${use.scriptUploadId}`, use);
  }
  return [...uses.values()];
}
