import type { Urgency } from '../contract/runs.js';
import type { Db } from '../db/database.js';
import type { ErrorCode } from '../errors/catalogue.js';
import type { Services } from '../services.js';
import type { LineKey, OpenAnswer, WorkFailure, WorkInput, WorkKey, WorkUnit } from './model.js';
import type { WorkStep } from './step.js';

/** The subject of work, and its project. */
export type WorkSubject = Pick<WorkInput, 'subjectId' | 'projectId'>;

/**
 * Definition of a kind of work. A transaction locks, in this order, the containers of the subject, the row of the work, the subject, and the credits. Hooks
 * with a `tx` run in the kernel's transaction, with the row of the work locked; `lock` runs before that.
 */
export interface WorkKind<Input extends WorkInput = WorkInput, Made = unknown, Loaded = Made, Brief = unknown> {
  /** Name of the kind in lists, run ids, holds and ledger entries: words with hyphens. Permanent. */
  kind: string;
  /** The name of the kind in runs that earlier versions started. */
  formerly?: string;
  /** The pattern that follows the kind in run ids, as the runbook shows it: `<artifact>:r<revision>`. */
  runOn: string;
  /** The name of its runs in the engine. */
  workflow: string;
  /** How a kind of one step makes its result. Other kinds have a workflow of the name above, and activities. */
  step?: WorkStep<Input, Made>;
  /** The name of the queue of this kind in lists of queues, such as `jobs`. */
  queue: string;
  /** The unit that its progress counts. */
  unit: WorkUnit;
  /** True when its activities count the units as they proceed; otherwise each line of the work counts as a unit. */
  counted?: true;
  /** How urgent its runs are. Default: `paid` for an input with credits, else `free`. */
  urgency?: Urgency;
  /** The kind of provider that does most of the work. */
  provider?: 'llm' | 'tts' | 'image' | 'video';
  /** Status after a cancellation: `CANCELED` is final, `FAILED` allows another epoch. */
  whenCancelled: 'CANCELED' | 'FAILED';
  /** The work continues when its project is deleted, because its subject belongs to the account or is restored with the project. */
  outlivesProject?: true;
  /** Code shown for failures of the server. Default: `artifact_generation_failed`. */
  failureCode?: ErrorCode;
  /** Message for the caller when the run was terminated: the remedy. Default: to ask for it again. */
  stopped?: string;
  /**
   * Locks the containers of the subject, such as its project. The kernel calls it before it inserts or locks the row of the work, in moves whose `admit` or
   * `publish` needs it: a container is always locked before work on its contents.
   */
  lock?(tx: Db, subject: WorkSubject): Promise<void>;
  /** Requests come with a brief. A run that finds neither its row nor its brief opens nothing. */
  briefed?: true;
  /** Checks under the lock whether an epoch may be opened; null when it may. For `brief`, see `opened`. */
  admit?(tx: Db, input: Input, brief: Brief): Promise<OpenAnswer | null>;
  /**
   * Inserts the rows of the kind with the first epoch. `brief` is the part of the request outside the input, such as texts of users; it is given only with
   * the first epoch, and undefined later.
   */
  opened?(tx: Db, input: Input, brief: Brief): Promise<void>;
  /** Resets the rows of the kind for a later epoch. */
  reopened?(tx: Db, input: Input): Promise<void>;
  /** Loads the stored objects that the result refers to by key, before the transaction. */
  load?(services: Services, made: Made): Promise<Loaded>;
  /**
   * Makes the result of a line visible: the value from `load`, or without `load` the result of the run. False when the line had already ended or newer
   * changes overtook the result.
   */
  publish(tx: Db, key: LineKey, loaded: Loaded): Promise<boolean>;
  /** Begins what follows a published line, outside of its transaction. Called again when the first call was interrupted. */
  published?(services: Services, key: LineKey, loaded: Loaded): Promise<void>;
  /** Marks the subject as failed: for one line, or with null for every open line. False when it had already ended. */
  fail?(tx: Db, key: WorkKey, line: number | null, failure: WorkFailure): Promise<boolean>;
  /** Releases what only open work may occupy, when it is cancelled for good. */
  cancelled?(tx: Db, key: WorkKey): Promise<void>;
  /** Deletes stored objects that are no longer needed: after a failure or cancellation, and when code calls it otherwise. Safe to repeat. */
  clearAway?(services: Services, subjectId: string): Promise<void>;
}

/** `stopped` of kinds whose work has an operation that resumes it. */
export const STOPPED_RESUMABLE = 'The run was stopped from outside before it could end; start it again with resume.';

const DEFINED = new Map<string, WorkKind>();

/** Declares a kind of work, in a file whose name ends with `-kind.ts`: `src/domain/work-kinds.ts` loads them all. */
export function defineWork<Input extends WorkInput, Made, Loaded = Made, Brief = unknown>(
  kind: WorkKind<Input, Made, Loaded, Brief>,
): WorkKind<Input, Made, Loaded, Brief> {
  DEFINED.set(kind.kind, kind as unknown as WorkKind);
  return kind;
}

/** The kinds that were declared so far, by name. */
export const definedKinds = (): Map<string, WorkKind> => new Map(DEFINED);

/** The kind of a row of work, for code of an area, which knows only the kinds of its own and of lower areas. Throws for a kind whose module is not loaded. */
export function definedKind({ kind: name }: { kind: string }): WorkKind {
  const kind = DEFINED.get(name);
  if (!kind) throw new Error(`no module has declared the kind of work ${name}`);
  return kind;
}
