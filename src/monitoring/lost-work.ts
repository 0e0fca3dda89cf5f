import { getWorkKind } from '../domain/work-kinds.js';
import type { Services } from '../kernel/services.js';
import { mendLostWork } from '../kernel/works/request.js';
import { listOpenWork } from '../kernel/works/work-store.js';

/** Work whose run was gone or never started; it was failed with its credits released, or its run was started. */
export interface Mended { kind: string; id: string }

/** Work is left alone this long after its last change: its run may be about to start. */
const GRACE_SECONDS = 10;
const BATCH = 200;

/**
 * Mends what open work has lost: its run was stopped from outside, or never started. Work that cannot be mended now is logged and
 * does not keep the rest waiting.
 */
export async function mendAllLostWork(services: Services): Promise<Mended[]> {
  const mended: Mended[] = [];
  for (const work of await listOpenWork(services.db, GRACE_SECONDS, BATCH)) {
    try {
      if (await mendLostWork(services, getWorkKind(work.kind), work)) mended.push({ kind: work.kind, id: work.id });
    } catch (error) {
      services.log.warn({ err: error, kind: work.kind, workId: work.id }, 'lost work could not be mended; the next look tries again');
    }
  }
  return mended;
}
