import { activityInfo, ApplicationFailure, CancelledFailure, Context } from '@temporalio/activity';
import { ApplicationFailureCategory } from '@temporalio/common';
import type { Decision } from '../../src/kernel/contract/decision.js';
import { takeDecision } from '../../src/kernel/decisions/decision-store.js';
import { findOpenStep, findStepOf } from '../../src/domain/season-runs/action-store.js';
import { actForOperator } from '../../src/domain/season-runs/act.js';
import { decideMap } from '../../src/domain/season-runs/map/approve-map.js';
import { dropStep, endCancelled } from '../../src/domain/season-runs/cancel-run.js';
import { applyEdit } from '../../src/domain/season-runs/map/edit-map.js';
import { draftMap, seasonState } from '../../src/domain/season-runs/map/open-run.js';
import { endRehearsal, failRehearsal, rehearseEpisode } from '../../src/domain/season-runs/steps/rehearsal.js';
import type { EditOutcome, MapEdit, OperatorAction, SeasonState } from '../../src/domain/season-runs/season-run-kind.js';
import { ACTIONS, derivedId, type RunStatus, type Step } from '../../src/domain/season-runs/season-run-model.js';
import { findRun } from '../../src/domain/season-runs/season-run-store.js';
import { StillAtWork } from '../../src/domain/season-runs/steps/ordering.js';
import { failStep, STEPS } from '../../src/domain/season-runs/steps/steps.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import type { Services } from '../../src/kernel/services.js';
import type { WorkFailure } from '../../src/kernel/works/model.js';
import { asActivityFailure } from '../shared/failures.js';
import { withHeartbeat } from '../shared/heartbeat.js';

export interface OfRun { runId: string }
export interface OfEpisode extends OfRun { episodeId: string }

/** What an episode is to do next; `over` when it has ended. */
export type NextStep = { actionId: string; step: Step } | 'over' | null;

/** What came of a step: the status of the run, or null when the action had ended. */
export interface StepEnd { status: RunStatus | null; mapVersion: number }

const WORDS = new Set<string>(ACTIONS);

/** Short writes of season runs: map, decisions and actions. */
export function createSeasonRunWrites(services: Services) {
  const { db, log } = services;
  return {
    /** Drafts the map unless there is one. */
    draftSeasonMap: ({ runId }: OfRun): Promise<SeasonState> => draftMap(services, runId),
    readSeason: ({ runId }: OfRun): Promise<SeasonState> => seasonState(services, runId),
    decideSeasonMap: ({ runId, decision }: OfRun & { decision: Decision }): Promise<SeasonState> => decideMap(services, runId, decision),
    editSeasonMap: (edit: MapEdit): Promise<EditOutcome> => applyEdit(services, edit),

    /** Stores and starts an action that an operator sent; what is not allowed now is logged and changes nothing. */
    async takeOperatorAction({ runId, sent, number }: OfRun & { sent: OperatorAction; number: number }): Promise<void> {
      const run = await findRun(db, runId);
      if (!run || !WORDS.has(sent.action)) return;
      const actionId = derivedId('seasonAction', runId, number);
      const refused = await actForOperator(services, run, {
        actionId, action: sent.action, episodeId: sent.episodeId, payload: {}, decidedBy: String(sent.by ?? 'operator').slice(0, 200), requestId: actionId,
      });
      if (refused) log.warn({ runId, ...sent, code: refused.code, details: refused.details }, 'the action of an operator is not possible');
    },

    /** The open action of an episode, which is noted as begun. */
    async nextEpisodeStep({ runId, episodeId }: OfEpisode): Promise<NextStep> {
      const found = await findOpenStep(db, runId, episodeId);
      if (found === null || found === 'over') return found;
      await takeDecision(db, found.action.id);
      return { actionId: found.action.id, step: found.action.notes.step };
    },
    async failEpisodeStep({ actionId, failure }: { actionId: string; failure: WorkFailure }): Promise<void> {
      await failStep(services, actionId, failure);
    },
    dropEpisodeStep: ({ actionId }: { actionId: string }): Promise<void> => dropStep(services, actionId),
    cancelSeasonRun: ({ runId }: OfRun): Promise<void> => endCancelled(services, runId),
    endSeasonRehearsal: ({ runId }: OfRun): Promise<void> => endRehearsal(services, runId),
  };
}

const PAUSE_MS = { shortest: 250, longest: 10_000 };
/** A step is taken again after this part of the time for which it has waited. */
const PAUSE_SHARE = 1 / 8;

/** Has the engine retry the step later. Between its attempts it occupies no worker slot and adds nothing to the history. */
function laterAgain({ message }: StillAtWork): ApplicationFailure {
  const waitedMs = Date.now() - activityInfo().scheduledTimestampMs;
  return ApplicationFailure.create({
    type: 'still_at_work', message, category: ApplicationFailureCategory.BENIGN,
    nextRetryDelay: Math.min(Math.max(waitedMs * PAUSE_SHARE, PAUSE_MS.shortest), PAUSE_MS.longest),
  });
}

/** Errors of our own after which a step is given up. Attempts that only found it still at work do not count. */
const MAX_DEFECTS = 20;
const DEFECT_PAUSE_MS = { first: 1_000, longest: 60_000 };

/** Retries an unexpected error a bounded number of times. They are counted in the details of the heartbeat, which outlive an attempt. */
function afterDefect(error: Error, before: number): Error {
  if (error instanceof ApplicationFailure) return error;
  const defects = before + 1;
  Context.current().heartbeat(defects);
  const nextRetryDelay = Math.min(DEFECT_PAUSE_MS.first * 2 ** before, DEFECT_PAUSE_MS.longest);
  return ApplicationFailure.fromError(error, { nonRetryable: defects >= MAX_DEFECTS, nextRetryDelay });
}

/** Steps, which may order other work, and computations. They send heartbeats and stop when they are cancelled. */
export function createSeasonRunSteps(services: Services) {
  const { db } = services;

  return {
    /**
     * Starts or resumes a step; while the work that it ordered is open, the engine retries it. A failure that a
     * person can mend ends it at once and is shown on the episode.
     */
    async takeEpisodeStep({ actionId, step }: { actionId: string; step: Step }): Promise<StepEnd> {
      const defects = Number(activityInfo().heartbeatDetails ?? 0);
      try {
        const open = await findStepOf(db, actionId);
        if (!open) return { status: null, mapVersion: 0 };
        const run = STEPS[step === 'revise' ? 'write' : step];
        const ended = await withHeartbeat(() => run(services, open), defects);
        return { status: ended?.status ?? null, mapVersion: ended?.mapVersion ?? 0 };
      } catch (error) {
        if (Context.current().cancellationSignal.aborted) throw new CancelledFailure('the step was cancelled');
        if (error instanceof StillAtWork) throw laterAgain(error);
        throw afterDefect(asActivityFailure(error, 'artifact_generation_failed'), defects);
      }
    },

    /** Drafts and covers one episode of a trial; an episode that cannot be drafted says why and the trial continues. */
    async rehearseSeasonEpisode({ runId, episodeId }: OfEpisode): Promise<void> {
      try {
        await withHeartbeat(() => rehearseEpisode(services, runId, episodeId, Context.current().cancellationSignal));
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw asActivityFailure(error, 'artifact_generation_failed');
        await failRehearsal(services, episodeId, error);
      }
    },
  };
}

export type SeasonRunWrites = ReturnType<typeof createSeasonRunWrites>;
