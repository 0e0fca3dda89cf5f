import type { CastCanonRow } from './cast-canon-store.js';
import { missingOf } from './cast-canon.js';
import type { SeriesBibleRow } from './series-bible-store.js';
import { isAudioOnly, readinessOf } from './series-bible.js';

/**
 * Cast canon of a project; version 0 when none was saved. `complete` says that there is a cast and no character lacks
 * anything. A missing narrator does not count, because only a narrated read needs one.
 */
export function viewCastCanon(project: { id: string; createdAt: Date }, row: CastCanonRow | null, audioOnly: boolean) {
  const characters = (row?.characters ?? []).map((character) => ({ ...character, missing: missingOf(character, audioOnly) }));
  return {
    projectId: project.id,
    version: row?.version ?? 0,
    narrator: row?.narrator ?? null,
    characters,
    complete: characters.length > 0 && characters.every(({ missing }) => missing.length === 0),
    createdAt: (row?.createdAt ?? project.createdAt).toISOString(),
    updatedAt: (row?.updatedAt ?? project.createdAt).toISOString(),
  };
}

/** The `SeriesBible` of the API. */
export function viewSeriesBible(row: SeriesBibleRow) {
  return {
    id: row.id,
    projectId: row.projectId,
    kind: 'series_bible' as const,
    title: row.title,
    generatedFrom: row.generatedFrom,
    currentVersion: row.currentVersion,
    audioOnly: isAudioOnly(row.content),
    readiness: readinessOf(row.content),
    content: row.content,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
