import { Context } from '@temporalio/activity';
import { findOpenStep } from '../../src/domain/season-runs/action-store.js';
import { dropStep, endCancelled } from '../../src/domain/season-runs/cancel-run.js';
import { carryOut } from '../../src/domain/season-runs/carry-out.js';
import { applyEdit } from '../../src/domain/season-runs/map/edit-map.js';
import { draftMap } from '../../src/domain/season-runs/map/open-run.js';
import { endRehearsal, failRehearsal, rehearseEpisode } from '../../src/domain/season-runs/steps/rehearsal.js';
import type { EditOutcome, MapEdit, SeasonMessage, SeasonState } from '../../src/domain/season-runs/season-run-kind.js';
import type { Part, Step } from '../../src/domain/season-runs/season-run-model.js';
import { failStep, takePart } from '../../src/domain/season-runs/steps/steps.js';
import { takeDecision } from '../../src/kernel/decisions/decision-store.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import type { Services } from '../../src/kernel/services.js';
import { OWN_FAILURE, type WorkFailure } from '../../src/kernel/works/model.js';
import { asActivityFailure } from '../shared/failures.js';
import { withHeartbeat } from '../shared/heartbeat.js';

export interface OfRun { runId: string }
export interface OfEpisode extends OfRun { episodeId: string }
export interface OfAction { actionId: string }

/** The next step of an episode; null while it has none, `over` when the run or the episode has ended. */
export type NextStep = { actionId: string; step: Step } | 'over' | null;

/** Steps of season runs. Whatever takes long, a step orders as work. */
export function createSeasonRunWrites(services: Services) {
  const { db } = services;
  return {
    /** Drafts the map unless there is one. */
    draftSeasonMap: ({ runId }: OfRun): Promise<SeasonState> => draftMap(services, runId),
    editSeasonMap: (edit: MapEdit): Promise<EditOutcome> => applyEdit(services, edit),
    carryOutDecisions: ({ runId, messages, sent }: OfRun & { messages: SeasonMessage[]; sent: number }) => carryOut(services, runId, messages, sent),
    cancelSeasonRun: ({ runId }: OfRun): Promise<void> => endCancelled(services, runId),

    /** The open action of an episode; marks the action as taken by the run. */
    async nextEpisodeStep({ runId, episodeId }: OfEpisode): Promise<NextStep> {
      const found = await findOpenStep(db, runId, episodeId);
      if (found === null || found === 'over') return found;
      await takeDecision(db, found.action.id);
      return { actionId: found.action.id, step: found.action.notes.step };
    },
    /** Makes a part of an episode, or returns the work that the part waits for. Fails for good, without a retry, on an error that only a person can mend. */
    async takePart({ actionId, part }: OfAction & { part: Part }): Promise<{ waitsFor: string | null }> {
      try {
        return { waitsFor: await takePart(services, actionId, part) };
      } catch (error) {
        throw asActivityFailure(error, OWN_FAILURE);
      }
    },
    async failEpisodeStep({ actionId, failure }: OfAction & { failure: WorkFailure }): Promise<void> {
      await failStep(services, actionId, failure);
    },
    dropEpisodeStep: ({ actionId }: OfAction): Promise<void> => dropStep(services, actionId),

    /** Drafts and covers one episode of a trial. When an episode cannot be drafted, the reason is stored with it and the trial continues. */
    async rehearseSeasonEpisode({ runId, episodeId }: OfEpisode): Promise<void> {
      try {
        await withHeartbeat(() => rehearseEpisode(services, runId, episodeId, Context.current().cancellationSignal));
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw asActivityFailure(error, OWN_FAILURE);
        await failRehearsal(services, episodeId, error);
      }
    },
    endSeasonRehearsal: ({ runId }: OfRun): Promise<void> => endRehearsal(services, runId),
  };
}
