import { ActivityFailure, allHandlersFinished, condition, defineUpdate, isCancellation, setHandler } from '@temporalio/workflow';
import type { FinalizeActivities } from '../../activities/mastering/index.js';
import { activitiesOf } from '../shared/activity-options.js';
import { failureOf } from '../shared/failure.js';
import { Saga } from '../shared/saga.js';
import { showStage } from '../shared/stage.js';
import { RESERVE_UPDATE, type FinalizeInput, type ReserveOutcome } from './contract.js';

const reserveUpdate = defineUpdate<ReserveOutcome>(RESERVE_UPDATE);

/** Freezes a completed performance into a durable MP3: reserve, master, settle; whatever fails gives the credits back. */
export async function finalizeWorkflow(input: FinalizeInput): Promise<{ status: 'complete' | 'failed' | 'refused' }> {
  let outcome: ReserveOutcome | undefined;
  setHandler(reserveUpdate, async () => {
    await condition(() => outcome !== undefined);
    return outcome!;
  });
  const { reserveFinalize, settleFinalize, failFinalize } = activitiesOf<FinalizeActivities>('quickWrite');
  const { masterRead } = activitiesOf<FinalizeActivities>('render');
  const saga = new Saga();
  let failure: { code: string; message: string } = { code: 'artifact_generation_failed', message: 'the render was cancelled' };
  saga.add('release the hold', () => failFinalize({ ...input, ...failure }));
  try {
    showStage('reserving', `Reserving ${input.amountCredits} credits for the MP3.`);
    const reserved = await reserveFinalize(input);
    outcome = reserved;
    if (!reserved.ok) {
      saga.clear();
      showStage('refused', 'Not enough credits; nothing was changed.');
      await condition(allHandlersFinished);
      return { status: 'refused' };
    }
    showStage('rendering', 'Assembling, levelling and encoding the MP3.');
    const mastered = await masterRead(input);
    await settleFinalize({ ...input, mastered });
    saga.clear();
    showStage('complete', 'The MP3 is ready; its credits are settled.');
    await condition(allHandlersFinished);
    return { status: 'complete' };
  } catch (error) {
    if (!isCancellation(error)) failure = failureOf(error);
    outcome ??= { ok: false, required: input.amountCredits, available: 0 };
    await saga.compensate();
    showStage('failed', `The MP3 could not be made: ${failure.message} The credits were released.`);
    if (!(error instanceof ActivityFailure)) throw error;
    return { status: 'failed' };
  }
}
