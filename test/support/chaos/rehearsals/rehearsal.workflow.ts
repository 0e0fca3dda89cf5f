import { ActivityCancellationType, proxyActivities } from '@temporalio/workflow';
import { runWork, type WorkEnd } from '../../../../workflows/shared/work-run.js';
import type { RehearsalActivities } from './rehearsal-activities.js';
import type { MadePart, RehearsalInput } from './rehearsal-kind.js';

/** Makes the parts of a rehearsal one after the other. */
export async function rehearsalWorkflow(input: RehearsalInput): Promise<WorkEnd> {
  const { makePart } = proxyActivities<RehearsalActivities>({
    startToCloseTimeout: '2m', heartbeatTimeout: '5s', retry: { initialInterval: '250ms' },
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  });
  return runWork<MadePart>(input, async (run) => {
    for (const { line } of input.lines) {
      run.show('drawing', `Making part ${line + 1}.`);
      const made = await makePart({ ...input, line });
      if (made === 'over') return;
      if (made === 'impossible') await run.fail({ code: 'artifact_generation_failed', message: 'This part cannot be made.' }, line);
      else await run.finish(made, line);
    }
  });
}
