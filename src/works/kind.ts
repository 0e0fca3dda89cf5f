import type { RunType } from '../contract/runs.js';
import type { Db } from '../db/database.js';
import type { ErrorCode } from '../errors/catalogue.js';
import type { Services } from '../services.js';
import type { LineKey, OpenAnswer, WorkFailure, WorkInput, WorkKey, WorkUnit } from './model.js';

/** What a kind of work adds to the kernel. Every hook runs in the kernel's transaction, with the work's row locked. */
export interface WorkKind<Input extends WorkInput = WorkInput, Made = unknown, Loaded = Made> {
  /** Names the work in ids of runs, in holds and in ledger entries. */
  kind: string;
  workflow: RunType;
  /** What lists of queues call it, such as `jobs`. */
  queue: string;
  /** What its progress counts. */
  unit: WorkUnit;
  /** Its activities count the units as they go; without it the units are what the work makes: its lines. */
  counted?: true;
  /** The kind of provider that does most of it. */
  provider?: 'llm' | 'tts';
  /** `CANCELED` ends the work for good; `FAILED` lets it be started again. */
  whenCancelled: 'CANCELED' | 'FAILED';
  /** The work goes on when its project is deleted: what it is done on belongs to the account, or comes back with the project. */
  outlivesProject?: true;
  /** Shown for failures that are ours, cancellations included; without it `artifact_generation_failed`. */
  failureCode?: ErrorCode;
  /** Tells the caller what to do when the run was stopped from outside. */
  stopped?: string;
  /** What must hold when the epoch opens, checked under the lock. Null: it may open. */
  admit?(tx: Db, input: Input): Promise<OpenAnswer | null>;
  /** Rows that come with the first epoch. */
  opened?(tx: Db, input: Input): Promise<void>;
  /** What a later epoch sets back. */
  reopened?(tx: Db, input: Input): Promise<void>;
  /** Reads what the run only names by key, before the transaction begins. */
  load?(services: Services, made: Made): Promise<Loaded>;
  /** Makes the result of a line visible: what `load` read, else what the run made. False: the line had ended before. */
  publish(tx: Db, key: LineKey, loaded: Loaded): Promise<boolean>;
  /** Shows the failure on what the work is done on: one line, or every open one with null. False: it had ended before. */
  fail?(tx: Db, key: WorkKey, line: number | null, failure: WorkFailure): Promise<boolean>;
  /** Frees what only open work may hold, when it is cancelled for good. */
  cancelled?(tx: Db, key: WorkKey): Promise<void>;
  /** Clears away what lies outside the database and is not needed any more: after a failure, a cancellation, or where the process asks. Safe to repeat. */
  clearAway?(services: Services, subjectId: string): Promise<void>;
}

/** Declares a kind of work; `src/domain/work-kinds.ts` lists them all. */
export const defineWork = <Input extends WorkInput, Made, Loaded = Made>(kind: WorkKind<Input, Made, Loaded>): WorkKind<Input, Made, Loaded> => kind;
