import type { Decision } from '../../contract/decision.js';
import type { ErrorCode } from '../../errors/catalogue.js';
import type { Services } from '../../services.js';
import type { Subject } from '../subject.js';

/** A place where a run waits, without limit, for a person. */
export interface Gate {
  /** Named by decisions; permanent. */
  gate: string;
  /** Statuses in which the gate is open. */
  waiting: readonly string[];
  /** Statuses that say that the gate was approved: approving it again changes nothing. */
  passed: readonly string[];
}

/** What waits at gates: a row that a run moves, and how a decision reaches that run. */
export interface GatedRun<Row> {
  /** In a sentence: `a plan`. */
  words: string;
  /** Refuses a decision that comes too early or too late, with `details.status` and `details.allowed`. */
  stateInvalid: ErrorCode;
  subjectOf(row: Row): Subject;
  statusOf(row: Row): string;
  /** The revision that people look at, and decide about. */
  revisionOf(row: Row): number;
  /** Reads the row again. */
  reread(services: Services, row: Row): Promise<Row>;
  /** Sends the decision to the open run of the row; false when it has none. */
  send(services: Services, row: Row, decision: Decision): Promise<boolean>;
  /** Gives a row whose run is gone another one, and answers the row as it then is. */
  reviveRun(services: Services, row: Row, requestId: string): Promise<Row>;
}
