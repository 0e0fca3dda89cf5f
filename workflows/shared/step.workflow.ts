import { ApplicationFailure, workflowInfo } from '@temporalio/workflow';
import type { WorkInput } from '../../src/kernel/works/model.js';
import type { RunStep } from '../../src/kernel/works/step.js';
import { activityNamed } from './activity-options.js';
import { runWork, type WorkEnd } from './work-run.js';
import { FORMER_STEPS } from './former-steps.js';

/**
 * The run of every kind of work with a single step: makes the result of each line, publishes it and charges it. The kind determines the name of the run in
 * the engine, and its step.
 */
export async function stepWorkflow({ step: given, ...input }: WorkInput & { step?: RunStep }): Promise<WorkEnd> {
  const { workflowType } = workflowInfo();
  const step = given ?? FORMER_STEPS[workflowType];
  if (!step) throw ApplicationFailure.nonRetryable(`there is no workflow ${workflowType}`, 'internal_error');
  const make = activityNamed<WorkInput & { line: number }, unknown>(step.activity, step.group);
  const lines = input.lines.length === 0 ? [0] : input.lines.map(({ line }) => line);
  return runWork<unknown>(input, async (run) => {
    run.show(step.stage, step.words);
    for (const line of lines) {
      const made = await make({ ...input, line });
      if (made === null) return;
      const outcome = await run.finish(made, line);
      if (outcome === 'over' && step.overtaken) await run.fail(step.overtaken, line);
    }
    if (step.clearsAway) await run.clearAway();
  });
}
