import { isCancellation } from '@temporalio/workflow';
import { activitiesOf } from '../shared/activity-options.js';
import { failureOf } from '../shared/failure.js';
import { showStage } from '../shared/stage.js';
import type { PerformanceInput } from '../../src/domain/artifacts/performance/performance-run.js';

/** The live read of one revision: voices every line in order; complete, it is the recording that finalize freezes. */
export async function performanceWorkflow(input: PerformanceInput): Promise<{ status: 'complete' | 'failed' }> {
  // A speech service may ask for patience many times; each attempt goes on after the last line.
  const { performRead } = activitiesOf('render', {
    scheduleToCloseTimeout: '3h', retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m', maximumAttempts: 20 },
  });
  const { failPerformance } = activitiesOf('quickWrite');
  showStage('performing', 'Voicing the lines of the live read, in order.');
  try {
    const { lineCount, durationMs } = await performRead(input);
    showStage('complete', `Performed: ${lineCount} lines, ${Math.round(durationMs / 1000)} s. This is the recording.`);
    return { status: 'complete' };
  } catch (error) {
    if (isCancellation(error)) throw error;
    const { code, message } = failureOf(error);
    await failPerformance({ ...input, code, message });
    showStage('failed', `The live read stopped: ${message}`);
    return { status: 'failed' };
  }
}
