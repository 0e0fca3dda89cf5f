import {
  allHandlersFinished, CancellationScope, CancelledFailure, condition, continueAsNew, defineQuery, defineSignal, getExternalWorkflowHandle, isCancellation,
  setHandler, workflowInfo,
} from '@temporalio/workflow';
import type { EpisodeState, SeasonEpisodeInput } from '../../src/domain/season-runs/season-run-kind.js';
import { activitiesOf, localActivities } from '../shared/activity-options.js';
import { failureOf } from '../shared/failure.js';
import { showDetails, showStage } from '../shared/stage.js';
import { seasonRunIdOf } from './run-ids.js';

const actSignal = defineSignal<[unknown]>('act');
const movedSignal = defineSignal<[{ episodeId: string }]>('moved');
const stateQuery = defineQuery<EpisodeState>('state');

const WORDS = {
  write: 'Writing the episode and covering it.', revise: 'Making the revised text and covering it.', cover: 'Covering the text.', replan: 'Planning the episode again.',
  perform: 'Having the read made and performed.', finalize: 'Having the MP3 made.', publish: 'Publishing the episode.',
} as const;

const WAITS = 'Waiting for a person: POST /season-runs/{runId}/advance, or the signal `act` to the run of the season.';

/**
 * One episode of a season run. It carries out the open action of its row, one after the other, and waits between them without a time
 * limit; a signal only wakes it, so that lost, late and repeated signals do no harm. It ends when the episode is published.
 */
export async function seasonEpisodeWorkflow(input: SeasonEpisodeInput): Promise<{ steps: number }> {
  const { runId, episodeId } = input;
  const { nextEpisodeStep } = localActivities();
  const writes = activitiesOf('quickWrite');
  const { takeEpisodeStep } = activitiesOf('ordering');
  let [woken, steps, doing] = [0, 0, 'waiting'];
  setHandler(actSignal, () => { woken += 1; });
  setHandler(stateQuery, () => ({ runId, episodeId, doing, steps }));

  /** Carries out a step. What fails is shown on its row; a cancelled step is dropped with its work. */
  async function take(actionId: string, step: keyof typeof WORDS): Promise<void> {
    try {
      const { status, mapVersion } = await takeEpisodeStep({ actionId, step });
      if (status === 'completed' || mapVersion > 0 && step === 'replan') await tellSeason();
    } catch (error) {
      // An attempt that ends while the cancellation is on its way fails like any other.
      if (isCancellation(error) || CancellationScope.current().consideredCancelled) {
        await CancellationScope.nonCancellable(() => writes.dropEpisodeStep({ actionId }));
        throw isCancellation(error) ? error : new CancelledFailure('the step was cancelled');
      }
      await writes.failEpisodeStep({ actionId, failure: failureOf(error) });
    }
  }

  /** The run of the season looks at its row again; when it has ended it needs no word. */
  async function tellSeason(): Promise<void> {
    try {
      await getExternalWorkflowHandle(seasonRunIdOf(runId)).signal(movedSignal, { episodeId });
    } catch (error) {
      if (isCancellation(error)) throw error;
    }
  }

  const isLong = (): boolean => {
    const { historyLength, continueAsNewSuggested } = workflowInfo();
    return continueAsNewSuggested || (input.maxEvents !== undefined && historyLength > input.maxEvents);
  };

  for (;;) {
    const seen = woken;
    const next = await nextEpisodeStep({ runId, episodeId });
    if (next === 'over') break;
    if (next) {
      doing = next.step;
      steps += 1;
      showStage('producing', WORDS[next.step]);
      await take(next.actionId, next.step);
      doing = 'waiting';
      showStage('awaiting_approval', WAITS);
      continue;
    }
    showDetails(WAITS);
    await condition(() => woken > seen || isLong());
    // A signal that came meanwhile is in the rows; the next run looks there first.
    if (isLong()) {
      await condition(allHandlersFinished);
      await continueAsNew<typeof seasonEpisodeWorkflow>(input);
    }
  }
  showStage('ready', 'The episode is published, or its season run has ended.');
  return { steps };
}
