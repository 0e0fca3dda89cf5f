import type { ReserveOutcome } from '../../src/credits/ledger.js';

/**
 * One shared performance per revision; every room plays it. `attempt` is the fence the row had when the run was asked for, so
 * that equal requests meet in one run and a failed or lost performance can be given again.
 */
export const performanceWorkflowId = (artifactId: string, revision: number, attempt: number): string =>
  `perform:${artifactId}:r${revision}:a${attempt}`;

export interface PerformanceInput { artifactId: string; revision: number }

/** A durable render of one revision; each paid attempt is an epoch of its own. */
export const finalizeWorkflowId = (artifactId: string, revision: number, epoch: number): string =>
  `finalize:${artifactId}:r${revision}:audio:e${epoch}`;

export interface FinalizeInput {
  artifactId: string;
  accountId: string;
  projectId: string;
  revision: number;
  epoch: number;
  amountCredits: number;
}

/** Answer of the update that is sent with the start of a finalize. */
export type { ReserveOutcome };

export const RESERVE_UPDATE = 'reserve';
