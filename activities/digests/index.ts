import { Context } from '@temporalio/activity';
import { ProviderFailure } from '../../src/adapters/failures.js';
import { ObjectMissing } from '../../src/adapters/storage/port.js';
import type { MadeDigest } from '../../src/domain/sources/digest-kind.js';
import { findDigestFlaw, digestPart, isTooShortForDigest } from '../../src/domain/sources/digest-rules.js';
import { digestKeyOf, type SourceRow } from '../../src/domain/sources/source-model.js';
import { clearAwaySource, findSourceText } from '../../src/domain/sources/source-objects.js';
import { findSourceById, takeForDigest } from '../../src/domain/sources/source-store.js';
import type { Digest } from '../../src/narrative/model.js';
import type { Services } from '../../src/services.js';
import { QUEUED, type WorkInput } from '../../src/works/model.js';
import { startWork } from '../../src/works/work-store.js';
import { asActivityFailure } from '../shared/failures.js';
import { withHeartbeat } from '../shared/heartbeat.js';

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

/** Activities that make digests through the writing port. */
export function createDigestActivities(services: Services) {
  const { db, store, faults } = services;

  async function storeDigest(row: SourceRow, signal: AbortSignal): Promise<MadeDigest> {
    const text = await findSourceText(store, row);
    const digest = text === null ? null : await digestOf(services, row, text, signal);
    if (!digest) return { sourceId: row.id, digestKey: null };
    await store.put(digestKeyOf(row.id), JSON.stringify(digest));
    await faults.reach('digest.stored');
    return { sourceId: row.id, digestKey: digestKeyOf(row.id) };
  }
  async function isDigesting(id: string): Promise<boolean> {
    const now = await findSourceById(db, id);
    return now?.digestStatus === 'RUNNING' && !now.deletedAt;
  }

  return {
    /**
     * Moves the digest from PENDING to RUNNING, makes it and stores it. Null when it ended or the source was deleted
     * meanwhile; then the objects of this attempt are deleted. Parallel attempts make the same digest.
     */
    async digestSource(input: WorkInput): Promise<MadeDigest | null> {
      if (!await startWork(db, input, { ...QUEUED, stage: 'digesting' })) return null;
      const row = await takeForDigest(db, input.subjectId);
      if (!row) return null;
      const { cancellationSignal } = Context.current();
      try {
        const made = await withHeartbeat(() => storeDigest(row, cancellationSignal));
        if (await isDigesting(row.id)) return made;
      } catch (error) {
        // A missing text is not an error when a parallel attempt or a deletion removed it meanwhile.
        if (!(error instanceof ObjectMissing) || await isDigesting(row.id)) throw asActivityFailure(error, 'source_incomplete');
      }
      await clearAwaySource(services, row.id);
      return null;
    },
  };
}

export type DigestActivities = ReturnType<typeof createDigestActivities>;
