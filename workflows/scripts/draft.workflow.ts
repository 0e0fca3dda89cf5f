import { CancellationScope, isCancellation } from '@temporalio/workflow';
import { activitiesOf } from '../shared/activity-options.js';
import { failureOf } from '../shared/failure.js';
import { showDetails, showStage } from '../shared/stage.js';
import type { DraftInput, DraftState } from '../../src/domain/scripts/drafts/draft-input.js';

const OURS = { code: 'internal_error', message: 'Something went wrong on our side; send the draft again to go on after the last scene.' };
const CANCELLED = { code: 'internal_error', message: 'Drafting was cancelled; send the draft again to go on.' };

/**
 * Writes the scenes of a draft one after the other (specification 4.5). Each step reads the row first, so that a run that is reset or
 * taken over goes on after the last scene in the text and writes none twice.
 */
export async function draftWorkflow(input: DraftInput): Promise<DraftState> {
  const { endDraft } = activitiesOf('quickWrite');
  const { planDraft, writeDraftScene } = activitiesOf('modelCall');
  try {
    showStage('planning', 'Planning the scenes.');
    let state = await planDraft(input);
    if (!state.over) showStage('writing', `Writing ${state.total - state.completed} scene(s).`);
    while (!state.over && state.completed < state.total) {
      showDetails(`Writing scene ${state.completed + 1} of ${state.total}.`);
      state = await writeDraftScene({ ...input, index: state.completed });
    }
    if (!state.over) await endDraft({ ...input, failure: null });
    showStage('done', state.over ? 'Nothing left to write.' : `All ${state.total} scenes are in the text.`);
    return state;
  } catch (error) {
    const cancelled = isCancellation(error);
    const { code, message } = cancelled ? CANCELLED : failureOf(error, OURS);
    const failure = { code, message };
    await CancellationScope.nonCancellable(() => endDraft({ ...input, failure }));
    if (cancelled) throw error;
    showStage('failed', `Failed: ${failure.code}, ${failure.message}`);
    return { over: true, completed: 0, total: 0 };
  }
}
