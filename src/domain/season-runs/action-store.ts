import type { Database, Db } from '../../kernel/db/database.js';
import { endDecision, findDecision, listDecisions, noteOnDecision, storeDecision, type DecisionRow } from '../../kernel/decisions/decision-store.js';
import { holdForDecision, releaseHolds } from '../../kernel/decisions/hold-store.js';
import type { Services } from '../../kernel/services.js';
import type { OrderedWork } from '../../kernel/works/ahead.js';
import { SEASON_RUN } from './season-run-kind.js';
import { isOver, standingOf, WORKING, type ActionNotes, type ActionPayload, type ActionRow, type EpisodeRow, type OrderedPart, type RunRow, type Step } from './season-run-model.js';
import { findRun, getEpisode, lockRun, settleRun, updateEpisode } from './season-run-store.js';

/** An action that a person wants for an episode. */
export interface NewAction { id: string; episodeId: string; verb: ActionRow['verb']; payload: ActionPayload; decidedBy: string; requestId: string }

/** The run as the subject of decisions. */
export const seasonSubject = ({ id, projectId }: Pick<RunRow, 'id' | 'projectId'>) => ({ type: SEASON_RUN, id, projectId });

const isAction = ({ subjectType, verb }: DecisionRow): boolean => subjectType === SEASON_RUN && verb !== 'APPROVED' && verb !== 'REJECTED';

export async function findAction(db: Db, actionId: string): Promise<ActionRow | null> {
  const found = await findDecision(db, actionId);
  return found && isAction(found) ? found as ActionRow : null;
}

/** The actions of a run and the edits of its map, oldest first. */
export async function listActions(db: Db, runId: string): Promise<ActionRow[]> {
  return (await listDecisions(db, { type: SEASON_RUN, id: runId })).filter(isAction) as ActionRow[];
}

/** Stores an action. A refused action is stored too, so that a run that is reset does not try it again later, when it might be possible. */
export async function storeAction(
  db: Db, run: RunRow, { episodeId, ...action }: NewAction, revision: number, notes: Partial<ActionNotes> = {}, refusal: object | null = null,
): Promise<void> {
  await storeDecision(db, seasonSubject(run), { ...action, place: episodeId, revision, notes }, refusal);
}

/**
 * Reserves a waiting episode for an action, and the credits of the work that it orders; of several actions at the same time only one gets it. `check` decides
 * under the lock of the run. Nothing is changed when it throws, and when there are too few credits (`insufficient_credits`). A repeat returns the stored
 * action.
 */
export async function claimEpisode(
  { db, config }: Pick<Services, 'db' | 'config'>, { run: { id: runId, mapVersion }, action, work }: { run: RunRow; action: NewAction; work: OrderedWork | null },
  check: (run: RunRow, episode: EpisodeRow) => Step,
): Promise<ActionRow> {
  return db.transaction(async (tx) => {
    const run = (await lockRun(tx, runId))!;
    const known = await findAction(tx, action.id);
    if (known) return known;
    const episode = await getEpisode(tx, runId, action.episodeId);
    const step = check(run, episode);
    await updateEpisode(tx, episode.id, {
      actionId: action.id, status: WORKING[step], failedFrom: null, failureCode: null, failureMessage: null, failureDetails: null,
    });
    await settleRun(tx, runId);
    await storeAction(tx, run, action, mapVersion, { step, before: standingOf(episode) });
    if (work) await holdForDecision(tx, action.id, work, config.billingCycleDays);
    return (await findAction(tx, action.id))!;
  });
}

/** A step that is being carried out, with its run, episode and action. */
export interface OpenStep { run: RunRow; episode: EpisodeRow; action: ActionRow }

/** The open step of an episode; null when it waits for a person, and `over` when the run or the episode has ended. */
export async function findOpenStep(db: Db, runId: string, episodeId: string): Promise<OpenStep | 'over' | null> {
  const run = await findRun(db, runId);
  if (!run || isOver(run)) return 'over';
  const episode = await getEpisode(db, runId, episodeId);
  if (episode.actionId === null) return episode.status === 'published' ? 'over' : null;
  const action = await findAction(db, episode.actionId);
  return action?.status === 'open' ? { run, episode, action } : null;
}

/** The step of an action; null when the action is not open. */
export async function findStepOf(db: Db, actionId: string): Promise<OpenStep | null> {
  const action = await findAction(db, actionId);
  if (action?.status !== 'open') return null;
  const step = await findOpenStep(db, action.subjectId, action.place);
  return step !== null && step !== 'over' && step.action.id === actionId ? step : null;
}

/** Names the priced work that the action started. */
export const noteWork = (db: Db, actionId: string, workId: string): Promise<void> => noteOnDecision(db, actionId, { workId });

/** Notes the work that the step of an action has ordered for a part. */
export const noteOrdered = (db: Db, { id, notes }: ActionRow, part: OrderedPart, ordered: string): Promise<void> =>
  noteOnDecision(db, id, { ordered: { ...notes.ordered, [part]: ordered } });

/** Changes the episode of an open action; false when the action is no longer open. */
export async function changeEpisode(db: Database, actionId: string, change: Parameters<typeof updateEpisode>[2]): Promise<boolean> {
  return db.transaction(async (tx) => {
    const action = await findAction(tx, actionId);
    if (!action) return false;
    await lockRun(tx, action.subjectId);
    const step = await findStepOf(tx, actionId);
    if (step) await updateEpisode(tx, step.episode.id, change);
    return step !== null;
  });
}

/** Ends an action, stores its outcome, and lets the episode wait for a person again. Returns the run after that, or null when the action had ended already. */
export async function endAction(
  db: Database, actionId: string, status: 'done' | 'failed', change: Parameters<typeof updateEpisode>[2], outcome: object = {},
  also?: (tx: Db, step: OpenStep) => Promise<void>,
): Promise<RunRow | null> {
  return db.transaction(async (tx) => {
    const action = await findAction(tx, actionId);
    if (!action) return null;
    await lockRun(tx, action.subjectId);
    const step = await findStepOf(tx, actionId);
    if (!step) return null;
    await also?.(tx, step);
    await updateEpisode(tx, step.episode.id, { ...change, actionId: null });
    await endDecision(tx, actionId, status, outcome);
    const run = await settleRun(tx, action.subjectId);
    await releaseHolds(tx, [step.action]);
    return run;
  });
}
