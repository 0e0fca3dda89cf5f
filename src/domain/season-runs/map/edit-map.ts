import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { endDecision } from '../../../kernel/decisions/decision-store.js';
import { findAction, storeAction } from '../action-store.js';
import { staleMap } from './approve-map.js';
import { seasonRunId, seasonRunSpec, type EditOutcome, type MapEdit } from '../season-run-kind.js';
import { patchedMap } from './season-map.js';
import { isOver, missingInMap, type EpisodeMap, type EpisodeRow, type MapPatch, type RunRow } from '../season-run-model.js';
import { findRun, getEpisode, lockRun, settleRun, updateEpisode, updateRun } from '../season-run-store.js';

export const mapOf = ({ title, logline, beats, targetPages }: EpisodeRow): EpisodeMap => ({ title, logline, beats, targetPages });

const stale = (expected: number, actual: number, episode: EpisodeRow): ApiError =>
  staleMap(expected, actual, { episodeId: episode.id, episode: mapOf(episode) });

/** Raises `season_run_state_invalid` when the map of the episode can no longer be edited: the episode has begun, or the run has ended. */
function requireEditable(run: RunRow, episode: EpisodeRow): void {
  if (isOver(run) || run.dryRun) {
    throw new ApiError('season_run_state_invalid', run.dryRun ? 'the map of a dry run cannot be edited' : `the run is ${run.status}`,
      { reason: run.dryRun ? 'dry_run' : 'run_is_over', status: run.status });
  }
  if (!episode.begun && episode.actionId === null) return;
  throw new ApiError('season_run_state_invalid', 'the episode is begun; plan it again with the action replan, or revise its text', {
    reason: 'episode_is_begun', episodeId: episode.id, status: episode.status,
    next: { method: 'POST', path: `/season-runs/${run.id}/advance`, body: { action: 'replan', episodeId: episode.id, confirmed: true }, why: 'Plans the episode again.' },
  });
}

export interface EditWanted { actionId: string; episodeId: string; expectedMapVersion: number; patch: MapPatch; decidedBy: string; requestId: string }

/** Sends a stored edit to the open run; null when none is open. */
export async function sendEdit({ engine }: Services, run: RunRow, edit: MapEdit): Promise<EditOutcome | null> {
  return engine.update('seasonRunWorkflow', seasonRunId(run.id), { name: 'editMap', id: edit.actionId, argument: edit });
}

/** The outcome of an edit. An edit that the run's validator refused counts as stale when the map has changed. */
async function outcomeOf(services: Services, run: RunRow, edit: MapEdit): Promise<EditOutcome> {
  try {
    const answer = await sendEdit(services, run, edit);
    if (answer) return answer;
    await services.engine.start(seasonRunSpec(run));
    return await sendEdit(services, run, edit) ?? { outcome: 'refused' };
  } catch (error) {
    const now = await findRun(services.db, run.id);
    if ((error as Error).name !== 'WorkflowUpdateFailedError' || !now || now.mapVersion === edit.expectedMapVersion) throw error;
    return { outcome: 'stale', actual: now.mapVersion };
  }
}

/**
 * Changes the map of one episode with an update of the run. The next version of the map needs an approval before another episode can begin. Raises
 * `season_run_state_invalid` for a stale version, with the current episode, and for an episode that has begun.
 */
export async function editMap(services: Services, run: RunRow, wanted: EditWanted): Promise<RunRow> {
  const { db } = services;
  const { actionId, expectedMapVersion, patch, decidedBy, requestId } = wanted;
  const episode = await getEpisode(db, run.id, wanted.episodeId);
  if (run.mapVersion !== expectedMapVersion) throw stale(expectedMapVersion, run.mapVersion, episode);
  requireEditable(run, episode);
  await storeAction(db, run, { id: actionId, episodeId: episode.id, verb: 'edit', payload: { patch }, decidedBy, requestId }, expectedMapVersion);
  await services.faults.reach('decision.stored');
  const answer = await outcomeOf(services, run, { actionId, expectedMapVersion });
  const now = (await findRun(db, run.id))!;
  const current = await getEpisode(db, run.id, episode.id);
  if (answer.outcome === 'applied') return now;
  await endDecision(db, actionId, 'refused', answer);
  if (answer.outcome === 'stale') throw stale(expectedMapVersion, answer.actual, current);
  requireEditable(now, current);
  throw new ApiError('season_run_state_invalid', 'the map cannot be edited now', { status: now.status });
}

/** Applies a stored edit once; a repeat returns its outcome. */
export async function applyEdit({ db }: Services, { actionId, expectedMapVersion }: MapEdit): Promise<EditOutcome> {
  return db.transaction(async (tx) => {
    const action = await findAction(tx, actionId);
    const run = action && await lockRun(tx, action.subjectId);
    const known = (await findAction(tx, actionId))?.outcome as EditOutcome | null | undefined;
    if (known) return known;
    if (!action || !run) return { outcome: 'refused' };
    const episode = await getEpisode(tx, run.id, action.place);
    const end = async (outcome: EditOutcome): Promise<EditOutcome> => {
      await endDecision(tx, actionId, outcome.outcome === 'applied' ? 'done' : 'refused', outcome);
      return outcome;
    };
    if (run.mapVersion !== expectedMapVersion) return end({ outcome: 'stale', actual: run.mapVersion });
    if (isOver(run) || episode.begun || episode.actionId !== null) return end({ outcome: 'refused' });
    const map = patchedMap(mapOf(episode), action.payload.patch ?? {});
    await updateEpisode(tx, episode.id, { ...map, status: missingInMap(map).length === 0 ? 'mapped' : 'planned', failedFrom: null, failureCode: null, failureMessage: null });
    await updateRun(tx, run.id, { mapVersion: run.mapVersion + 1 });
    await settleRun(tx, run.id);
    return end({ outcome: 'applied', mapVersion: run.mapVersion + 1 });
  });
}
