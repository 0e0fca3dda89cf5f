import type { Services } from '../../../kernel/services.js';
import { Semaphore } from '../../../kernel/threads/semaphore.js';
import type { Making } from '../../../kernel/works/step.js';
import { findCastCanon } from '../cast-canon-store.js';
import { restOfCast } from './cast-prints.js';
import { findDesignRow } from './design-store.js';
import { makeVariants } from './make-variants.js';
import { findResult, storeResult } from './voice-objects.js';

/** The voices of one design are spoken one after the other, so that reads wait for one line at most. */
const designs = new Semaphore(1);

/**
 * Speaks and measures the variants of a design and stores them. Null when the design was deleted. Throws `MakingFailed` when no voice can
 * be designed here.
 */
export function makeDesign(services: Services, projectId: string, designId: string, { signal, note }: Making): Promise<{ designId: string } | null> {
  const { db, store } = services;
  return designs.run(async () => {
    const row = await findDesignRow(db, designId);
    if (!row) return null;
    if (await findResult(store, designId)) return { designId };
    const { brief } = row;
    const cast = await restOfCast(store, await findCastCanon(db, projectId), brief.character);
    await note({ total: brief.count });
    const variants = await makeVariants(services, brief, cast, { signal, onTaken: (completed) => note({ completed }) });
    await storeResult(store, designId, variants);
    return { designId };
  }, signal);
}
