import { sleep } from '@temporalio/workflow';
import * as real from '../../workflows/index.js';

/** Puts a timer in front of a workflow, a change that the replay must detect. */
function delayed<A extends unknown[], R>(workflow: (...input: A) => Promise<R>): (...input: A) => Promise<R> {
  return async (...input) => {
    await sleep('1 second');
    return workflow(...input);
  };
}

export default delayed(real.default);
export const castingWorkflow = delayed(real.castingWorkflow);
export const draftWorkflow = delayed(real.draftWorkflow);
export const finalizeWorkflow = delayed(real.finalizeWorkflow);
export const jobWorkflow = delayed(real.jobWorkflow);
export const performanceWorkflow = delayed(real.performanceWorkflow);
export const planWorkflow = delayed(real.planWorkflow);
export const releaseWorkflow = delayed(real.releaseWorkflow);
export const scriptWorkflow = delayed(real.scriptWorkflow);
export const seasonEpisodeWorkflow = delayed(real.seasonEpisodeWorkflow);
export const seasonRunWorkflow = delayed(real.seasonRunWorkflow);
export const sourceWorkflow = delayed(real.sourceWorkflow);
