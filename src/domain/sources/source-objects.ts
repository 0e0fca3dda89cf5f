import { createHash } from 'node:crypto';
import { ObjectMissing, type ObjectStore } from '../../adapters/storage/port.js';
import { originalKeyOf, requestKeyOf, textKeyOf, type SourceDraft, type SourceRow } from './source-model.js';
import type { PreparedSource } from './source-request.js';

/** The stored text of a source is not the one that was extracted. */
export class SourceTextDamaged extends Error {
  override readonly name = 'SourceTextDamaged';
}

/** Stores all that a create call brought, before its run starts; repeating it writes the same bytes. */
export async function storePrepared(store: ObjectStore, { draft, inline }: PreparedSource): Promise<void> {
  if (inline) {
    await store.put(textKeyOf(draft.id), inline.text);
    if (draft.hasOriginal) await store.put(originalKeyOf(draft.id), inline.original);
  }
  await store.put(requestKeyOf(draft.id), JSON.stringify(draft));
}

/** The draft that `storePrepared` left, or null when it was used up. */
export async function findSourceDraft(store: ObjectStore, sourceId: string): Promise<SourceDraft | null> {
  const bytes = await store.get(requestKeyOf(sourceId)).catch((error: unknown) => {
    if (error instanceof ObjectMissing) return null;
    throw error;
  });
  return bytes && JSON.parse(bytes.toString('utf8')) as SourceDraft;
}

/**
 * The whole retained text, checked against its recorded hash; null when the source keeps none (METADATA_ONLY).
 * Throws `SourceTextDamaged` when the bytes differ and `ObjectMissing` when they are gone.
 */
export async function getSourceText(
  store: ObjectStore, row: Pick<SourceRow, 'id' | 'textKey' | 'contentHash'>,
): Promise<string | null> {
  if (!row.textKey) return null;
  const bytes = await store.get(row.textKey);
  if (createHash('sha256').update(bytes).digest('hex') !== row.contentHash) {
    throw new SourceTextDamaged(`the stored text of ${row.id} does not have the recorded hash`);
  }
  return bytes.toString('utf8');
}

/** Deletes every object of a source. */
export async function deleteSourceObjects(store: ObjectStore, sourceId: string): Promise<void> {
  for (const key of [textKeyOf(sourceId), originalKeyOf(sourceId), requestKeyOf(sourceId)]) await store.delete(key);
}
