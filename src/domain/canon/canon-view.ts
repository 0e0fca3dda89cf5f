import type { CastCanonRow } from './cast-canon-store.js';
import { isCast, missingOf } from './cast-canon.js';
import type { WorkStatus } from '../../kernel/works/model.js';
import type { GenerationState } from './bible/generation-store.js';
import type { SeriesBibleRow } from './series-bible-store.js';
import { isAudioOnly, readinessOf } from './series-bible.js';

/**
 * Cast canon of a project; version 0 when none was saved. `complete` says that there is a cast and every character has a
 * voice; pictures are optional. A missing narrator does not count, because only a narrated read needs one.
 */
export function viewCastCanon(project: { id: string; createdAt: Date }, row: CastCanonRow | null, audioOnly: boolean) {
  const characters = (row?.characters ?? []).map((character) => ({ ...character, missing: missingOf(character, audioOnly) }));
  return {
    projectId: project.id,
    version: row?.version ?? 0,
    narrator: row?.narrator ?? null,
    characters,
    complete: characters.length > 0 && characters.every(({ missing }) => isCast(missing)),
    createdAt: (row?.createdAt ?? project.createdAt).toISOString(),
    updatedAt: (row?.updatedAt ?? project.createdAt).toISOString(),
  };
}

const GENERATION: Partial<Record<WorkStatus, 'complete' | 'failed'>> = { READY: 'complete', FAILED: 'failed', CANCELED: 'failed' };

/** The `SeriesBible` of the API, with the state of its newest generation. */
export function viewSeriesBible(row: SeriesBibleRow, generation: GenerationState | null) {
  return {
    id: row.id,
    projectId: row.projectId,
    kind: 'series_bible' as const,
    title: row.title,
    generatedFrom: row.generatedFrom,
    currentVersion: row.currentVersion,
    audioOnly: isAudioOnly(row.content),
    readiness: readinessOf(row.content),
    generation: generation && { status: GENERATION[generation.status] ?? 'generating' as const, failureMessage: generation.failureMessage },
    provenance: Object.fromEntries(Object.keys(row.content).map((key) => [key, row.provenance[key] ?? { from: 'caller' as const, spans: [] }])),
    content: row.content,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
