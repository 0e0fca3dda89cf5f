import type { Decision } from '../../kernel/contract/decision.js';
import type { RunSpec } from '../../kernel/contract/runs.js';
import type { EditUpdates } from '../../kernel/families/storyboards/storyboard.js';
import type { BoardedInput, BoardedState } from '../storyboards/boarded-run.js';
import type { DeckRow, DeckStatus } from './deck-model.js';

export const deckRunId = (deckId: string): string => `pitch-deck:${deckId}`;

/** Input of a deck's run. */
export interface DeckInput extends BoardedInput { deckId: string }

export type DeckState = BoardedState<DeckStatus>;

/** What the run of a deck orders, one after the other. */
export type DeckPart = 'frames' | 'takes' | 'draft' | 'finish';

declare module '../../kernel/contract/runs.js' {
  interface RunInputs { pitchDeckWorkflow: DeckInput }
  interface RunSignals { pitchDeckWorkflow: { decide: Decision } }
  interface RunUpdates { pitchDeckWorkflow: EditUpdates }
}

/** The start of a deck's run. */
export const deckRunSpec = ({ id, accountId, projectId, title, requestId }: DeckRow): RunSpec<'pitchDeckWorkflow'> => ({
  workflow: 'pitchDeckWorkflow', workflowId: deckRunId(id), input: { deckId: id, accountId, projectId }, labels: { accountId, projectId, requestId },
  summary: `Pitch deck: ${title}`,
});
