import { createHash } from 'node:crypto';
import type { Db } from '../../kernel/db/database.js';
import { ObjectMissing, type ObjectStore } from '../../kernel/storage/port.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { WriterSource } from '../../craft/narrative/model.js';
import { chosenText, chosenTitle, findChosen, requireSections, type ChosenSections } from './chosen-sections.js';
import type { SourceRow } from './source-model.js';
import { listLiveSources } from './source-store.js';

/**
 * Raises `source_not_found` for a source outside the project, and `validation_failed` (`details.field`) for a source that is not READY, when no source keeps
 * a text or a digest, and for a chapter that its source does not have.
 */
export async function requireReadySources(
  db: Db, projectId: string, sourceIds: readonly string[], sections: readonly ChosenSections[] = [],
): Promise<void> {
  const rows = (await listLiveSources(db, sourceIds)).filter((source) => source.projectId === projectId);
  const missing = sourceIds.filter((id) => !rows.some((row) => row.id === id));
  if (missing.length > 0) {
    throw new ApiError('source_not_found', `no such source in this project: ${missing.join(', ')}`, { field: 'sourceIds', sourceIds: missing });
  }
  const notReady = rows.filter(({ status }) => status !== 'READY').map(({ id, status }) => ({ sourceId: id, status }));
  if (notReady.length > 0) {
    throw new ApiError('validation_failed', `sourceIds must be READY: ${notReady.map(({ sourceId, status }) => `${sourceId} is ${status}`).join(', ')}`,
      {
        field: 'sourceIds', notReady,
        next: { method: 'GET', path: `/story-projects/${projectId}/sources/${notReady[0]!.sourceId}`, why: 'Poll the source until it is READY; a FAILED one says why.' },
      });
  }
  if (rows.every(({ textKey, digest }) => textKey === null && digest === null)) {
    throw new ApiError('validation_failed', 'none of the sources keeps a text or a digest: METADATA_ONLY discards a text that is too short for a digest; '
      + 'attach one with another retention policy', { field: 'sourceIds', reason: 'nothing_kept', sourceIds: [...sourceIds] });
  }
  requireSections(rows, sections);
}

/** The bytes of the text, or null when the object is missing. */
async function findText(store: ObjectStore, key: string): Promise<Buffer | null> {
  try {
    return await store.get(key);
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
}

async function writerSource(source: SourceRow, store: ObjectStore, sections: readonly ChosenSections[]): Promise<WriterSource> {
  const title = chosenTitle(source, sections);
  const named = { sourceId: source.id, label: source.label, digest: source.digest, ...(title === null ? {} : { title }) };
  const bytes = source.textKey ? await findText(store, source.textKey) : null;
  if (bytes && source.contentHash && createHash('sha256').update(bytes).digest('hex') !== source.contentHash) {
    throw new ApiError('source_incomplete', `the stored text of source ${source.id} does not match its hash`);
  }
  const isWhole = findChosen(source.id, sections) === null;
  // The digest covers the whole text, so it does not fit a choice of chapters.
  if (bytes) return { ...named, text: chosenText(bytes.toString('utf8'), source, sections), digest: isWhole ? source.digest : null };
  if (!isWhole) throw new ApiError('source_incomplete', `the text of source ${source.id} is not stored any more, so its sections cannot be used`);
  if (source.metadata.sourceContextMode === 'full') {
    throw new ApiError('source_incomplete', `source ${source.id} has sourceContextMode full, but its text is not stored any more`);
  }
  return { ...named, text: null };
}

export interface LoadedSources { sources: WriterSource[]; contentHashes: (string | null)[] }

/**
 * Loads sources for a writer, in the order of the ids: the complete text, checked against its hash, or only the digest where the text is not stored. Of a
 * source that is listed in `sections`, loads only the chosen chapters. Raises `source_not_found` or `source_incomplete`.
 */
export async function loadWriterSources(
  db: Db, store: ObjectStore, sourceIds: readonly string[], sections: readonly ChosenSections[] = [],
): Promise<LoadedSources> {
  const rows = await listLiveSources(db, sourceIds);
  const ordered = sourceIds.map((id) => {
    const row = rows.find((each) => each.id === id);
    if (!row) throw new ApiError('source_not_found', `source ${id} was deleted`);
    return row;
  });
  const sources: WriterSource[] = [];
  for (const row of ordered) sources.push(await writerSource(row, store, sections));
  return { sources, contentHashes: ordered.map(({ contentHash }) => contentHash) };
}
