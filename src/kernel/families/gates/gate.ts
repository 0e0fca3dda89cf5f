import type { Decision } from '../../contract/decision.js';
import type { ErrorCode } from '../../errors/catalogue.js';
import type { Services } from '../../services.js';
import type { Subject } from '../subject.js';

/** A place where a run waits, without a time limit, for a person's decision. */
export interface Gate {
  /** The name by which stored decisions refer to the gate. Permanent. */
  gate: string;
  /** Statuses in which the gate accepts a decision. */
  waiting: readonly string[];
  /** Statuses after an approval: another approval changes nothing. */
  passed: readonly string[];
  /** Whether its run carries out a rejection too. One verdict counts for a revision: a run that goes on after a rejection makes another revision. */
  rejects?: true;
}

/** A kind of row whose run waits at gates, and how a decision reaches that run. */
export interface GatedRun<Row> {
  /** The row's name in error messages, such as `a plan`. */
  words: string;
  /** Every gate at which the run waits; a decision at another one would never reach it. */
  gates: readonly Gate[];
  /** Error code for a decision that comes too early or too late; `details` has `status` and `allowed`. */
  stateInvalid: ErrorCode;
  subjectOf(row: Row): Subject;
  statusOf(row: Row): string;
  /** The name of a status in answers, where it differs from the stored one; refusals say no other. */
  shownAs?(status: string): string;
  /** The revision that people see and decide about. */
  revisionOf(row: Row): number;
  /** Details of a refusal besides the status: what replaced the row, or the next call. */
  refusalOf?(row: Row): Record<string, unknown>;
  /** Loads the row by the id of its subject; null when it is gone. */
  find(services: Services, id: string): Promise<Row | null>;
  /** The id of the row's run. */
  runIdOf(row: Row): string;
  /** Sends the decision to the open run of the row. Returns false when there is no open run. */
  send(services: Services, row: Row, decision: Decision): Promise<boolean>;
  /** Starts a new run for a row whose run was lost, and returns the current row. */
  reviveRun(services: Services, row: Row, requestId: string): Promise<Row>;
}
