import { SeriesBible } from '../../../entities/series-bible.js';
import { SeriesBibleVersion } from '../../../entities/series-bible-version.js';
import type { Database, Db } from '../../db/database.js';
import { ID_PREFIX } from '../../db/ids.js';
import { tableOf, type Known } from '../../db/rows.js';
import { ApiError } from '../../errors/api-error.js';
import { lockProject } from '../projects/project-store.js';
import { applyBiblePatch, type BibleContent, type BibleContentPatch } from './series-bible.js';

export type SeriesBibleRow = Omit<Known<SeriesBible, { content: BibleContent }>, 'accountId'>;

const BIBLES = tableOf<SeriesBible, Known<SeriesBible, { content: BibleContent }>>(SeriesBible);

export interface BiblePatch { title?: string; content?: BibleContentPatch; mode: 'merge' | 'replace'; expectedVersion?: number }

export interface BibleProject { id: string; accountId: string; name: string; createdAt: Date }

/** A project has one Series Bible; its id follows from the project's, so it is the same before and after the first save. */
export function seriesBibleId(projectId: string): string {
  return `${ID_PREFIX.bible}_${projectId.slice(projectId.indexOf('_') + 1)}`;
}

/** The saved Series Bible of a project, or null. The caller checks that the project belongs to the account. */
export async function findSeriesBible(db: Db, projectId: string): Promise<SeriesBibleRow | null> {
  return db.repository(BIBLES).findOneBy({ projectId });
}

/** The Series Bible of a project; before the first save an empty document of version 0. */
export async function getSeriesBible(db: Db, project: BibleProject): Promise<SeriesBibleRow> {
  return await findSeriesBible(db, project.id) ?? {
    id: seriesBibleId(project.id), projectId: project.id, title: project.name, generatedFrom: null, currentVersion: 0, content: {},
    createdAt: project.createdAt, updatedAt: project.createdAt,
  };
}

/**
 * Saves the caller's content as a new version; a patch that changes nothing keeps the version.
 * Raises `version_conflict` when `expectedVersion` is not the current one.
 */
export async function saveSeriesBible(db: Database, project: BibleProject, patch: BiblePatch): Promise<SeriesBibleRow> {
  return db.transaction(async (tx) => {
    await lockProject(tx, project.id);
    const current = await getSeriesBible(tx, project);
    if (patch.expectedVersion !== undefined && patch.expectedVersion !== current.currentVersion) {
      throw new ApiError('version_conflict', 'the Series Bible has changed since it was read',
        { expected: patch.expectedVersion, actual: current.currentVersion });
    }
    const content = applyBiblePatch(current.content, patch.content ?? {}, patch.mode);
    const title = patch.title ?? current.title;
    if (current.currentVersion === 0) {
      await tx.repository(BIBLES).insert({
        id: current.id, accountId: project.accountId, projectId: project.id, title, generatedFrom: 'caller', currentVersion: 1, content,
      });
    } else {
      const changed = await tx.query(
        `UPDATE series_bibles SET title = $2, content = $3::jsonb, current_version = current_version + 1, generated_from = 'caller',
           updated_at = now() WHERE id = $1 AND (title <> $2 OR content <> $3::jsonb) RETURNING id`,
        [current.id, title, JSON.stringify(content)]);
      if (changed.length === 0) return current;
    }
    await tx.repository(SeriesBibleVersion).insert({ bibleId: current.id, version: current.currentVersion + 1, content });
    return getSeriesBible(tx, project);
  });
}
