import { ProviderFailure } from '../../craft/failures.js';
import { ObjectMissing } from '../../kernel/storage/port.js';
import type { Digest } from '../../craft/narrative/model.js';
import type { Services } from '../../kernel/services.js';
import { findDigestFlaw, digestPart, isTooShortForDigest } from './digest-rules.js';
import { digestKeyOf, type SourceRow } from './source-model.js';
import { clearAwaySource, findSourceText } from './source-objects.js';
import { findSourceById, takeForDigest } from './source-store.js';

/** Makes the digest of a text; null when the text needs none. */
async function digestOf(services: Services, row: SourceRow, text: string, signal: AbortSignal): Promise<Digest | null> {
  if (isTooShortForDigest(text)) return null;
  const { part, isWhole } = digestPart(text);
  const writer = await services.writer();
  const digest = await writer.digest({ sourceId: row.id, text: part, label: row.label }, signal);
  const flaw = findDigestFlaw(digest);
  if (flaw) throw new ProviderFailure(writer.name, `the digest is unusable: ${flaw}`, true);
  if (isWhole) return digest;
  const note = `The digest covers the first ${part.length} of ${text.length} characters.`;
  return { ...digest, gaps: [note, ...digest.gaps] };
}

interface StoredDigest { sourceId: string; digestKey: string | null }

async function storeDigest(services: Services, row: SourceRow, signal: AbortSignal): Promise<StoredDigest> {
  const text = await findSourceText(services.store, row);
  const digest = text === null ? null : await digestOf(services, row, text, signal);
  if (!digest) return { sourceId: row.id, digestKey: null };
  await services.store.put(digestKeyOf(row.id), JSON.stringify(digest));
  await services.faults.reach('digest.stored');
  return { sourceId: row.id, digestKey: digestKeyOf(row.id) };
}

/**
 * Moves the digest from PENDING to RUNNING, makes it and stores it. Null when it ended or the source was deleted meanwhile; then the
 * objects of this attempt are deleted. Parallel attempts make the same digest.
 */
export async function makeDigest(services: Services, sourceId: string, signal: AbortSignal): Promise<StoredDigest | null> {
  const isDigesting = async (): Promise<boolean> => {
    const now = await findSourceById(services.db, sourceId);
    return now?.digestStatus === 'RUNNING' && !now.deletedAt;
  };
  const row = await takeForDigest(services.db, sourceId);
  if (!row) return null;
  try {
    const made = await storeDigest(services, row, signal);
    if (await isDigesting()) return made;
  } catch (error) {
    // A missing text is not an error when a parallel attempt or a deletion removed it meanwhile.
    if (!(error instanceof ObjectMissing) || await isDigesting()) throw error;
  }
  await clearAwaySource(services, sourceId);
  return null;
}
