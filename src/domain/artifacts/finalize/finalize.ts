import { PRICES } from '../../../kernel/credits/prices.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { workIdOf } from '../../../kernel/works/ids.js';
import { failLostWork, isLost, requestFreeWork, requestWork } from '../../../kernel/works/request.js';
import { findWork } from '../../../kernel/works/work-store.js';
import { getArtifact, requireTableRead } from '../artifact-store.js';
import { findPerformance } from '../performance/performance-store.js';
import { findCurrentRead, type CurrentRead } from '../read-store.js';
import { ensurePerforming } from '../shares/live-start.js';
import { finalizeKind } from './finalize-kind.js';
import { finalizeStatusOf, isPaidBefore, type FinalizeStatus } from './recording-store.js';

export interface FinalizeRequest {
  accountId: string; artifactId: string; requestId: string; waitForRecording?: boolean;
  /** The only revision that may be rendered; default: whichever is current. */
  revision?: number;
}

async function request(
  services: Services, { accountId, artifactId, requestId, revision: expected, waitForRecording = false }: FinalizeRequest, onlyAgain: boolean,
): Promise<FinalizeStatus | 'needs_recording'> {
  const read = requireTableRead(await getArtifact(services.db, accountId, artifactId));
  const { revision } = read.revision;
  if (expected !== undefined && expected !== revision) {
    throw new ApiError('version_conflict', `the revision is ${revision}, not ${expected}`, { expected, actual: revision });
  }
  const workId = workIdOf(finalizeKind.kind, artifactId, revision);
  const known = await findWork(services.db, workId);
  const isRecorded = (await findPerformance(services.db, artifactId, revision))?.status === 'complete';
  const isUnderWay = known !== null && known.status !== 'FAILED';
  if (!onlyAgain && !isRecorded && !isUnderWay && !waitForRecording) return 'needs_recording';
  if (onlyAgain) {
    if (!known) throw new ApiError('artifact_not_ready', 'there is no finalize to retry; call POST /artifacts/{artifactId}/finalize first', { status: 'not_started' });
    if (await isLost(services, known)) {
      await failLostWork(services, finalizeKind, known, { code: 'artifact_generation_failed', message: 'the render stalled and was retried' });
    }
  }
  const current = isRecorded ? null : await findCurrentRead(services.db, artifactId, revision);
  if (current) await ensurePerforming(services, current);
  return finalizeStatusOf(await requestWork(services, finalizeKind, {
    accountId, projectId: read.projectId, subjectId: artifactId, revision,
    label: `Rendering audio: ${read.title}`, requestId,
    lines: await isPaidBefore(services.db, artifactId, revision) ? [] : [{ line: 0, credits: PRICES.TABLE_READ_FINALIZE_AUDIO }],
    ...(isRecorded ? {} : { waits: true as const }),
  }));
}

/**
 * Requests the durable MP3 of the current revision. Returns `needs_recording`, without a charge, while its performance is not
 * complete; with `waitForRecording` the performance is started if need be, the credits are reserved, and the MP3 follows. If the MP3
 * is complete or being rendered, returns its state and charges nothing again. Raises `artifact_not_found`, `artifact_not_ready`,
 * `insufficient_credits`, and `version_conflict` when the current revision is not the named one.
 */
export const requestFinalize = (services: Services, wanted: FinalizeRequest) => request(services, wanted, false);

/**
 * Retries a failed or stalled MP3. A stalled attempt is closed first, which releases its credits; a complete or running one is
 * left as it is. Raises the errors of `requestFinalize`, and `artifact_not_ready` when no MP3 was ever requested.
 */
export const retryFinalize = (services: Services, wanted: FinalizeRequest) => request(services, wanted, true);

/**
 * Performs a waiting revision. If the current revision has an MP3 or is getting one, the waiting one gets its MP3 too, free of charge. Failed work on the
 * waiting revision is started again.
 */
export async function recordWaiting(services: Services, waiting: CurrentRead, { current, requestId }: { current: number; requestId: string }): Promise<void> {
  await ensurePerforming(services, waiting);
  const { artifactId, revision, accountId, projectId, title } = waiting;
  const mp3 = await findWork(services.db, workIdOf(finalizeKind.kind, artifactId, current));
  if (!mp3 || mp3.status === 'FAILED') return;
  await requestFreeWork(services, finalizeKind, {
    accountId, projectId, subjectId: artifactId, revision, label: `Rendering audio: ${title}`, requestId, waits: true,
  });
}
