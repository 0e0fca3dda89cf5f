import type { Db } from '../../kernel/db/database.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { ErrorCode } from '../../kernel/errors/catalogue.js';
import type { Services } from '../../kernel/services.js';
import type { LineKey, OpenAnswer, WorkInput } from '../../kernel/works/model.js';
import { lockArtifact } from './artifact-store.js';
import { getDirectedRead, type DirectedRead } from './directed-read.js';
import { recordWaiting } from './finalize/finalize.js';
import { findCurrentRead, findReadRevision } from './read-store.js';
import { PAID_CAUSE } from './revision-causes.js';
import { countRefinement, findOtherRevising, findWaitingOf, insertNextRevision, overtaken } from './revision-store.js';

/** The result of work on the next revision of a read: the key of its content, and the revision that it follows. */
export interface MadeRevision { artifactId: string; directedKey: string; follows: number }

export interface LoadedRevision { artifactId: string; content: DirectedRead; follows: number }

/** Input of the work: the read, and the revision on which it builds. The subject is whatever requests the revision, such as a job. */
export interface RevisionInput extends WorkInput { projectId: string; artifactId: string; follows: number }

/** Admits one revision of a read at a time, based on its newest revision. A second one would be overtaken by the first. */
async function admitRevision(tx: Db, { workId, artifactId, follows }: RevisionInput): Promise<OpenAnswer | null> {
  const refused = (code: ErrorCode, message: string, details: Record<string, unknown>): OpenAnswer => ({ outcome: 'refused', failure: { code, message, details } });
  const base = await lockArtifact(tx, artifactId) ? await findReadRevision(tx, artifactId) : null;
  if (!base) return refused('artifact_not_ready', 'the read is not there any more', { status: 'gone' });
  if (base.newest !== follows) {
    const { code, message, details } = overtaken(base.newestVersion);
    return refused(code, message, details ?? {});
  }
  const other = await findOtherRevising(tx, { artifactId, workId });
  return other === null ? null : refused('artifact_not_ready', 'its next revision is being made', { status: 'being_revised', storyJobId: other });
}

async function publishRevision(tx: Db, workId: string, { artifactId, content: read, follows }: LoadedRevision): Promise<boolean> {
  const { title, ...content } = read;
  try {
    await insertNextRevision(tx, artifactId, { title, cause: PAID_CAUSE, content, raises: 'revision', expected: follows }, () => workId);
  } catch (error) {
    // Another change came first, or the read is gone: nothing was written.
    if (error instanceof ApiError && (error.code === 'version_conflict' || error.code === 'artifact_not_ready')) return false;
    throw error;
  }
  await countRefinement(tx, artifactId);
  return true;
}

/** Performs the revision that work made, unless it is the current one already; see `recordWaiting`. */
async function recordRevision(services: Services, workId: string, artifactId: string): Promise<void> {
  const made = await findWaitingOf(services.db, artifactId, workId);
  const waiting = made && await findCurrentRead(services.db, artifactId, made.revision);
  if (waiting) await recordWaiting(services, waiting, { current: made.current, requestId: workId });
}

/** The failure of work whose read was changed in the meantime. */
export const OVERTAKEN = { code: 'version_conflict', message: 'The read was changed while its next revision was made; ask for it again. Nothing was charged.' } as const;

/**
 * The options of a kind whose work makes the next revision of a READY table read, under the same id and links. The new revision waits until it is performed;
 * until then, the previous one plays. Work that fails, is cancelled or was overtaken by another change leaves the read unchanged.
 */
export const revisesRead = () => ({
  admit: admitRevision,
  async load({ store }: Services, { directedKey, ...made }: MadeRevision): Promise<LoadedRevision> {
    return { ...made, content: await getDirectedRead(store, directedKey) };
  },
  publish: (tx: Db, { workId }: LineKey, made: LoadedRevision): Promise<boolean> => publishRevision(tx, workId, made),
  published: (services: Services, { workId }: LineKey, { artifactId }: LoadedRevision): Promise<void> => recordRevision(services, workId, artifactId),
});
