import { SeasonRunAction } from '../../../entities/season-run-action.js';
import type { Database, Db } from '../../kernel/db/database.js';
import { columnsOf, now, tableOf } from '../../kernel/db/rows.js';
import { isOver, standingOf, WORKING, type ActionRow, type EpisodeRow, type OrderedPart, type RunRow, type Step } from './season-run-model.js';
import { findRun, getEpisode, lockRun, settleRun, updateEpisode } from './season-run-store.js';

const ACTIONS = tableOf<SeasonRunAction, ActionRow>(SeasonRunAction);

export type NewAction = Pick<ActionRow, 'id' | 'runId' | 'episodeId' | 'action' | 'step' | 'payload' | 'mapVersion' | 'decidedBy' | 'requestId'>;

export async function findAction(db: Db, actionId: string): Promise<ActionRow | null> {
  return db.repository(ACTIONS).findOneBy({ id: actionId });
}

/** The actions of a run, oldest first. */
export async function listActions(db: Db, runId: string): Promise<ActionRow[]> {
  return db.repository(ACTIONS).find({ where: { runId }, order: { createdAt: 'ASC', id: 'ASC' } });
}

/** Stores an edit of the map, which its run applies; a repeat changes nothing. */
export async function insertEdit(db: Db, edit: NewAction, episodeStatus: EpisodeRow['status']): Promise<void> {
  await db.repository(ACTIONS).createQueryBuilder().insert().orIgnore().values({ ...edit, status: 'open', episodeStatus }).execute();
}

/** Keeps an action that was refused, so that a run that is reset does not try it again when it would be possible. */
export async function insertRefused(db: Db, action: NewAction, outcome: object): Promise<void> {
  await db.repository(ACTIONS).createQueryBuilder().insert().orIgnore()
    .values({ ...action, status: 'refused', episodeStatus: 'planned', outcome, endedAt: now }).execute();
}

/** Open actions of open runs that were stored so long ago; edits of the map are not among them. */
export async function listIdleActions(db: Db, seconds: number, limit: number): Promise<ActionRow[]> {
  return db.query<ActionRow>(
    `SELECT ${columnsOf(ACTIONS, 'a')} FROM season_run_actions a JOIN season_runs r ON r.id = a.run_id
     WHERE a.status = 'open' AND a.action <> 'edit' AND r.finished_at IS NULL AND a.created_at < now() - make_interval(secs => $1)
     ORDER BY a.id LIMIT $2`, [seconds, limit]);
}

/**
 * Gives an episode that waits to an action: of several at once, one gets it. `check` decides under the lock of the run; what it raises
 * changes nothing. A repeat returns the stored action.
 */
export async function claimEpisode(
  db: Database, action: NewAction, check: (run: RunRow, episode: EpisodeRow) => Step,
): Promise<ActionRow> {
  return db.transaction(async (tx) => {
    const run = await lockRun(tx, action.runId);
    const known = await findAction(tx, action.id);
    if (known) return known;
    const episode = await getEpisode(tx, action.runId, action.episodeId);
    const step = check(run!, episode) as Exclude<Step, 'edit'>;
    await tx.repository(ACTIONS).insert({ ...action, step, status: 'open', episodeStatus: standingOf(episode) });
    await updateEpisode(tx, episode.id, {
      actionId: action.id, status: WORKING[step], failedFrom: null, failureCode: null, failureMessage: null, failureDetails: null,
    });
    await settleRun(tx, run!.id);
    return (await findAction(tx, action.id))!;
  });
}

/** What a step works with. */
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

/** The step of an action while it is open, else null. */
export async function findStepOf(db: Db, actionId: string): Promise<OpenStep | null> {
  const action = await findAction(db, actionId);
  if (action?.status !== 'open') return null;
  const step = await findOpenStep(db, action.runId, action.episodeId);
  return step !== null && step !== 'over' && step.action.id === actionId ? step : null;
}

/** Notes that the run of the episode has taken the action up. */
export async function noteBegun(db: Db, actionId: string): Promise<void> {
  await db.query('UPDATE season_run_actions SET begun_at = now() WHERE id = $1 AND begun_at IS NULL', [actionId]);
}

/** Names the priced work that the action started. */
export async function noteWork(db: Db, actionId: string, workId: string): Promise<void> {
  await db.repository(ACTIONS).update({ id: actionId }, { workId });
}

/** Notes the work that the step of an action has ordered for a part. */
export async function noteOrdered(db: Db, actionId: string, part: OrderedPart, id: string): Promise<void> {
  await db.query('UPDATE season_run_actions SET ordered = ordered || jsonb_build_object($2::text, $3::text) WHERE id = $1', [actionId, part, id]);
}

/** Changes the episode of an open action; false when the action is no longer open. */
export async function changeEpisode(db: Database, actionId: string, change: Parameters<typeof updateEpisode>[2]): Promise<boolean> {
  return db.transaction(async (tx) => {
    const action = await findAction(tx, actionId);
    if (!action) return false;
    await lockRun(tx, action.runId);
    const step = await findStepOf(tx, actionId);
    if (step) await updateEpisode(tx, step.episode.id, change);
    return step !== null;
  });
}

/** Ends an action and sets what came of it; the episode waits again. Null when it had ended, else the run as it is then. */
export async function endAction(
  db: Database, actionId: string, status: 'done' | 'failed', change: Parameters<typeof updateEpisode>[2], outcome: object = {},
  also?: (tx: Db, step: OpenStep) => Promise<void>,
): Promise<RunRow | null> {
  return db.transaction(async (tx) => {
    const action = await findAction(tx, actionId);
    if (!action) return null;
    await lockRun(tx, action.runId);
    const step = await findStepOf(tx, actionId);
    if (!step) return null;
    await also?.(tx, step);
    await updateEpisode(tx, step.episode.id, { ...change, actionId: null });
    await closeAction(tx, actionId, status, outcome);
    return settleRun(tx, action.runId);
  });
}

/** open → another status; false when it had ended. */
export async function closeAction(tx: Db, actionId: string, status: 'done' | 'failed' | 'refused', outcome: object): Promise<boolean> {
  const { affected } = await tx.repository(ACTIONS).update({ id: actionId, status: 'open' }, { status, outcome, endedAt: now });
  return affected === 1;
}
