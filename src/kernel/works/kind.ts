import type { Urgency } from '../contract/runs.js';
import type { Db } from '../db/database.js';
import type { ErrorCode } from '../errors/catalogue.js';
import type { Services } from '../services.js';
import type { LineKey, OpenAnswer, WorkFailure, WorkInput, WorkKey, WorkUnit } from './model.js';
import type { WorkStep } from './step.js';

/** The subject of work, and its project. */
export type WorkSubject = Pick<WorkInput, 'subjectId' | 'projectId'>;

/**
 * Definition of a kind of work. A transaction locks, in this order, what contains the subject, the work's row, the subject, and the credits.
 * Hooks with a `tx` run in the kernel's transaction, with the work's row locked; `lock` runs before that.
 */
export interface WorkKind<Input extends WorkInput = WorkInput, Made = unknown, Loaded = Made, Brief = unknown> {
  /** Name of the kind in lists, ids of runs, holds and ledger entries; words with hyphens, and permanent. */
  kind: string;
  /** Its name in runs that earlier versions started. */
  formerly?: string;
  /** What the ids of its runs name after the kind, as the runbook shows it: `<artifact>:r<revision>`. */
  runOn: string;
  /** The name of its runs in the engine. */
  workflow: string;
  /** For a kind of one step: how it makes its result. Other kinds have a workflow of this name, and activities. */
  step?: WorkStep<Input, Made>;
  /** Its own name in lists of queues, such as `jobs`. */
  queue: string;
  /** What its progress counts. */
  unit: WorkUnit;
  /** Its activities count the units as they go; without it the units are what the work makes: its lines. */
  counted?: true;
  /** How urgent its runs are. Default: `paid` for an input with credits, else `free`. */
  urgency?: Urgency;
  /** The kind of provider that does most of it. */
  provider?: 'llm' | 'tts' | 'image' | 'video';
  /** Status after a cancellation: `CANCELED` is final, `FAILED` allows another epoch. */
  whenCancelled: 'CANCELED' | 'FAILED';
  /** The work continues when its project is deleted, because its subject belongs to the account or is restored with the project. */
  outlivesProject?: true;
  /** Code shown for failures of the server and for cancellations. Default: `artifact_generation_failed`. */
  failureCode?: ErrorCode;
  /** Message for the caller when the run was terminated: what to do next. */
  stopped?: string;
  /**
   * Locks what contains the subject, such as its project. The kernel calls it before it inserts or locks the work's row, in moves whose
   * `admit` or `publish` needs it: a container is always locked before the work on what it contains.
   */
  lock?(tx: Db, subject: WorkSubject): Promise<void>;
  /** Requests come with a brief. A run that finds neither its row nor its brief opens nothing. */
  briefed?: true;
  /** Checks under the lock whether an epoch may be opened; null if it may. `brief`: see `opened`. */
  admit?(tx: Db, input: Input, brief: Brief): Promise<OpenAnswer | null>;
  /**
   * Inserts the kind's own rows with the first epoch. `brief` is what the request says beside the input, such as users' texts; it is
   * given once, with the first epoch, and undefined later.
   */
  opened?(tx: Db, input: Input, brief: Brief): Promise<void>;
  /** Resets the kind's own rows for a later epoch. */
  reopened?(tx: Db, input: Input): Promise<void>;
  /** Loads the objects that the run refers to by key, before the transaction. */
  load?(services: Services, made: Made): Promise<Loaded>;
  /** Makes the result of a line visible: the value from `load`, else the run's result. False if the line had ended before. */
  publish(tx: Db, key: LineKey, loaded: Loaded): Promise<boolean>;
  /** Begins what follows a published line, outside of its transaction. Called again when the first call was interrupted. */
  published?(services: Services, key: LineKey, loaded: Loaded): Promise<void>;
  /** Marks the subject as failed: one line, or every open one for null. False if it had ended before. */
  fail?(tx: Db, key: WorkKey, line: number | null, failure: WorkFailure): Promise<boolean>;
  /** Releases what only open work may occupy, when it is cancelled for good. */
  cancelled?(tx: Db, key: WorkKey): Promise<void>;
  /** Deletes objects outside the database that are no longer needed: after a failure or cancellation, or when the process calls it. Safe to repeat. */
  clearAway?(services: Services, subjectId: string): Promise<void>;
}

/** Declares a kind of work; `src/domain/work-kinds.ts` lists them all. */
export const defineWork = <Input extends WorkInput, Made, Loaded = Made, Brief = unknown>(
  kind: WorkKind<Input, Made, Loaded, Brief>,
): WorkKind<Input, Made, Loaded, Brief> => kind;
