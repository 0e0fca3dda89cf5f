import { ApiError } from '../../errors/api-error.js';
import type { Services } from '../../services.js';
import { requestCancel, waitUntil } from '../../works/request.js';
import { workIdOf } from '../../works/ids.js';
import { ENDED } from '../../works/model.js';
import { findWork, type WorkRow } from '../../works/work-store.js';
import { finalizeKind } from '../artifacts/finalize/finalize-kind.js';
import { jobKind } from '../jobs/job-kind.js';
import { draftKind } from '../scripts/drafts/draft-kind.js';
import { findDraft, findDraftWork } from '../scripts/drafts/draft-store.js';
import { closeAction, findAction, listActions, type OpenStep } from './action-store.js';
import { getArtifactRevision } from './steps/reads.js';
import { episodeRunId, seasonRunId } from './season-run-kind.js';
import { derivedId, isOver, siblingId, type RunRow } from './season-run-model.js';
import { creditsOfRun, finishRun, findRun, getEpisode, listEpisodes, lockRun, settleRun, updateEpisode } from './season-run-store.js';

const KINDS = [jobKind, finalizeKind, draftKind];

/** The open work of a step, of whatever kind it is. */
async function openWorkOf({ db }: Services, { run, episode, action }: Pick<OpenStep, 'run' | 'episode' | 'action'>): Promise<WorkRow[]> {
  const drafted = [siblingId('scriptVersion', action.id), siblingId('scriptVersion', derivedId('script', run.id, episode.id))];
  const drafts = action.step === 'write' || action.step === 'revise'
    ? await Promise.all(drafted.map(async (versionId) => findDraftWork(db, await findDraft(db, versionId)))) : [];
  const ids = [action.workId, action.step === 'perform' ? siblingId('job', action.id) : null, action.step === 'perform' ? episode.storyJobId : null,
    action.step === 'finalize' && episode.artifactId !== null ? workIdOf(finalizeKind.kind, episode.artifactId, await getArtifactRevision(db, run.accountId, episode.artifactId)) : null];
  const known = [...new Set(ids)].filter((id): id is string => id !== null);
  const works = await Promise.all(known.map((id) => findWork(db, id)));
  return [...drafts, ...works].filter((work): work is WorkRow => work !== null && !ENDED.includes(work.status));
}

/** Cancels the work of a step that has ended or is ending: what it holds is released, what is charged stays. Safe to repeat. */
export async function cancelWorkOf(services: Services, step: Pick<OpenStep, 'run' | 'episode' | 'action'>): Promise<void> {
  for (const work of await openWorkOf(services, step)) {
    const kind = KINDS.find((each) => each.kind === work.kind);
    if (kind) await requestCancel(services, kind, work);
  }
}

/** Ends the open action of an episode whose run was cancelled, and cancels its work. The episode can take the action again. */
export async function dropStep(services: Services, actionId: string): Promise<void> {
  const { db } = services;
  const action = await findAction(db, actionId);
  const run = action && await findRun(db, action.runId);
  if (!action || !run) return;
  const episode = await getEpisode(db, run.id, action.episodeId);
  await db.transaction(async (tx) => {
    await lockRun(tx, run.id);
    if (!await closeAction(tx, actionId, 'failed', { reason: 'cancelled' })) return;
    await updateEpisode(tx, episode.id, {
      status: 'failed', failedFrom: action.episodeStatus, actionId: null, failureCode: 'artifact_generation_failed',
      failureMessage: 'The step was cancelled; what was not charged yet was released.',
    });
    await settleRun(tx, run.id);
  });
  await cancelWorkOf(services, { run, episode, action });
}

/** Ends the run at `cancelled` and whatever it still does. Published episodes and what was charged stay. Safe to repeat. */
export async function endCancelled(services: Services, runId: string): Promise<void> {
  const { db } = services;
  await db.transaction(async (tx) => {
    await lockRun(tx, runId);
    await finishRun(tx, runId, 'cancelled');
  });
  const run = await findRun(db, runId);
  if (run?.status !== 'cancelled') return;
  for (const { id, episodeId, status } of await listActions(db, runId)) {
    if (status !== 'open') continue;
    await services.engine.cancel(episodeRunId(runId, episodeId));
    await dropStep(services, id);
  }
}

const CANCEL_WAIT_MS = 4_000;

/**
 * Cancels a run, through its run in the engine where one is open. A cancelled run is returned as it is. Raises
 * `season_run_state_invalid` for one that ended otherwise.
 */
export async function cancelRun(services: Services, run: RunRow): Promise<RunRow> {
  const { db, engine } = services;
  if (run.status === 'cancelled') return run;
  if (isOver(run)) {
    throw new ApiError('season_run_state_invalid', `a run that is ${run.status} cannot be cancelled`, { reason: 'run_is_over', status: run.status });
  }
  if (!await engine.cancel(seasonRunId(run.id))) await endCancelled(services, run.id);
  const isDone = async (): Promise<boolean> => {
    const now = await findRun(db, run.id);
    const { reserved, settled, released } = await creditsOfRun(db, run.id);
    return now !== null && isOver(now) && reserved === settled + released && (await listEpisodes(db, run.id)).every(({ actionId }) => actionId === null);
  };
  await waitUntil(isDone, (done) => done, CANCEL_WAIT_MS);
  return (await findRun(db, run.id))!;
}
