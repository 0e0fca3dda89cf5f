import type { JobStatus } from '../../contract/states.js';
import type { JobRow } from './job-store.js';

/** Where a poller may stop (specification 3.3). A PARTIAL job still moves. */
const SETTLED: readonly JobStatus[] = ['READY', 'FAILED', 'CANCELED'];

const POLL_MS = 1_000;
const MAX_POLL_MS = 15_000;

function nextPollAfterMs({ status, progress }: JobRow, now: number): number | null {
  if (SETTLED.includes(status)) return null;
  const waitMs = progress.nextAttemptAt ? Date.parse(progress.nextAttemptAt) - now : 0;
  return Math.min(Math.max(POLL_MS, waitMs), MAX_POLL_MS);
}

/** Specification 2.5. `credits.reserved` counts every epoch; what is still on hold is reserved − settled − released. */
export function viewJob(row: JobRow, now = Date.now()) {
  return {
    id: row.id,
    projectId: row.projectId,
    storyPlanId: row.planId,
    scriptUploadId: row.scriptUploadId,
    status: row.status,
    progress: { ...row.progress, nextPollAfterMs: nextPollAfterMs(row, now) },
    credits: {
      quoted: row.creditsQuoted, reserved: row.creditsReserved, settled: row.creditsSettled, released: row.creditsReleased,
    },
    artifacts: row.artifacts.map(({ id, type, status, failureCode }) => ({ id, type, status, failureCode })),
    failureCode: row.failureCode,
    failureMessage: row.failureMessage,
    failureDetails: row.failureDetails,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
