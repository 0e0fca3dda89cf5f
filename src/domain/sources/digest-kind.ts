import type { Digest } from '../../craft/narrative/model.js';
import type { Services } from '../../kernel/services.js';
import { defineWork } from '../../kernel/works/kind.js';
import type { OpenAnswer, WorkInput } from '../../kernel/works/model.js';
import { startRow } from '../../kernel/works/request.js';
import { findWork } from '../../kernel/works/work-store.js';
import { clearAwaySource } from './source-objects.js';
import { failDigest, findSourceById, finishDigest } from './source-store.js';
import { DIGEST, digestWorkId } from './source-work.js';

/** A finished digest. `digestKey` is null if the text is too short for one. */
export interface MadeDigest { sourceId: string; digestKey: string | null }

export interface LoadedDigest { sourceId: string; digest: Digest | null }

/** The work that digests the text of a READY source. Its subject is the source. */
export const digestKind = defineWork<WorkInput, MadeDigest, LoadedDigest>({
  kind: DIGEST, workflow: 'digestWorkflow', queue: 'digests', runOn: '<source>', whenCancelled: 'FAILED', outlivesProject: true, failureCode: 'internal_error',
  unit: 'digests', provider: 'llm',
  stopped: 'Digesting this source was stopped. Plans can use the source without a digest.',
  async admit(tx, { subjectId }): Promise<OpenAnswer | null> {
    const source = await findSourceById(tx, subjectId);
    return source?.status === 'READY' && !source.deletedAt ? null : { outcome: 'over' };
  },
  async load({ store }, { sourceId, digestKey }) {
    return { sourceId, digest: digestKey === null ? null : JSON.parse((await store.get(digestKey)).toString('utf8')) as Digest };
  },
  publish: async (tx, _key, { sourceId, digest }) => await finishDigest(tx, sourceId, digest) !== null,
  fail: async (tx, { workId }) => await failDigest(tx, workId) !== null,
  clearAway: clearAwaySource,
  step: {
    activity: 'digestSource', group: 'modelCall', stage: 'digesting', words: 'Making the digest.', progress: 'digesting', clearsAway: true,
    make: async (services, { subjectId }, { signal }) => (await import('./make-digest.js')).makeDigest(services, subjectId, signal),
  },
});

/**
 * Starts the digest of a source if one is pending. While the engine is not available it waits, and the checker starts
 * it.
 */
export async function startDigest(services: Pick<Services, 'db' | 'engine' | 'log'>, sourceId: string): Promise<void> {
  if (await findWork(services.db, digestWorkId(sourceId))) await startRow(services, digestKind, digestWorkId(sourceId));
}
