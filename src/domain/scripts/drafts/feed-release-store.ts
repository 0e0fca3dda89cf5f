import type { ReleaseStatus } from '../../../kernel/contract/states.js';
import type { Db } from '../../../kernel/db/database.js';

/** The release that publishes a script. */
export interface FeedRelease {
  scriptId: string; releaseId: string; seriesId: string; status: Exclude<ReleaseStatus, 'cancelled'>; seasonNumber: number | null; episodeNumber: number | null;
  scheduledAt: Date | null; publishedAt: Date | null;
}

/**
 * The release of each script of a project that has one. A published release comes before a scheduled one, that before a ready one, and of those the newest
 * counts.
 */
export async function listFeedReleases(db: Db, projectId: string): Promise<FeedRelease[]> {
  return db.query<FeedRelease>(
    `SELECT DISTINCT ON (c.id) c.id AS "scriptId", r.id AS "releaseId", r.series_id AS "seriesId", r.status,
       r.season_number AS "seasonNumber", r.episode_number AS "episodeNumber", r.scheduled_at AS "scheduledAt", r.published_at AS "publishedAt"
     FROM scripts c JOIN script_versions v ON v.script_id = c.id JOIN jobs j ON j.script_upload_id = v.id
       JOIN artifacts a ON a.job_id = j.id JOIN publishing_releases r ON r.source_artifact_id = a.id AND r.status <> 'cancelled'
     WHERE c.project_id = $1 AND c.deleted_at IS NULL
     ORDER BY c.id, array_position(ARRAY['published', 'scheduled', 'ready'], r.status), r.created_at DESC`, [projectId]);
}
