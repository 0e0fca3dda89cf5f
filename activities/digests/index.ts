import { ApplicationFailure, Context } from '@temporalio/activity';
import { ProviderBackoff, ProviderFailure } from '../../src/adapters/failures.js';
import { ObjectMissing } from '../../src/adapters/storage/port.js';
import { digestFlaw, digestPart, isTooShortForDigest } from '../../src/domain/sources/digest-rules.js';
import type { SourceRow } from '../../src/domain/sources/source-model.js';
import { getSourceText } from '../../src/domain/sources/source-objects.js';
import { finishDigest, takeForDigest } from '../../src/domain/sources/source-store.js';
import type { Digest } from '../../src/narrative/model.js';
import type { Services } from '../../src/services.js';
import type { SourceInput, SourceState } from '../../src/domain/sources/source-run.js';
import { settledState } from '../extraction/source-writes.js';
import { withHeartbeat } from '../shared/heartbeat.js';

/** The digest of a text, or null when it has no digest to make. */
async function digestOf(services: Services, row: SourceRow, text: string, signal: AbortSignal): Promise<Digest | null> {
  if (isTooShortForDigest(text)) return null;
  const { part, isWhole } = digestPart(text);
  const writer = await services.writer();
  const digest = await writer.digest({ sourceId: row.id, text: part, label: row.label }, signal);
  const flaw = digestFlaw(digest);
  if (flaw) throw new ProviderFailure(writer.name, `the digest is unusable: ${flaw}`, true);
  if (isWhole) return digest;
  const note = `The digest covers the first ${part.length} of ${text.length} characters.`;
  return { ...digest, gaps: [note, ...digest.gaps] };
}

/** Digests through the writing port. */
export function createDigestActivities(services: Services) {
  const { db, store, faults } = services;
  return {
    /**
     * Digest PENDING → RUNNING → READY or SKIPPED, or FAILED where another attempt would fail alike. The text of a
     * METADATA_ONLY source is gone when this returns. Attempts in parallel come to the same digest; the first one counts.
     */
    async digestSource({ sourceId }: SourceInput): Promise<SourceState> {
      const row = await takeForDigest(db, sourceId);
      if (row) {
        try {
          const text = await getSourceText(store, row);
          const { cancellationSignal } = Context.current();
          const digest = text === null
            ? null : await withHeartbeat(() => digestOf(services, row, text, cancellationSignal));
          await finishDigest(db, sourceId, digest ? 'READY' : 'SKIPPED', digest);
          await faults.reach('digest.before_discard');
        } catch (error) {
          await settleFailure(error, sourceId);
        }
      }
      return settledState(services, sourceId);
    },
  };

  async function settleFailure(error: unknown, sourceId: string): Promise<void> {
    if (error instanceof ProviderBackoff) {
      throw ApplicationFailure.create({
        type: 'provider_backoff', message: error.message, nextRetryDelay: error.retryAfterMs, cause: error,
      });
    }
    if (error instanceof ProviderFailure && !error.retryable) {
      await finishDigest(db, sourceId, 'FAILED', null);
    } else if (!(error instanceof ObjectMissing) || await takeForDigest(db, sourceId)) {
      // A missing text is no failure when a parallel attempt or a deletion took it in the meantime.
      throw error;
    }
  }
}

export type DigestActivities = ReturnType<typeof createDigestActivities>;
