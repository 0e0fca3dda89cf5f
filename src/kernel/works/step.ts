import type { ActivityGroup } from '../../../workflows/shared/activity-groups.js';
import type { RunStage } from '../contract/run-stages.js';
import type { ErrorCode } from '../errors/catalogue.js';
import type { Services } from '../services.js';
import type { Progress, ProgressStage, WorkFailure, WorkInput } from './model.js';

/** A permanent failure: no repeat of the step would succeed. The message is for the caller. */
export class MakingFailed extends Error {
  override readonly name = 'MakingFailed';

  constructor(message: string, readonly code: ErrorCode = 'artifact_generation_failed') {
    super(message);
  }
}

/** The tools that the maker of a step gets besides its input. */
export interface Making {
  /** Aborts when the work is cancelled or its worker shuts down. */
  signal: AbortSignal;
  /** Shows progress to clients that poll. */
  note(progress: Partial<Progress>): Promise<void>;
}

/** What a run knows about its step. The run gets it in its input, because workflow code must not import the domain. */
export interface RunStep {
  /** Name of the activity, as the Temporal UI shows it. */
  activity: string;
  /** The activity group, which decides the retries and the queue. */
  group: ActivityGroup;
  stage: RunStage;
  /** A sentence for operators about what the run does. */
  words: string;
  /** True when the kind's `clearAway` is also called after the work is READY. */
  clearsAway?: true;
  /** The failure of the work when newer changes overtook its result, so that `publish` refused it. */
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
   * Makes the result of a line and stores its large parts. Safe to repeat, even in parallel. Null when there is nothing left to make. Throws `MakingFailed`
   * and the failures of providers; any other error is retried.
   */
  make(services: Services, input: Input & { line: number }, making: Making): Promise<Made | null>;
}

export const runStepOf = ({ activity, group, stage, words, clearsAway, overtaken }: RunStep): RunStep => ({
  activity, group, stage, words, ...(clearsAway ? { clearsAway } : {}), ...(overtaken ? { overtaken } : {}),
});
