import { ApiError } from '../../kernel/errors/api-error.js';
import { siblingId } from '../../kernel/db/ids.js';
import type { Services } from '../../kernel/services.js';
import { getVersion } from '../scripts/script-view.js';
import { claimEpisode, findAction, storeAction, type NewAction } from './action-store.js';
import { requireCredits } from '../../kernel/works/request.js';
import { orderedWorkOf, priceOf } from './steps/prices.js';
import { requireJudgedText, stateOfText, textLost } from './steps/judged-text.js';
import { requireReadable } from './steps/reads.js';
import { episodeRunId, seasonRunId, seasonRunSpec } from './season-run-kind.js';
import {
  allowedActions, isOver, missingInMap, needsApproval, stepOf, type Action, type ActionPayload, type EpisodeRow, type RunRow, type Step,
} from './season-run-model.js';
import { findRun, getEpisode } from './season-run-store.js';

export interface ActionWanted {
  /** The id of the action; the same for every repeat of the call. */
  actionId: string;
  action: Action;
  episodeId: string;
  payload: ActionPayload;
  decidedBy: string;
  requestId: string;
}

const refused = (message: string, details: object): ApiError => new ApiError('season_run_state_invalid', message, { ...details });

/** The step that an action starts now. Raises `season_run_state_invalid` when the state of the run, of the episode or of its map does not allow it. */
export function requireAllowed(run: RunRow, episode: EpisodeRow, action: Action): Step {
  const place = { episodeId: episode.id, status: episode.status, action };
  if (isOver(run) || run.dryRun) {
    throw refused(run.dryRun ? 'a dry run takes no actions' : `the run is ${run.status} and takes no more actions`, {
      reason: run.dryRun ? 'dry_run' : 'run_is_over', ...place, status: run.status,
      // A cancelled run has no next step.
      ...(run.status === 'cancelled' ? {} : { next: { method: 'GET', path: `/season-runs/${run.id}`, why: 'Its `next` says what can be done with it now.' } }),
    });
  }
  if (episode.actionId !== null) throw refused('another action on this episode is being carried out', { reason: 'at_work', ...place, actionId: episode.actionId });
  const step = stepOf(episode, action);
  if (step === null) throw refused(`an episode that is ${episode.status} does not take ${action}`, { reason: 'not_allowed', ...place, allowed: allowedActions(episode) });
  if (needsApproval(step) && run.approvedMapVersion !== run.mapVersion && !episode.begun) {
    throw refused('the map is not approved', {
      reason: 'map_not_approved', ...place, mapVersion: run.mapVersion, missingFields: missingInMap(episode),
      next: { method: 'POST', path: `/season-runs/${run.id}/approve`, body: { expectedMapVersion: run.mapVersion, confirmed: true }, why: 'Approves the map as it is.' },
    });
  }
  return step;
}

/** Raises an error when a step is impossible: its text is missing or is not the judged one, the cast is incomplete, or there are too few credits. */
async function requirePossible(services: Services, run: RunRow, episode: EpisodeRow, step: Step, payload: ActionPayload): Promise<void> {
  if (step === 'revise' && payload.scriptUploadId !== undefined) {
    const { script } = await getVersion(services.db, run.accountId, payload.scriptUploadId);
    if (script.projectId !== run.projectId) {
      throw new ApiError('validation_failed', 'the script belongs to another project', { field: 'scriptUploadId', reason: 'other_project' });
    }
  }
  if (step === 'perform' || step === 'finalize' || step === 'publish') await requireJudgedText(services, episode);
  if (step === 'cover' && await stateOfText(services, episode) === 'lost') throw textLost(episode);
  if (step === 'perform') await requireReadable(services, run.accountId, episode.scriptUploadId!);
  const price = await priceOf(services, run, episode, step);
  if (price > 0) await requireCredits(services, run.accountId, price);
}

/** Wakes the run of the episode; when none is open, the run of the season starts it. The engine keeps the signal while no worker runs. */
export async function wake({ engine }: Services, run: RunRow, episodeId: string, actionId: string): Promise<void> {
  if (await engine.signal('seasonEpisodeWorkflow', episodeRunId(run.id, episodeId), 'act', { actionId })) return;
  if (await engine.signal('seasonRunWorkflow', seasonRunId(run.id), 'startEpisode', { episodeId })) return;
  await engine.start(seasonRunSpec(run));
  await engine.signal('seasonRunWorkflow', seasonRunId(run.id), 'startEpisode', { episodeId });
}

/**
 * Has an action on an episode carried out: the action is stored with who decided it and when, then its id is signalled. Of several actions at the same time
 * only one succeeds. Raises `season_run_state_invalid`, `insufficient_credits`, `cast_precondition_failed`, `script_not_found`, `validation_failed`.
 */
export async function act(services: Services, run: RunRow, wanted: ActionWanted): Promise<RunRow> {
  const { db } = services;
  const { actionId, action, payload, decidedBy, requestId } = wanted;
  const episode = await getEpisode(db, run.id, wanted.episodeId);
  if (!await findAction(db, actionId)) await requirePossible(services, run, episode, requireAllowed(run, episode, action), payload);
  const stored: NewAction = { id: actionId, episodeId: episode.id, verb: action, payload, decidedBy, requestId };
  const ordered = await orderedWorkOf(services, run, episode, actionId, stepOf(episode, action));
  // A hold is released once for all. Work that other actions and calls may order, too, holds its credits when it opens.
  const work = ordered?.workId === siblingId('job', actionId) ? ordered : null;
  const claimed = await claimEpisode(services, { run, action: stored, work }, (now, current) => requireAllowed(now, current, action));
  await services.faults.reach('season.claimed');
  if (claimed.status === 'open') await wake(services, run, episode.id, actionId);
  return (await findRun(db, run.id))!;
}

/**
 * Like `act`, for an action that an operator sent in a signal. An impossible action is stored as refused, and the error is returned; null otherwise. A repeat
 * changes nothing.
 */
export async function actForOperator(services: Services, run: RunRow, wanted: ActionWanted): Promise<ApiError | null> {
  if (await findAction(services.db, wanted.actionId)) return null;
  try {
    await act(services, run, wanted);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const { actionId: id, action: verb, ...rest } = wanted;
    const { code, message, details } = error;
    await storeAction(services.db, run, { id, verb, ...rest }, run.mapVersion, {}, { code, message, ...details });
    return error;
  }
}
