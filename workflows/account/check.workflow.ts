import { setCurrentDetails } from '@temporalio/workflow';
import { activitiesOf } from '../shared/activity-options.js';

/** Runs on a schedule: compares ledger, rows, files and open runs, and starts or fails work whose run was lost. */
export async function checkWorkflow(): Promise<{ findings: number; mended: number }> {
  const { checkConsistency } = activitiesOf('quickWrite', { startToCloseTimeout: '50s', scheduleToCloseTimeout: '55s' });
  const outcome = await checkConsistency();
  setCurrentDetails(`${outcome.findings} findings, ${outcome.mended} lost runs mended.`);
  return outcome;
}
