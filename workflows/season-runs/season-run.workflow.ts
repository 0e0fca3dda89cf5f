import {
  allHandlersFinished, ApplicationFailure, CancellationScope, condition, continueAsNew, defineQuery, defineSignal, defineUpdate, isCancellation, setHandler,
} from '@temporalio/workflow';
import type { EditOutcome, MapEdit, OperatorAction, SeasonMessage, SeasonRunInput, SeasonState } from '../../src/domain/season-runs/season-run-kind.js';
import { activitiesOf, localActivities } from '../shared/activity-options.js';
import { parseDecision } from '../shared/approval-gate.js';
import { inbox, whatever } from '../shared/inbox.js';
import { oneAtATime } from '../shared/one-at-a-time.js';
import { showStage } from '../shared/stage.js';
import { startEpisode } from './start-episode.js';

const startSignal = defineSignal<[{ episodeId: string } | undefined]>('startEpisode');
const editUpdate = defineUpdate<EditOutcome, [MapEdit]>('editMap');
const stateQuery = defineQuery<SeasonState | null>('state');

/**
 * A season, from its map to its last published episode. The map is drafted, edited by updates, and approved by a person; then each episode has
 * a run of its own. Rows are the truth; a run that is reset, started again or continued reads them.
 */
export async function seasonRunWorkflow(input: SeasonRunInput): Promise<{ status: string }> {
  try {
    return await (input.dryRun ? rehearse(input) : produce(input));
  } catch (error) {
    if (!isCancellation(error)) throw error;
    return CancellationScope.nonCancellable(() => cancel(input));
  }
}

async function produce(input: SeasonRunInput): Promise<{ status: string }> {
  const { runId } = input;
  const people = inbox({ decide: parseDecision, act: parseAction, moved: whatever }, input);
  const { draftSeasonMap, editSeasonMap, carryOutDecisions } = localActivities();
  const alone = oneAtATime();
  const started = new Set(input.started);
  let season: SeasonState | null = null;
  let sent = input.sent ?? 0;
  setHandler(stateQuery, () => season);
  setHandler(startSignal, (named) => {
    if (named) started.delete(named.episodeId);
    people.wake();
  });
  setHandler(editUpdate, async (edit) => {
    await condition(() => season !== null);
    const outcome = await alone(() => editSeasonMap(edit));
    people.wake();
    return outcome;
  }, { validator: ({ expectedMapVersion }) => requireCurrent(season, expectedMapVersion) });

  showStage('mapping', 'Drafting the map of the season.');
  season = await draftSeasonMap({ runId });
  while (!season.over) {
    for (const { id } of season.episodes.filter(({ id: episodeId, due }) => due && !started.has(episodeId))) {
      started.add(id);
      await startEpisode(input, id);
    }
    show(season);
    await people.arrives(() => continueAsNew<typeof seasonRunWorkflow>({ ...input, started: [...started], sent }));
    const answer = await alone(() => carryOutDecisions({ runId, messages: people.take() as SeasonMessage[], sent }));
    [season, sent] = [answer.season, answer.sent];
  }
  await condition(allHandlersFinished);
  showStage('ready', 'Every episode is published, or the run has ended.');
  return { status: season.status };
}

/** The action in an operator's signal; null for an invalid one. The API does not use it: it stores actions itself and wakes the episode. */
function parseAction(sent: unknown): OperatorAction | null {
  const { action, episodeId, by } = (sent ?? {}) as Record<string, unknown>;
  if (typeof episodeId !== 'string' || typeof action !== 'string') return null;
  return { action: action as OperatorAction['action'], episodeId, ...(typeof by === 'string' ? { by } : {}) };
}

/** Refuses an edit of a map version that is known to be outdated. For other edits, the stored row decides. */
function requireCurrent(season: SeasonState | null, expected: number): void {
  const actual = season?.mapVersion ?? 0;
  if (actual > expected) throw ApplicationFailure.nonRetryable(`the map is at version ${actual}`, 'season_run_state_invalid', { expected, actual });
}

function show({ approved, status, mapVersion }: SeasonState): void {
  if (status === 'mapping') showStage('mapping', `The map lacks something; version ${mapVersion} waits for edits.`);
  else if (!approved) showStage('awaiting_approval', `Waiting for a person to approve version ${mapVersion} of the map: POST /season-runs/{runId}/approve, or the signal \`decide\`.`);
  else showStage('producing', 'Every episode has a run of its own; each step waits for a person.');
}

/** Drafts and covers every episode as a trial: nothing is charged, and of each episode only the result is kept, not its text. */
async function rehearse({ runId }: SeasonRunInput): Promise<{ status: string }> {
  const { endSeasonRehearsal } = activitiesOf('quickWrite');
  const { rehearseSeasonEpisode } = activitiesOf('trial');
  showStage('rehearsing', 'Drafting the map of the season.');
  const { episodes } = await localActivities().draftSeasonMap({ runId });
  for (const [at, { id }] of episodes.entries()) {
    showStage('rehearsing', `Trying episode ${at + 1} of ${episodes.length}.`);
    await rehearseSeasonEpisode({ runId, episodeId: id });
  }
  await endSeasonRehearsal({ runId });
  showStage('ready', 'The season was tried; nothing was charged.');
  return { status: 'completed' };
}

/** Ends the season run, the runs of its episodes, and their open work. */
async function cancel({ runId }: SeasonRunInput): Promise<{ status: string }> {
  await activitiesOf('quickWrite').cancelSeasonRun({ runId });
  showStage('canceled', 'Cancelled; what was not charged yet was released.');
  await condition(allHandlersFinished);
  return { status: 'cancelled' };
}
