import type { ActivityGroup } from '../../../workflows/shared/activity-groups.js';
import type { RunStage } from '../contract/run-stages.js';
import type { ErrorCode } from '../errors/catalogue.js';
import type { Services } from '../services.js';
import type { Progress, ProgressStage, WorkFailure, WorkInput } from './model.js';

/** A failure of making that no repeat mends. Its message is for the caller. */
export class MakingFailed extends Error {
  override readonly name = 'MakingFailed';

  constructor(message: string, readonly code: ErrorCode = 'artifact_generation_failed') {
    super(message);
  }
}

/** What the maker of a step gets beside its input. */
export interface Making {
  /** Aborts when the work is cancelled or its worker shuts down. */
  signal: AbortSignal;
  /** Shows progress to clients that poll. */
  note(progress: Partial<Progress>): Promise<void>;
}

/** What a run knows about its step. It is part of the run's input, because workflow code imports nothing of the domain. */
export interface RunStep {
  /** Name of the activity, as the Temporal UI shows it. */
  activity: string;
  /** What a retry may do, and the queue. */
  group: ActivityGroup;
  stage: RunStage;
  /** A sentence for operators about what the run does. */
  words: string;
  /** The kind's `clearAway` is called when the work is READY, too. */
  clearsAway?: true;
  /** How the work fails when its result was overtaken: `publish` refused it. */
  overtaken?: WorkFailure;
}

/**
 * How a kind of one step makes its result, line by line. Such a kind needs no workflow and no activity of its own; its runs and its
 * activity have their own names all the same.
 */
export interface WorkStep<Input extends WorkInput, Made> extends RunStep {
  /** The stage that clients see. */
  progress: ProgressStage;
  /**
   * Makes the result of a line and stores what is large. Safe to repeat, also at the same time. Null when there is nothing left to make.
   * Throws `MakingFailed` and the failures of providers; what else it throws is retried.
   */
  make(services: Services, input: Input & { line: number }, making: Making): Promise<Made | null>;
}

export const runStepOf = ({ activity, group, stage, words, clearsAway, overtaken }: RunStep): RunStep => ({
  activity, group, stage, words, ...(clearsAway ? { clearsAway } : {}), ...(overtaken ? { overtaken } : {}),
});
