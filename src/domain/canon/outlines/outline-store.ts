import { EpisodeOutline } from '../../../../entities/episode-outline.js';
import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import type { Database, Db } from '../../../kernel/db/database.js';
import { now, tableOf, type Known } from '../../../kernel/db/rows.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { lockProject } from '../../projects/project-store.js';
import type { WorkStatus } from '../../../kernel/works/model.js';
import { findSeriesBible } from '../series-bible-store.js';
import type { BibleEpisode } from '../series-bible.js';
import { EMPTY_OUTLINE, patchedOutline, type Outline, type OutlinePatch } from './outline.js';

/** Name of the kind of work that drafts outlines. */
export const OUTLINE = 'outline';

/** The subject of work and reports on the outline of one episode. */
export const outlineSubjectId = (projectId: string, episodeId: string): string => `${projectId}.${episodeId}`;

/** The episode id in a subject id of `outlineSubjectId`. */
export const episodeIdOf = (subjectId: string): string => subjectId.slice(subjectId.indexOf('.') + 1);

export type OutlineOrigin = 'caller' | 'sources';
export type OutlineRow = Known<EpisodeOutline, { outline: Outline; origin: OutlineOrigin }>;

const OUTLINES = tableOf<EpisodeOutline, OutlineRow>(EpisodeOutline);

/** All outlines of a project, including those of episodes that were removed from the Series Bible. */
export async function listOutlines(db: Db, projectId: string): Promise<OutlineRow[]> {
  return db.repository(OUTLINES).find({ where: { projectId }, order: { createdAt: 'ASC', episodeId: 'ASC' } });
}

export async function findOutline(db: Db, projectId: string, episodeId: string): Promise<OutlineRow | null> {
  return db.repository(OUTLINES).findOneBy({ projectId, episodeId });
}

export interface OutlineWork { subjectId: string; status: WorkStatus; failureMessage: string | null }

/** The latest draft work for each of these outlines that has one. */
export async function listOutlineWork(db: Db, subjectIds: readonly string[]): Promise<OutlineWork[]> {
  return db.query<OutlineWork>(
    `SELECT DISTINCT ON (subject_id) subject_id AS "subjectId", status, failure_message AS "failureMessage" FROM works
     WHERE subject_id = ANY($1) AND kind = '${OUTLINE}' ORDER BY subject_id, created_at DESC`, [subjectIds]);
}

/** The planned episode, or null when only its outline is stored. Raises `validation_failed` with the existing episodes when there is neither. */
export async function requireOutlinedEpisode(db: Db, projectId: string, episodeId: string): Promise<BibleEpisode | null> {
  const episodes = (await findSeriesBible(db, projectId))?.content.episodes ?? [];
  const planned = episodes.find(({ id }) => id === episodeId) ?? null;
  if (planned || await findOutline(db, projectId, episodeId)) return planned;
  throw new ApiError('validation_failed', `the Series Bible has no episode ${episodeId}`, {
    field: 'episodeId', reason: 'not_in_series_bible', episodes: episodes.map(({ id, title }) => ({ id, title })),
  });
}

/** Raises `version_conflict` with the current outline unless `expected` is absent or its version. */
export function requireVersion(row: OutlineRow | null, episodeId: string, expected: number | undefined): void {
  const actual = row?.version ?? 0;
  if (expected === undefined || expected === actual) return;
  throw new ApiError('version_conflict', `the outline of ${episodeId} has changed since it was read; nothing was overwritten`,
    { expected, actual, episodeId, outline: row?.outline ?? EMPTY_OUTLINE });
}

async function putOutline(tx: Db, current: OutlineRow | null, next: Pick<OutlineRow, 'projectId' | 'episodeId' | 'outline' | 'origin'>): Promise<void> {
  const version = (current?.version ?? 0) + 1;
  await tx.repository(OUTLINES).upsert({ ...next, version, updatedAt: now }, ['projectId', 'episodeId']);
}

/**
 * Saves the outline of an episode as its next version; a patch that changes nothing keeps the version. Raises `validation_failed`
 * for an unknown episode and `version_conflict`.
 */
export async function saveOutline(
  db: Database, projectId: string, episodeId: string, patch: OutlinePatch | null, expectedVersion: number | undefined,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockProject(tx, projectId);
    await requireOutlinedEpisode(tx, projectId, episodeId);
    const current = await findOutline(tx, projectId, episodeId);
    requireVersion(current, episodeId, expectedVersion);
    const outline = patchedOutline(current?.outline ?? EMPTY_OUTLINE, patch);
    if (canonicalJson(outline) === canonicalJson(current?.outline ?? EMPTY_OUTLINE)) return;
    await putOutline(tx, current, { projectId, episodeId, outline, origin: 'caller' });
  });
}

/**
 * Stores a drafted outline; the caller holds the lock of the project. Returns false when the outline no longer has the version that the draft was requested
 * for.
 */
export async function putDraftedOutline(
  tx: Db, { projectId, episodeId, outline }: { projectId: string; episodeId: string; outline: Outline }, basedOn: number,
): Promise<boolean> {
  const current = await findOutline(tx, projectId, episodeId);
  if ((current?.version ?? 0) !== basedOn) return false;
  await putOutline(tx, current, { projectId, episodeId, outline, origin: 'sources' });
  return true;
}
