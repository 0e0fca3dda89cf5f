import { startDigest } from '../../src/domain/sources/digest-kind.js';
import type { Services } from '../../src/kernel/services.js';

/** Quick steps of a source's run besides its extraction. */
export function createSourceWrites(services: Services) {
  return {
    /** Starts the digest of an extracted source; safe to repeat. */
    async startDigest({ sourceId }: { sourceId: string }): Promise<void> {
      await startDigest(services, sourceId);
    },
  };
}

export type SourceWrites = ReturnType<typeof createSourceWrites>;
