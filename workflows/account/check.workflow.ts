import { ActivityFailure, setCurrentDetails, sleep } from '@temporalio/workflow';
import { activitiesOf } from '../shared/activity-options.js';

const PAUSE = '1m';
/** Number of checks that fit into about an hour, so that the list of runs has one run per hour. */
const CHECKS = 55;

/**
 * Compares ledger, rows, files and open runs every minute for an hour, and starts or fails work whose run was lost. The schedule starts
 * the next run when this one has ended.
 */
export async function checkWorkflow(): Promise<{ checks: number; findings: number; mended: number }> {
  const { checkConsistency } = activitiesOf('quickWrite', { startToCloseTimeout: '50s', scheduleToCloseTimeout: '55s' });
  const seen = { checks: 0, findings: 0, mended: 0 };
  for (; seen.checks < CHECKS; seen.checks++) {
    if (seen.checks > 0) await sleep(PAUSE);
    try {
      const { findings, mended } = await checkConsistency();
      seen.findings += findings;
      seen.mended += mended;
      setCurrentDetails(`Check ${seen.checks + 1} of ${CHECKS}: ${findings} findings, ${mended} lost runs mended.`);
    } catch (error) {
      // The database or a worker may be unavailable: the next check tries again, and this one stays visible in the history.
      if (!(error instanceof ActivityFailure)) throw error;
      setCurrentDetails(`Check ${seen.checks + 1} of ${CHECKS} failed: ${error.cause?.message ?? error.message}`);
    }
  }
  return seen;
}
