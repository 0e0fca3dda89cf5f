import type { MadePerformance, PerformanceInput } from '../../src/domain/artifacts/performance/performance-kind.js';
import { activitiesOf } from '../shared/activity-options.js';
import { runWork, type WorkEnd } from '../shared/work-run.js';

/** The live read of one revision: voices every line in order. Once complete, it can be finalized. */
export async function performanceWorkflow(input: PerformanceInput): Promise<WorkEnd> {
  const { performRead } = activitiesOf('voicing');
  return runWork<MadePerformance>(input, async (run) => {
    run.show('performing', 'Voicing the lines of the live read, in order.');
    const made = await performRead(input);
    if (made) await run.finish(made);
  });
}
