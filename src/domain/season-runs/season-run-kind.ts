import type { Decision } from '../../kernel/contract/decision.js';
import type { RunSpec } from '../../kernel/contract/runs.js';
import type { Action, RunRow, RunStatus } from './season-run-model.js';

/** The gate that `decide` signals name; their revision is the version of the map. */
export const MAP_GATE = 'season_map';

/** The stored subject type of decisions about a season run. */
export const SEASON_RUN = 'season_run';

export const seasonRunId = (runId: string): string => `season-run:${runId}`;
export const episodeRunId = (runId: string, episodeId: string): string => `${seasonRunId(runId)}:${episodeId}`;

/** An action as an operator sends it in a signal. The API instead stores actions itself and sends only their ids. */
export interface OperatorAction { action: Action; episodeId: string; by?: string }

/** Input of a season's run. The other fields are set when it continues as a new run. */
export interface SeasonRunInput {
  runId: string; accountId: string; projectId: string; dryRun: boolean;
  /** Episodes whose own runs were started. */
  started?: string[];
  /** How many actions operators have sent so far; the next one gets the next number. */
  sent?: number;
  /** Events after which the run continues as a new one; default: when the engine suggests it. */
  maxEvents?: number;
}

export interface SeasonEpisodeInput { runId: string; episodeId: string; accountId: string; projectId: string; maxEvents?: number }

/** The state of a season, as its run sees it. */
export interface SeasonState {
  status: RunStatus; over: boolean; mapVersion: number; approved: boolean;
  /** `due` is true when the run of the episode has to be open: the episode is not published, and its map is approved, or it has begun or is being worked on. */
  episodes: { id: string; due: boolean }[];
}

/** A signal that the run of a season received. */
export type SeasonMessage = { name: 'decide'; sent: Decision } | { name: 'act'; sent: OperatorAction } | { name: 'moved'; sent: object };

/** Answer of the `editMap` update. */
export type EditOutcome = { outcome: 'applied'; mapVersion: number } | { outcome: 'stale'; actual: number } | { outcome: 'refused' };

/** An edit of the map; the stored action with this id has the changes. */
export interface MapEdit { actionId: string; expectedMapVersion: number }

/** Answer of the `state` query of an episode. */
export interface EpisodeState { runId: string; episodeId: string; doing: string; steps: number }

declare module '../../kernel/contract/runs.js' {
  interface RunInputs { seasonRunWorkflow: SeasonRunInput; seasonEpisodeWorkflow: SeasonEpisodeInput }
  interface RunSignals {
    /** Operators may send `decide` and `act` too. `startEpisode` says that the run of an episode is not open, `moved` that the rows of an episode changed. */
    seasonRunWorkflow: { decide: Decision; act: OperatorAction; startEpisode: { episodeId: string }; moved: { episodeId: string } };
    /** The episode has an open action. */
    seasonEpisodeWorkflow: { act: { actionId: string } };
  }
  interface RunUpdates {
    seasonRunWorkflow: { editMap: { argument: MapEdit; answer: EditOutcome } };
    seasonEpisodeWorkflow: Record<never, never>;
  }
}

/** The start of a season's run. */
export function seasonRunSpec({ id, accountId, projectId, dryRun, title, requestId }: RunRow): RunSpec<'seasonRunWorkflow'> {
  return {
    workflow: 'seasonRunWorkflow', workflowId: seasonRunId(id), input: { runId: id, accountId, projectId, dryRun },
    labels: { accountId, projectId, requestId }, summary: `${dryRun ? 'Trying a season' : 'Producing a season'}: ${title}`,
    urgency: dryRun ? 'extra' : 'free',
  };
}
