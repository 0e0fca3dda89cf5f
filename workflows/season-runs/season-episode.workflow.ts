import { CancellationScope, CancelledFailure, continueAsNew, defineQuery, isCancellation, setHandler } from '@temporalio/workflow';
import type { EpisodeState, SeasonEpisodeInput } from '../../src/domain/season-runs/season-run-kind.js';
import type { Part, Step } from '../../src/domain/season-runs/season-run-model.js';
import { activitiesOf, localActivities } from '../shared/activity-options.js';
import { failureOf } from '../shared/failure.js';
import { inbox, whatever } from '../shared/inbox.js';
import { showDetails, showStage } from '../shared/stage.js';
import { workWaits } from '../shared/work-waits.js';

const stateQuery = defineQuery<EpisodeState>('state');

const WAITS = 'Waiting for a person: POST /season-runs/{runId}/advance, or the signal `act` to the run of the season.';

const WORDS: Record<Step, string> = {
  write: 'Writing the episode and covering it.', revise: 'Making the revised text and covering it.', cover: 'Covering the text.', replan: 'Planning the episode again.',
  perform: 'Having the read made and performed.', finalize: 'Having the MP3 made.', publish: 'Publishing the episode.',
};

/**
 * One episode of a season, from its text to its release. A person decides each step; between two steps the run waits without a time limit. The rows store
 * decisions and progress, so that a run that is reset or started again continues where it was.
 */
export async function seasonEpisodeWorkflow(input: SeasonEpisodeInput): Promise<{ steps: number }> {
  const { runId, episodeId } = input;
  const people = inbox({ act: whatever }, input);
  const isDone = workWaits();
  const { nextEpisodeStep } = localActivities();
  const { takePart } = localActivities('ordering');
  const { failEpisodeStep, dropEpisodeStep } = activitiesOf('quickWrite');
  let [steps, doing] = [0, 'waiting'];
  setHandler(stateQuery, () => ({ runId, episodeId, doing, steps }));

  /** The step that a person decided; null when the episode is published or its season has ended. */
  async function decision(): Promise<{ actionId: string; step: Step } | null> {
    for (;;) {
      const next = await nextEpisodeStep({ runId, episodeId });
      if (next === 'over') return null;
      if (next) return next;
      showDetails(WAITS);
      await people.arrives(() => continueAsNew<typeof seasonEpisodeWorkflow>(input));
    }
  }

  /** Makes one part of the episode: orders the work for it, and takes the result when the work is done. */
  async function make(part: Part, actionId: string): Promise<void> {
    for (;;) {
      const { waitsFor } = await takePart({ actionId, part });
      if (waitsFor === null) return;
      await isDone(waitsFor);
    }
  }

  async function carryOut(step: Step, actionId: string): Promise<void> {
    switch (step) {
      case 'write': case 'revise':
        await make('text', actionId);
        // The report decides whether the gate opens.
        return make('report', actionId);
      case 'cover': return make('report', actionId);
      case 'replan': return make('plan', actionId);
      case 'perform': return make('read', actionId);
      case 'finalize': return make('mp3', actionId);
      case 'publish': return make('release', actionId);
    }
  }

  /** Ends a step that did not succeed. A failed step stores the reason on its row and can be taken again; a cancelled one is dropped with its work. */
  async function ended(actionId: string, error: unknown): Promise<void> {
    if (!isCancellation(error) && !CancellationScope.current().consideredCancelled) return failEpisodeStep({ actionId, failure: failureOf(error) });
    await CancellationScope.nonCancellable(() => dropEpisodeStep({ actionId }));
    throw isCancellation(error) ? error : new CancelledFailure('the step was cancelled');
  }

  for (let next = await decision(); next; next = await decision()) {
    const { actionId, step } = next;
    [steps, doing] = [steps + 1, step];
    showStage('producing', WORDS[step]);
    await carryOut(step, actionId).catch((error: unknown) => ended(actionId, error));
    doing = 'waiting';
    showStage('awaiting_approval', WAITS);
  }
  showStage('ready', 'The episode is published, or its season run has ended.');
  return { steps };
}
