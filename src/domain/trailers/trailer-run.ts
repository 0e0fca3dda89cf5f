import type { Decision } from '../../kernel/contract/decision.js';
import type { RunSpec } from '../../kernel/contract/runs.js';
import type { EditUpdates } from '../../kernel/families/storyboards/storyboard.js';
import type { BoardedInput, BoardedState } from '../storyboards/boarded-run.js';
import type { TrailerRow, TrailerStatus } from './trailer-model.js';

export const trailerRunId = (trailerId: string): string => `trailer:${trailerId}`;

/** Input of a trailer's run. */
export interface TrailerInput extends BoardedInput { trailerId: string }

export type TrailerState = BoardedState<TrailerStatus>;

/** The parts that the run of a trailer orders, one after the other. */
export type TrailerPart = 'takes' | 'draft' | 'finish';

declare module '../../kernel/contract/runs.js' {
  interface RunInputs { trailerWorkflow: TrailerInput }
  interface RunSignals { trailerWorkflow: { decide: Decision } }
  interface RunUpdates { trailerWorkflow: EditUpdates }
}

/** The spec that starts the run of a trailer. */
export const trailerRunSpec = ({ id, accountId, projectId, title, requestId }: TrailerRow): RunSpec<'trailerWorkflow'> => ({
  workflow: 'trailerWorkflow', workflowId: trailerRunId(id), input: { trailerId: id, accountId, projectId }, labels: { accountId, projectId, requestId },
  summary: `Trailer: ${title}`,
});
