import { CancellationScope, isCancellation } from '@temporalio/workflow';
import { activitiesOf } from '../shared/activity-options.js';
import { showStage } from '../shared/stage.js';
import type { ScriptInput, ScriptState } from '../../src/domain/scripts/script-run.js';

/** Reads one text of a version (specification 3.6). Every step is a no-op once the text is read, replaced or deleted. */
export async function scriptWorkflow(input: ScriptInput): Promise<ScriptState> {
  const { admitScript, failScript } = activitiesOf('quickWrite');
  const { parseScript } = activitiesOf('fetch', { heartbeatTimeout: '15s' });
  try {
    let state = await admitScript(input);
    if (state.status === 'pending' || state.status === 'parsing') {
      showStage('parsing', 'Reading the screenplay.');
      try {
        state = await parseScript(input);
      } catch (error) {
        if (isCancellation(error)) throw error;
        state = await failScript({ ...input, message: null });
      }
    }
    showStage(state.status.toLowerCase(), `Screenplay ${state.status}.`);
    return state;
  } catch (error) {
    if (isCancellation(error)) {
      await CancellationScope.nonCancellable(() => failScript({ ...input, message: 'Reading the screenplay was cancelled.' }));
    }
    throw error;
  }
}
