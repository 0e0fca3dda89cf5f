import { EngineUnavailable } from '../../kernel/contract/runs.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { Db } from '../../kernel/db/database.js';
import type { Services } from '../../kernel/services.js';
import { requestCancel, waitUntil } from '../../kernel/works/request.js';
import { workIdOf } from '../../kernel/works/ids.js';
import { CANCELLED, ENDED } from '../../kernel/works/model.js';
import { findWork, type WorkRow } from '../../kernel/works/work-store.js';
import { finalizeKind } from '../artifacts/finalize/finalize-kind.js';
import { findRevisionOf } from '../artifacts/revision-store.js';
import { findDraft, findDraftWork } from '../scripts/drafts/draft-store.js';
import { endDecision, refuseOpen } from '../../kernel/decisions/decision-store.js';
import { releaseHolds } from '../../kernel/decisions/hold-store.js';
import { findAction, listActions, seasonSubject, type OpenStep } from './action-store.js';
import { episodeRunId, seasonRunId } from './season-run-kind.js';
import { siblingId } from '../../kernel/db/ids.js';
import { isOver, type ActionRow, type EpisodeRow, type RunRow } from './season-run-model.js';
import { creditsOfRun, finishRun, findRun, getEpisode, listEpisodes, listOpenRuns, lockRun, settleRun, updateEpisode } from './season-run-store.js';

/** The id of the work that makes the MP3 of the episode's read; null without a read. */
async function mp3WorkOf(db: Db, { artifactId }: EpisodeRow): Promise<string | null> {
  const revision = artifactId === null ? null : await findRevisionOf(db, artifactId);
  return revision === null ? null : workIdOf(finalizeKind.kind, artifactId!, revision);
}

/** The open work of a step, of whatever kind it is. */
async function openWorkOf({ db }: Services, { episode, action }: Pick<OpenStep, 'episode' | 'action'>): Promise<WorkRow[]> {
  const drafted = [siblingId('scriptVersion', action.id), ...(action.notes.ordered?.draft === undefined ? [] : [action.notes.ordered.draft])];
  const { step, workId = null } = action.notes;
  const drafts = step === 'write' || step === 'revise'
    ? await Promise.all(drafted.map(async (versionId) => findDraftWork(db, await findDraft(db, versionId)))) : [];
  const ids = [workId, step === 'perform' ? siblingId('job', action.id) : null, step === 'perform' ? episode.storyJobId : null,
    step === 'finalize' ? await mp3WorkOf(db, episode) : null];
  const known = [...new Set(ids)].filter((id): id is string => id !== null);
  const works = await Promise.all(known.map((id) => findWork(db, id)));
  return [...drafts, ...works].filter((work): work is WorkRow => work !== null && !ENDED.includes(work.status));
}

/** Cancels the work of a step that has ended or is ending: held credits are released, charged ones stay. Safe to repeat. */
export async function cancelWorkOf(services: Services, step: Pick<OpenStep, 'run' | 'episode' | 'action'>): Promise<void> {
  for (const work of await openWorkOf(services, step)) await requestCancel(services, work);
}

/** Ends the open action of an episode whose run was cancelled, and cancels the work of the action. The action may be taken again. */
export async function dropStep(services: Services, actionId: string): Promise<void> {
  const { db } = services;
  const action = await findAction(db, actionId);
  const run = action && await findRun(db, action.subjectId);
  if (!action || !run) return;
  const episode = await getEpisode(db, run.id, action.place);
  await db.transaction(async (tx) => {
    await lockRun(tx, run.id);
    if ((await findAction(tx, actionId))?.status !== 'open') return;
    await updateEpisode(tx, episode.id, {
      status: 'failed', failedFrom: action.notes.before, actionId: null, failureCode: CANCELLED,
      failureMessage: 'The step was cancelled; what was not charged yet was released.',
    });
    await endDecision(tx, actionId, 'failed', { reason: 'cancelled' });
    await settleRun(tx, run.id);
    await releaseHolds(tx, [action]);
  });
  await cancelWorkOf(services, { run, episode, action });
  await dropFile(services, action);
}

/** Deletes the uploaded file of an action that has ended. */
export async function dropFile({ store }: Services, { payload: { fileKey } }: Pick<ActionRow, 'payload'>): Promise<void> {
  if (fileKey !== undefined) await store.delete(fileKey);
}

/** Sets the run to `cancelled`, and ends the engine's runs and the open steps of its episodes. Published episodes and charges stay. Safe to repeat. */
export async function endCancelled(services: Services, runId: string): Promise<void> {
  const { db, engine } = services;
  await db.transaction(async (tx) => {
    await lockRun(tx, runId);
    await finishRun(tx, runId, 'cancelled');
  });
  const run = await findRun(db, runId);
  if (run?.status !== 'cancelled') return;
  for (const { id } of await listEpisodes(db, runId)) await engine.cancel(episodeRunId(runId, id));
  for (const { id, status, verb } of await listActions(db, runId)) if (status === 'open' && verb !== 'edit') await dropStep(services, id);
  await refuseOpen(db, seasonSubject(run), { reason: 'cancelled' });
}

const CANCEL_WAIT_MS = 4_000;

/** `isSettled` is true when no work of the run is open and no credits are held. */
export interface CancelledRun { run: RunRow; isSettled: boolean }

async function standingOfCancel({ db }: Services, runId: string): Promise<CancelledRun> {
  const run = (await findRun(db, runId))!;
  const { reserved, settled, released } = await creditsOfRun(db, runId);
  const isIdle = (await listEpisodes(db, runId)).every(({ actionId }) => actionId === null);
  return { run, isSettled: isOver(run) && isIdle && reserved === settled + released };
}

/**
 * Cancels a run: it is over when this returns. If its run in the engine is open and a worker answers, that run does the cancelling. For a cancelled run, only
 * ends what is still open of it. Raises `season_run_state_invalid` for a run that ended otherwise.
 */
export async function cancelRun(services: Services, run: RunRow): Promise<CancelledRun> {
  if (run.status !== 'cancelled' && isOver(run)) {
    throw new ApiError('season_run_state_invalid', `a run that is ${run.status} cannot be cancelled`, { reason: 'run_is_over', status: run.status });
  }
  const isTold = run.status !== 'cancelled' && await services.engine.cancel(seasonRunId(run.id));
  const wait = () => waitUntil(() => standingOfCancel(services, run.id), ({ isSettled }) => isSettled, CANCEL_WAIT_MS);
  const told = isTold ? await wait() : null;
  if (told && isOver(told.run)) return told;
  await endCancelled(services, run.id);
  return wait();
}

/** Cancels the open runs of a deleted project. When the engine does not answer, a worker ends them later. */
export async function cancelRunsOfProject(services: Services, projectId: string): Promise<void> {
  for (const run of await listOpenRuns(services.db, projectId)) {
    try {
      await cancelRun(services, run);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'season_run_state_invalid') continue;
      if (!(error instanceof EngineUnavailable)) throw error;
      services.log.warn({ runId: run.id }, 'the season run of a deleted project could not be cancelled; a worker ends it later');
    }
  }
}
