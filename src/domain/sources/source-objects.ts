import { createHash } from 'node:crypto';
import type { ObjectStore } from '../../kernel/storage/port.js';
import type { Services } from '../../kernel/services.js';
import { digestKeyOf, keysOf, originalKeyOf, textKeyOf, type SourceRow } from './source-model.js';
import type { PreparedSource } from './source-request.js';
import { findSourceById } from './source-store.js';

/** The stored text of a source does not have the hash of the extracted text. */
export class SourceTextDamaged extends Error {
  override readonly name = 'SourceTextDamaged';
}

/** Stores the text or the file of a request. A repeat writes the same bytes. */
export async function storePrepared(store: ObjectStore, { draft, inline, file }: PreparedSource): Promise<void> {
  if (file) await store.putFile(originalKeyOf(draft.id), file.path);
  if (!inline) return;
  await store.put(textKeyOf(draft.id), inline.text);
  if (draft.hasOriginal) await store.put(originalKeyOf(draft.id), inline.original);
}

/**
 * The retained text, checked against its recorded hash. Null when the source retains none (METADATA_ONLY). Throws
 * `SourceTextDamaged` when the hash differs, and `ObjectMissing` when the object is missing.
 */
export async function findSourceText(
  store: ObjectStore, row: Pick<SourceRow, 'id' | 'textKey' | 'contentHash'>,
): Promise<string | null> {
  if (!row.textKey) return null;
  const bytes = await store.get(row.textKey);
  if (createHash('sha256').update(bytes).digest('hex') !== row.contentHash) {
    throw new SourceTextDamaged(`the stored text of ${row.id} does not have the recorded hash`);
  }
  return bytes.toString('utf8');
}

/** The objects that a source needs in its current state: none after it failed or was deleted. */
function neededBy(row: SourceRow | null): readonly (string | null)[] {
  if (!row || row.deletedAt || row.status === 'FAILED') return [];
  if (row.status !== 'READY') return keysOf(row.id);
  return [row.textKey, row.originalKey, row.digestStatus === 'RUNNING' ? digestKeyOf(row.id) : null];
}

/** Deletes the objects of a source that it does not need in its current state. Safe to repeat. */
export async function clearAwaySource({ db, store }: Pick<Services, 'db' | 'store'>, sourceId: string): Promise<void> {
  const needed = neededBy(await findSourceById(db, sourceId));
  for (const key of keysOf(sourceId)) if (!needed.includes(key)) await store.delete(key);
}
