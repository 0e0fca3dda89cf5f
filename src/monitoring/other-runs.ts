import type { RunType } from '../kernel/contract/runs.js';
import type { Db } from '../kernel/db/database.js';
import type { WorkUnit } from '../kernel/works/model.js';
import { MEASURED_WORKS } from '../kernel/works/work-store.js';

/** The state of a queue. `p50Ms` is the median duration of recent entries; null when it is not known. */
export interface QueueState { queued: number; running: number; oldestQueuedSeconds: number | null; p50Ms: number | null }

/**
 * What an account sees of a run. `completed` and `total` count what it makes: the episodes of a season, one release, the film of a trailer or a deck.
 * `unitsCompleted` and `unitsTotal` count its unit where that is smaller.
 */
export interface RunActivity {
  id: string; projectId: string; projectName: string; detail: string; status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  completed: number; total: number; unitsCompleted?: number; unitsTotal?: number; scriptUploadId: string | null; failureReason: string | null;
  nextAttemptAt: Date | null; startedAt: Date; updatedAt: Date;
}

/** A run that is not a work: it waits for people or dates, reserves no credits, and orders work. */
export interface OtherRun {
  kind: string;
  queue: string;
  /** What its progress counts. */
  unit: WorkUnit;
  workflows: readonly RunType[];
  /** The ids of its runs, as the runbook shows them. */
  ids: readonly string[];
  waits(db: Db): Promise<QueueState>;
  /** Runs that are open or ended within the last ten minutes. */
  activity(db: Db, accountId: string): Promise<RunActivity[]>;
}

const RECENT = `interval '10 minutes'`;
const LIMIT = 200;

async function queueState(db: Db, sql: string): Promise<QueueState> {
  const [row] = await db.query<QueueState>(sql);
  return row!;
}

/** Decisions that make an episode take a step. */
const IS_STEP = `d.subject_type = 'season_run' AND d.notes ? 'step'`;

/** Queued are the steps that no run has begun; running are begun steps and rehearsals. */
const SEASON_STEPS = `SELECT open.queued, open.running + rehearsals.running AS running, open."oldestQueuedSeconds", took."p50Ms" FROM (
    SELECT count(*) FILTER (WHERE d.taken_at IS NULL)::int AS queued, count(*) FILTER (WHERE d.taken_at IS NOT NULL)::int AS running,
      floor(extract(epoch FROM now() - min(d.created_at) FILTER (WHERE d.taken_at IS NULL)))::int AS "oldestQueuedSeconds"
    FROM decisions d JOIN season_runs r ON r.id = d.subject_id
    WHERE d.status = 'open' AND ${IS_STEP} AND r.finished_at IS NULL) open,
  (SELECT count(*)::int AS running FROM season_runs WHERE dry_run AND finished_at IS NULL) rehearsals,
  (SELECT round(percentile_cont(0.5) WITHIN GROUP (ORDER BY last.ms))::int AS "p50Ms" FROM (
    SELECT extract(epoch FROM d.ended_at - d.created_at) * 1000 AS ms FROM decisions d
    WHERE d.status = 'done' AND ${IS_STEP} ORDER BY ended_at DESC LIMIT ${MEASURED_WORKS}) last) took`;

/** Runs that carry a step out, rehearsals, and runs that ended lately. `completed` counts published episodes, and in a rehearsal the tried ones. */
const SEASON_ACTIVITY = `SELECT r.id, r.project_id AS "projectId", p.name AS "projectName", r.title AS detail,
    CASE r.status WHEN 'completed' THEN 'completed' WHEN 'failed' THEN 'failed' WHEN 'cancelled' THEN 'cancelled' ELSE 'running' END AS status,
    (SELECT count(*)::int FROM season_run_episodes e WHERE e.run_id = r.id) AS total,
    (SELECT count(*)::int FROM season_run_episodes e WHERE e.run_id = r.id AND CASE WHEN r.dry_run THEN e.attempt > 0 ELSE e.status = 'published' END) AS completed,
    (SELECT e.script_upload_id FROM season_run_episodes e WHERE e.run_id = r.id AND e.action_id IS NOT NULL ORDER BY e.episode_number LIMIT 1) AS "scriptUploadId",
    r.failure_code AS "failureReason", NULL AS "nextAttemptAt", r.created_at AS "startedAt", r.updated_at AS "updatedAt"
  FROM season_runs r JOIN projects p ON p.id = r.project_id AND p.deleted_at IS NULL
  WHERE r.account_id = $1 AND (r.finished_at > now() - ${RECENT} OR (r.finished_at IS NULL
    AND (r.dry_run OR EXISTS (SELECT 1 FROM season_run_episodes e WHERE e.run_id = r.id AND e.action_id IS NOT NULL))))
  ORDER BY r.finished_at IS NULL DESC, r.updated_at DESC LIMIT ${LIMIT}`;

