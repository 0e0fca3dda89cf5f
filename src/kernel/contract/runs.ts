import type { RunStage } from './run-stages.js';

/**
 * Input of each workflow type. Every area adds its own types by declaration merging, so that callers of the engine and workflow
 * functions are checked against the same declaration without importing each other.
 */
export interface RunInputs {
  checkWorkflow: undefined;
}

/** Arguments of signals, by workflow type and name. */
export interface RunSignals {
  checkWorkflow: Record<never, never>;
}

/** Arguments and answers of updates, by workflow type and name. */
export interface RunUpdates {
  checkWorkflow: Record<never, never>;
}

export type RunType = keyof RunInputs;

/** Search attributes by which operators find a run in the Temporal UI. */
export interface RunLabels { accountId: string; projectId?: string; jobId?: string; requestId?: string; stage?: RunStage }

/**
 * How urgent a run is, from the most urgent: `live`, a listener waits; `paid`, somebody paid for it; `free`, it costs nothing; `extra`, nobody waits. When a
 * queue has a backlog, steps of more urgent runs go first; equally urgent steps are taken from the accounts in turn.
 */
export const URGENCIES = ['live', 'paid', 'free', 'extra'] as const;
export type Urgency = (typeof URGENCIES)[number];

export interface RunSpec<W extends RunType = RunType> {
  workflow: W;
  /** The type name in the engine, for runs that have several types there but a single `workflow` for their callers. Default: the name in `workflow`. */
  type?: string;
  workflowId: string;
  /** Everything that the run needs, as ids and object keys only: the run does not depend on its caller. */
  input: RunInputs[W];
  labels: RunLabels;
  /** A sentence shown in the Temporal UI. */
  summary: string;
  /** Default: `free`. */
  urgency?: Urgency;
}

type NameOf<Messages, W extends keyof Messages> = keyof Messages[W] & string;

export type SignalName<W extends keyof RunSignals> = NameOf<RunSignals, W>;
export type SignalArgument<W extends keyof RunSignals, N extends SignalName<W>> = RunSignals[W][N];
export type UpdateName<W extends keyof RunUpdates> = NameOf<RunUpdates, W>;
export type UpdateArgument<W extends keyof RunUpdates, N extends UpdateName<W>> =
  RunUpdates[W][N] extends { argument: infer A } ? A : never;
export type UpdateAnswer<W extends keyof RunUpdates, N extends UpdateName<W>> =
  RunUpdates[W][N] extends { answer: infer A } ? A : never;

/** The workflow engine did not answer in time, so that the request may still take effect, or refused the call. Over HTTP this is `internal_error`. */
export class EngineUnavailable extends Error {
  override readonly name = 'EngineUnavailable';
}

/** An open run that makes no progress: its workflow tasks keep failing, or its work cannot be opened. */
export interface FailingRun {
  workflowId: string;
  runId: string;
  workflow: string;
  /** The engine's description of failing tasks, such as `cause=WorkflowTaskFailedCauseNonDeterministicError`. */
  problems: string[];
}

/** The workflow engine as seen by the API and the activities. Every call has a deadline of seconds; none waits for the end of a run. */
export interface Engine {
  /**
   * Starts the run, or joins the open run with this id. After a closed run it starts a new run, which reads from the database whether anything is left to do.
   */
  start<W extends RunType>(spec: RunSpec<W>): Promise<void>;
  /**
   * Starts or joins the run and waits for the answer of its update. `updateId` identifies a request: a repeat of the request to the
   * same run gets the same answer.
   */
  startAndWait<W extends RunType & keyof RunUpdates, N extends UpdateName<W>>(
    spec: RunSpec<W>, update: { name: N; id: string; argument?: UpdateArgument<W, N> },
  ): Promise<UpdateAnswer<W, N>>;
  /** Sends an update to an open run and waits for its answer; null when no run is open. Raises the error of the update's validator. */
  update<W extends keyof RunUpdates, N extends UpdateName<W>>(
    workflow: W, workflowId: string, update: { name: N; id: string; argument: UpdateArgument<W, N> },
  ): Promise<UpdateAnswer<W, N> | null>;
  /** Sends a signal; false when no run is open. */
  signal<W extends keyof RunSignals, N extends SignalName<W>>(
    workflow: W, workflowId: string, name: N, argument: SignalArgument<W, N>,
  ): Promise<boolean>;
  /** Requests cancellation of the open run, which ends some time later; false when no run is open. */
  cancel(workflowId: string): Promise<boolean>;
  /** Status of the newest run with this id; null when there was none or it is no longer retained. */
  status(workflowId: string): Promise<'open' | 'closed' | null>;
  /** Open runs of this installation whose workflow tasks keep failing, at most `limit`. */
  listFailingRuns(limit: number): Promise<FailingRun[]>;
  /** Open runs of this installation that were started before a time and have shown no stage since, at most `limit`. */
  listQueuedRuns(limit: number, before: Date): Promise<Omit<FailingRun, 'problems'>[]>;
  /** Round trip in ms. Throws `EngineUnavailable`. */
  ping(): Promise<number>;
  /** Why no run can be started although the engine answers, with what to do; null when nothing is known to be wrong. Throws when it does not answer. */
  fault(): Promise<{ detail: string; fix: string } | null>;
  close(): Promise<void>;
}
