import type { Db } from '../../../kernel/db/database.js';
import type { LaneKeys } from '../../../kernel/contract/staleness.js';
import type { ParseStatus } from '../../../kernel/contract/states.js';
import type { WorkStatus } from '../../../kernel/works/model.js';
import { chosenColumn, type Chosen } from '../../../kernel/families/settings/settings-store.js';
import { ARTIFACT_SUBJECT } from '../../artifacts/overlays/overlay.js';
import { REMIX } from '../../artifacts/mix/rounds-store.js';
import type { DirectedRead } from '../../artifacts/directed-read.js';

/** A READY table read with the present state of everything that it was made from. */
export interface ReadBasis {
  artifactId: string; accountId: string; projectId: string; jobId: string; title: string;
  /**
   * `revision` is the current one. `baseRevision`, from which an update starts, is the newest later revision that was not itself made by an update, or the
   * current one if there is none.
   */
  revision: number; baseRevision: number;
  /** The content of the base revision. */
  content: DirectedRead;
  version: { id: string; scriptId: string; title: string; revision: number; edition: number; status: ParseStatus } | null;
  newerId: string | null;
  versionsBehind: number;
  /** The newest revision that is not current yet. */
  pending: {
    revision: number; performance: WorkStatus | null; stage: string | null; completed: number; total: number; finalize: WorkStatus | null;
  } | null;
  overlays: Chosen;
  /** The MP3 of the revision, and the newest remix of the artifact. */
  recorded: { mediaKey: string; laneKeys: LaneKeys; remix: WorkStatus | null } | null;
}

const FIND = `SELECT a.id AS "artifactId", a.account_id AS "accountId", a.project_id AS "projectId", a.job_id AS "jobId", a.title,
    a.current_version AS revision, r.revision AS "baseRevision", r.content,
    CASE WHEN v.id IS NOT NULL THEN jsonb_build_object('id', v.id, 'scriptId', v.script_id, 'title', v.title, 'revision', v.revision, 'edition', v.edition, 'status', v.status) END AS version,
    newer.id AS "newerId", coalesce(newer.behind, 0) AS "versionsBehind", pending.state AS pending,
    ${chosenColumn(ARTIFACT_SUBJECT, 'a.id')} AS overlays,
    CASE WHEN m.artifact_id IS NOT NULL THEN jsonb_build_object('mediaKey', m.media_key, 'laneKeys', m.lane_keys, 'remix', x.status) END AS recorded
  FROM artifacts a JOIN artifact_revisions r ON r.artifact_id = a.id AND r.revision = (SELECT max(n.revision) FROM artifact_revisions n
    WHERE n.artifact_id = a.id AND (n.revision = a.current_version OR (n.revision > a.current_version AND n.cause <> 'update')))
  JOIN jobs j ON j.id = a.job_id LEFT JOIN script_versions v ON v.id = j.script_upload_id AND v.deleted_at IS NULL
  LEFT JOIN LATERAL (
    SELECT (array_agg(n.id ORDER BY n.number DESC))[1] AS id, count(*)::int AS behind FROM script_versions n
    WHERE n.script_id = v.script_id AND n.number > v.number AND n.deleted_at IS NULL AND n.status = 'complete'
      AND (n.draft_status IS NULL OR n.draft_status = 'finished')) newer ON true
  LEFT JOIN LATERAL (
    SELECT jsonb_build_object('revision', p.revision, 'performance', pw.status, 'stage', pw.progress->>'stage',
      'completed', coalesce(f.performed_count, 0), 'total', coalesce(f.line_count, (p.content->>'spokenCount')::int), 'finalize', fw.status) AS state
    FROM artifact_revisions p LEFT JOIN performances f ON f.artifact_id = p.artifact_id AND f.revision = p.revision
      LEFT JOIN works pw ON pw.id = f.work_id
      LEFT JOIN works fw ON fw.kind = 'finalize' AND fw.subject_id = p.artifact_id AND fw.revision = p.revision
    WHERE p.artifact_id = a.id AND p.revision > a.current_version ORDER BY p.revision DESC LIMIT 1) pending ON true
  LEFT JOIN recordings m ON m.artifact_id = a.id AND m.revision = a.current_version AND m.mode = 'audio'
  LEFT JOIN LATERAL (SELECT x.status FROM works x WHERE x.kind = '${REMIX}' AND x.subject_id = a.id ORDER BY x.revision DESC LIMIT 1) x ON true
  WHERE a.id = ANY($1) AND a.type = 'table_read' AND a.status = 'READY'`;

/** The READY table reads among these artifacts. */
export const listBases = (db: Db, artifactIds: readonly string[]): Promise<ReadBasis[]> => db.query<ReadBasis>(FIND, [artifactIds]);
