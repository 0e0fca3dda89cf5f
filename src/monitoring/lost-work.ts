import { getWorkKind } from '../domain/work-kinds.js';
import type { Services } from '../services.js';
import { mendLostWork } from '../works/request.js';
import { listOpenWork } from '../works/work-store.js';

/** Work whose run was gone or never started; it was failed with its credits released, or its run was started. */
export interface Mended { kind: string; id: string }

/** Work is left alone this long after its last change: its run may be about to start. */
const GRACE_SECONDS = 10;
const BATCH = 200;

/** Mends what open work has lost: its run was stopped from outside, or never started. */
export async function mendAllLostWork(services: Services): Promise<Mended[]> {
  const mended: Mended[] = [];
  for (const work of await listOpenWork(services.db, GRACE_SECONDS, BATCH)) {
    if (await mendLostWork(services, getWorkKind(work.kind), work)) mended.push({ kind: work.kind, id: work.id });
  }
  return mended;
}

const LOOK_EVERY_MS = 10_000;

/**
 * Looks for lost work while a worker process runs, so that a terminated run shows within half a minute; several processes may look
 * at once, because every mend is safe to repeat. A look that fails is logged, and the next one tries again. Returns the end of it.
 */
export function watchLostWork(services: Services): () => void {
  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    mendAllLostWork(services)
      .then((mended) => { if (mended.length > 0) services.log.warn({ mended }, 'work had lost its run'); })
      .catch((error: Error) => services.log.warn({ err: error }, 'lost work could not be looked for'))
      .finally(() => { looking = false; });
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