const OF_LIVE_SERIES = 'JOIN publishing_series s ON s.id = r.series_id JOIN projects p ON p.id = s.project_id AND p.deleted_at IS NULL';

/** A release is queued when its date has come. Its duration is the delay between its date and its publication. */
const DUE_RELEASES = `SELECT due.queued, 0 AS running, due."oldestQueuedSeconds", late."p50Ms" FROM (
    SELECT count(*)::int AS queued, floor(extract(epoch FROM now() - min(r.scheduled_at)))::int AS "oldestQueuedSeconds"
    FROM publishing_releases r ${OF_LIVE_SERIES} WHERE r.status = 'scheduled' AND r.failure_code IS NULL AND r.scheduled_at <= now()) due,
  (SELECT round(percentile_cont(0.5) WITHIN GROUP (ORDER BY last.ms))::int AS "p50Ms" FROM (
    SELECT extract(epoch FROM published_at - scheduled_at) * 1000 AS ms FROM publishing_releases
    WHERE status = 'published' AND published_at >= scheduled_at ORDER BY published_at DESC LIMIT ${MEASURED_WORKS}) last) late`;

const RELEASE_ACTIVITY = `SELECT r.id, s.project_id AS "projectId", p.name AS "projectName", r.title AS detail,
    CASE WHEN r.status = 'published' THEN 'completed' WHEN r.status = 'cancelled' THEN 'cancelled'
      WHEN r.failure_code IS NOT NULL THEN 'failed' ELSE 'queued' END AS status,
    CASE r.status WHEN 'published' THEN 1 ELSE 0 END AS completed, 1 AS total, j.script_upload_id AS "scriptUploadId",
    r.failure_code AS "failureReason", CASE WHEN r.status = 'scheduled' AND r.failure_code IS NULL THEN r.scheduled_at END AS "nextAttemptAt",
    r.created_at AS "startedAt", r.updated_at AS "updatedAt"
  FROM publishing_releases r ${OF_LIVE_SERIES} LEFT JOIN artifacts a ON a.id = r.source_artifact_id LEFT JOIN jobs j ON j.id = a.job_id
  WHERE r.account_id = $1 AND r.scheduled_at IS NOT NULL
    AND (r.status = 'scheduled' OR greatest(r.published_at, r.cancelled_at) > now() - ${RECENT})
  ORDER BY r.status = 'scheduled' DESC, r.updated_at DESC LIMIT ${LIMIT}`;

/** SQL: how many chapters or beats the storyboard of a row has, and how many of them have a clip. */
function itemCounts(type: string, row: string): string {
  const count = (what: string): string =>
    `(SELECT count(${what})::int FROM storyboards b, jsonb_array_elements(b.items) AS i(item) WHERE b.subject_type = '${type}' AND b.subject_id = ${row}.id)`;
  return `${count('*')} AS "unitsTotal", ${count("i.item->>'takeId'")} AS "unitsCompleted"`;
}

/** Uncut trailers are queued, and those whose parts are rendered are running. There is no median, because the ordered work is measured itself. */
const TRAILERS = `SELECT count(*) FILTER (WHERE uncut)::int AS queued, count(*) FILTER (WHERE status IN ('rendering', 'finishing'))::int AS running,
    floor(extract(epoch FROM now() - min(created_at) FILTER (WHERE uncut)))::int AS "oldestQueuedSeconds", NULL::int AS "p50Ms"
  FROM (SELECT t.status, t.created_at, t.status = 'draft' AND t.failure_code IS NULL AND s.subject_id IS NULL AS uncut
    FROM trailers t JOIN projects p ON p.id = t.project_id AND p.deleted_at IS NULL
      LEFT JOIN storyboards s ON s.subject_type = 'trailer' AND s.subject_id = t.id) live`;

