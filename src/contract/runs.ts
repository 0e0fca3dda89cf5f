/**
 * What each workflow type is started with. Every area adds its own types by declaration merging, so that the engine's callers and
 * the workflow functions are held to the same declaration without importing each other.
 */
export interface RunInputs {
  checkWorkflow: undefined;
}

/** Signals by workflow type and name, each with its argument. */
export interface RunSignals {
  checkWorkflow: Record<never, never>;
}

/** Updates by workflow type and name, each with its argument and its answer. */
export interface RunUpdates {
  checkWorkflow: Record<never, never>;
}

export type RunType = keyof RunInputs;

/** What operators find a run by in the Temporal UI. */
export interface RunLabels { accountId: string; projectId?: string; jobId?: string; requestId?: string; stage?: string }

export interface RunSpec<W extends RunType = RunType> {
  workflow: W;
  workflowId: string;
  /** Ids and object keys only, and everything the run needs, so that a lost caller loses nothing. */
  input: RunInputs[W];
  labels: RunLabels;
  /** Shown in the Temporal UI, in words. */
  summary: string;
}

type NameOf<Messages, W extends keyof Messages> = keyof Messages[W] & string;

export type SignalName<W extends keyof RunSignals> = NameOf<RunSignals, W>;
export type SignalArgument<W extends keyof RunSignals, N extends SignalName<W>> = RunSignals[W][N];
export type UpdateName<W extends keyof RunUpdates> = NameOf<RunUpdates, W>;
export type UpdateArgument<W extends keyof RunUpdates, N extends UpdateName<W>> =
  RunUpdates[W][N] extends { argument: infer A } ? A : never;
export type UpdateAnswer<W extends keyof RunUpdates, N extends UpdateName<W>> =
  RunUpdates[W][N] extends { answer: infer A } ? A : never;

/** The workflow engine did not answer in time. Over HTTP it is `internal_error`; what was sent may still take effect. */
export class EngineUnavailable extends Error {
  override readonly name = 'EngineUnavailable';
}

/** An open run whose workflow tasks fail one after the other: it does nothing until its code or its history is mended. */
export interface FailingRun {
  workflowId: string;
  runId: string;
  workflow: string;
  /** In the engine's words, such as `cause=WorkflowTaskFailedCauseNonDeterministicError`. */
  problems: string[];
}

/** What the API and the activities need of the engine. Every call has a deadline of seconds; a run's end is never awaited. */
export interface Engine {
  /** Starts the run or joins the open one. A closed run is followed by another: its rows decide whether anything is left to do. */
  start<W extends RunType>(spec: RunSpec<W>): Promise<void>;
  /**
   * Starts the run or joins the open one, and waits for the answer of its update. `updateId` names one request: a repeat of the
   * same request to the same run gets the same answer.
   */
  startAndWait<W extends RunType & keyof RunUpdates, N extends UpdateName<W>>(
    spec: RunSpec<W>, update: { name: N; id: string; argument?: UpdateArgument<W, N> },
  ): Promise<UpdateAnswer<W, N>>;
  /** Sends an update to an open run and waits for its answer; null when there is no open run. Raises what a validator refused. */
  update<W extends keyof RunUpdates, N extends UpdateName<W>>(
    workflow: W, workflowId: string, update: { name: N; id: string; argument: UpdateArgument<W, N> },
  ): Promise<UpdateAnswer<W, N> | null>;
  /** False when there is no open run. */
  signal<W extends keyof RunSignals, N extends SignalName<W>>(
    workflow: W, workflowId: string, name: N, argument: SignalArgument<W, N>,
  ): Promise<boolean>;
  /** Requests cancellation; false when there is no open run. */
  cancel(workflowId: string): Promise<boolean>;
  /** Null when no run with this id was ever started, or it is no longer retained. */
  status(workflowId: string): Promise<'open' | 'closed' | null>;
  /** Open runs of this installation whose workflow tasks keep failing, at most so many. */
  listFailingRuns(limit: number): Promise<FailingRun[]>;
  /** Round trip in ms; raises `EngineUnavailable`. */
  ping(): Promise<number>;
  close(): Promise<void>;
}
