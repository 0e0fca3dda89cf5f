import { ENDED } from '../../kernel/works/model.js';
import { JOB_UNIT } from './job-run.js';
import type { JobRow } from './job-store.js';

const POLL_MS = 1_000;
const MAX_POLL_MS = 15_000;

function nextPollAfterMs({ status, progress }: JobRow, now: number): number | null {
  if (ENDED.includes(status)) return null;
  const waitMs = progress.nextAttemptAt ? Date.parse(progress.nextAttemptAt) - now : 0;
  return Math.min(Math.max(POLL_MS, waitMs), MAX_POLL_MS);
}

/** The failure of a failed job. While other lines run, only the artifact shows the failure of a line. */
function failureOf({ status, failureCode, failureMessage, failureDetails }: JobRow) {
  return status === 'FAILED' ? { failureCode, failureMessage, failureDetails } : { failureCode: null, failureMessage: null, failureDetails: null };
}

/** `credits.reserved` counts every epoch; what is still on hold is reserved − settled − released. */
export function viewJob(row: JobRow, now = Date.now()) {
  return {
    id: row.id,
    projectId: row.projectId,
    storyPlanId: row.planId,
    scriptUploadId: row.scriptUploadId,
    refines: row.refines,
    status: row.status,
    progress: { ...row.progress, unit: row.progress.unit ?? JOB_UNIT, nextPollAfterMs: nextPollAfterMs(row, now) },
    credits: {
      quoted: row.creditsQuoted, reserved: row.creditsReserved, settled: row.creditsSettled, released: row.creditsReleased,
    },
    artifacts: row.artifacts.map(({ id, type, status, failureCode }) => ({ id, type, status, failureCode })),
    ...failureOf(row),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
