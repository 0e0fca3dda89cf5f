import type { MadePerformance, PerformanceInput } from '../../src/domain/artifacts/performance/performance-kind.js';
import { activitiesOf } from '../shared/activity-options.js';
import { runWork, type WorkEnd } from '../shared/work-run.js';

/** The live read of one revision: voices every line in order; complete, it is the recording that finalize freezes. */
export async function performanceWorkflow(input: PerformanceInput): Promise<WorkEnd> {
  // A speech service may ask to wait many times; each attempt goes on after the last line.
  const { performRead } = activitiesOf('render', {
    scheduleToCloseTimeout: '3h', retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m', maximumAttempts: 20 },
  });
  return runWork<MadePerformance>(input, async (run) => {
    run.show('performing', 'Voicing the lines of the live read, in order.');
    const made = await performRead(input);
    if (made) await run.finish(made);
  });
}
