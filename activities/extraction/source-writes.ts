import type { ErrorCode } from '../../src/errors/catalogue.js';
import { isInline, requestKeyOf, textKeyOf, type SourceRow } from '../../src/domain/sources/source-model.js';
import { deleteSourceObjects, findSourceDraft } from '../../src/domain/sources/source-objects.js';
import { failExtraction, finishDigest, insertSource, findSourceById } from '../../src/domain/sources/source-store.js';
import { PREVIEW_CHARACTERS, firstCharacters } from '../../src/domain/sources/text-facts.js';
import type { Services } from '../../src/services.js';
import { GONE, type SourceInput, type SourceState } from '../../src/domain/sources/source-run.js';

export interface FailSourceInput extends SourceInput {
  /** Null when the last attempt could not say why it failed. */
  failure: { code: string; message: string; details: Record<string, unknown> } | null;
}

/** State of a row for the workflow. */
export function stateOf(row: SourceRow | null): SourceState {
  return row && !row.deletedAt ? { status: row.status, digestStatus: row.digestStatus } : GONE;
}

/**
 * Where a source stands now, after clearing away what it must no longer have: every object of a deleted or failed
 * source, and the text of a METADATA_ONLY source whose digest ended. Repairs what an attempt left that died in between.
 */
export async function settledState({ db, store }: Services, sourceId: string): Promise<SourceState> {
  const row = await findSourceById(db, sourceId);
  if (!row || row.deletedAt || row.status === 'FAILED') await deleteSourceObjects(store, sourceId);
  else if (row.textKey === null && row.status === 'READY') await store.delete(textKeyOf(sourceId));
  return stateOf(row);
}

/** Short transactions of a source's run. */
export function createSourceWrites(services: Services) {
  const { db, store } = services;
  return {
    /** Inserts the row unless the API did, from what the API stored before it started this run. */
    async admitSource({ sourceId }: SourceInput): Promise<SourceState> {
      let row = await findSourceById(db, sourceId);
      if (!row) {
        const draft = await findSourceDraft(store, sourceId);
        if (!draft) return GONE;
        const text = isInline(draft.type) ? (await store.get(textKeyOf(sourceId))).toString('utf8') : null;
        row = await insertSource(db, draft, text === null ? null : firstCharacters(text, PREVIEW_CHARACTERS));
      }
      await store.delete(requestKeyOf(sourceId));
      return settledState(services, sourceId);
    },

    /** Records that the document could not be had, when the retries are used up. */
    async failSource({ sourceId, failure }: FailSourceInput): Promise<SourceState> {
      await failExtraction(db, sourceId, failure ? { ...failure, code: failure.code as ErrorCode } : {
        code: 'internal_error', message: 'the source could not be processed', details: {},
      });
      return settledState(services, sourceId);
    },

    /** Records that no digest could be made. */
    async failDigest({ sourceId }: SourceInput): Promise<SourceState> {
      await finishDigest(db, sourceId, 'FAILED', null);
      return settledState(services, sourceId);
    },

    /** Ends a source whose run was cancelled: by its deletion, or by an operator. */
    async abandonSource({ sourceId }: SourceInput): Promise<SourceState> {
      await failExtraction(db, sourceId, {
        code: 'source_incomplete', message: 'the extraction was cancelled', details: {},
      });
      await finishDigest(db, sourceId, 'FAILED', null);
      return settledState(services, sourceId);
    },
  };
}

export type SourceWrites = ReturnType<typeof createSourceWrites>;