const TRAILER_ACTIVITY = `SELECT t.id, t.project_id AS "projectId", p.name AS "projectName", t.title AS detail,
    CASE WHEN t.status IN ('rendering', 'finishing') THEN 'running' WHEN t.failure_code IS NOT NULL THEN 'failed' ELSE 'completed' END AS status,
    CASE WHEN t.status IN ('rendering', 'finishing') OR t.failure_code IS NOT NULL THEN 0 ELSE 1 END AS completed, 1 AS total,
    ${itemCounts('trailer', 't')}, j.script_upload_id AS "scriptUploadId",
    t.failure_code AS "failureReason", NULL AS "nextAttemptAt", t.created_at AS "startedAt", t.updated_at AS "updatedAt"
  FROM trailers t JOIN projects p ON p.id = t.project_id AND p.deleted_at IS NULL LEFT JOIN artifacts a ON a.id = t.artifact_id LEFT JOIN jobs j ON j.id = a.job_id
  WHERE t.account_id = $1 AND (t.status IN ('rendering', 'finishing')
    OR (t.updated_at > now() - ${RECENT} AND (t.status = 'complete' OR t.failure_code IS NOT NULL)))
  ORDER BY t.status IN ('rendering', 'finishing') DESC, t.updated_at DESC LIMIT ${LIMIT}`;

/** Decks whose parts are rendered are running. There is no median, because the ordered work is measured itself. */
const DECKS = `SELECT 0 AS queued, count(*)::int AS running, NULL::int AS "oldestQueuedSeconds", NULL::int AS "p50Ms"
  FROM pitch_decks d JOIN projects p ON p.id = d.project_id AND p.deleted_at IS NULL WHERE d.status IN ('drawing', 'drafting', 'finishing')`;

const DECK_ACTIVITY = `SELECT d.id, d.project_id AS "projectId", p.name AS "projectName", d.title AS detail,
    CASE WHEN d.status IN ('drawing', 'drafting', 'finishing') THEN 'running' WHEN d.failure_code IS NOT NULL THEN 'failed' ELSE 'completed' END AS status,
    CASE WHEN d.status IN ('drawing', 'drafting', 'finishing') OR d.failure_code IS NOT NULL THEN 0 ELSE 1 END AS completed, 1 AS total,
    ${itemCounts('pitch_deck', 'd')}, j.script_upload_id AS "scriptUploadId",
    d.failure_code AS "failureReason", NULL AS "nextAttemptAt", d.created_at AS "startedAt", d.updated_at AS "updatedAt"
  FROM pitch_decks d JOIN projects p ON p.id = d.project_id AND p.deleted_at IS NULL LEFT JOIN artifacts a ON a.id = d.artifact_id LEFT JOIN jobs j ON j.id = a.job_id
  WHERE d.account_id = $1 AND (d.status IN ('drawing', 'drafting', 'finishing')
    OR (d.updated_at > now() - ${RECENT} AND (d.status IN ('finished', 'published') OR d.failure_code IS NOT NULL)))
  ORDER BY d.status IN ('drawing', 'drafting', 'finishing') DESC, d.updated_at DESC LIMIT ${LIMIT}`;

export const OTHER_RUNS: readonly OtherRun[] = [
  {
    kind: 'season-run', queue: 'season-runs', unit: 'episodes', workflows: ['seasonRunWorkflow', 'seasonEpisodeWorkflow'],
    ids: ['season-run:<run>', 'season-run:<run>:<episode>'],
    waits: (db) => queueState(db, SEASON_STEPS), activity: (db, accountId) => db.query<RunActivity>(SEASON_ACTIVITY, [accountId]),
  },
  {
    kind: 'release', queue: 'releases', unit: 'releases', workflows: ['releaseWorkflow'], ids: ['release:<release>'],
    waits: (db) => queueState(db, DUE_RELEASES), activity: (db, accountId) => db.query<RunActivity>(RELEASE_ACTIVITY, [accountId]),
  },
  {
    kind: 'trailer', queue: 'trailers', unit: 'beats', workflows: ['trailerWorkflow'], ids: ['trailer:<trailer>'],
    waits: (db) => queueState(db, TRAILERS), activity: (db, accountId) => db.query<RunActivity>(TRAILER_ACTIVITY, [accountId]),
  },
  {
    kind: 'pitch-deck', queue: 'pitch-decks', unit: 'chapters', workflows: ['pitchDeckWorkflow'], ids: ['pitch-deck:<deck>'],
    waits: (db) => queueState(db, DECKS), activity: (db, accountId) => db.query<RunActivity>(DECK_ACTIVITY, [accountId]),
  },
];
