import type { VoiceMap } from '../../src/domain/library/voice-map.js';
import type { Quote } from '../../src/domain/plans/quote.js';

/** A resume opens the next epoch and, with it, a run of its own; its holds and ledger entries carry the epoch. */
export const jobWorkflowId = (jobId: string, epoch: number): string => (epoch === 1 ? `job:${jobId}` : `job:${jobId}:e${epoch}`);

/** StoryStage from the start: what a job does for nearly all of its time, so that the index is not written twice. */
export const WRITING = 'writing';

/** One artifact of a job; `line` is its place in the plan and its credit line. */
export interface JobLine { line: number; artifactId: string; type: string; credits: number }

/** A writer's screenplay that a job performs, as it was when the job was asked for, instead of writing one. */
export interface Adoption { scriptUploadId: string; screenplayKey: string; title: string }

/** Everything the run needs, so that a lost caller loses nothing. */
export interface JobInput {
  jobId: string;
  epoch: number;
  accountId: string;
  projectId: string;
  /** Null for the read of a script that was prepared without a plan; it brings its `adopts` and its `quote`. */
  planId: string | null;
  adopts?: Adoption;
  quote?: Quote;
  /** The finished read is performed at once, so that it can be shared and heard without a wait. */
  performs?: boolean;
  requestId: string;
  lines: JobLine[];
  /** Voices of the request, resolved against the catalogue. */
  voiceMap: VoiceMap;
  /**
   * The writer computes on our own processors: its work then goes with the run's own queue, whose worker may begin at once. The
   * work of a provider waits on the queue for providers.
   */
  writesHere?: boolean;
}

/** Names a job in one of its epochs: every activity checks that the row still is in it. */
export interface JobKey { jobId: string; epoch: number }

export interface ArtifactKey extends JobKey { artifactId: string }

/**
 * `over`: the row is terminal or in another epoch, so that this run (a reset one, perhaps) has nothing to do; or the version has a
 * read of its own already. `script_gone`: the adopted version was deleted meanwhile.
 */
export type ReserveAnswer =
  | { outcome: 'reserved' }
  | { outcome: 'over' }
  | { outcome: 'script_gone' }
  | { outcome: 'insufficient'; required: number; available: number };

/** Sent with the start; it only waits for the answer of the run's own reserve step. */
export const RESERVE_UPDATE = 'reserve';

export interface JobFailure { code: string; message: string; details?: Record<string, unknown> }

export type ArtifactOutcome = 'READY' | 'FAILED' | 'over';

export interface JobState {
  jobId: string;
  epoch: number;
  stage: string;
  artifacts: { artifactId: string; type: string; outcome: ArtifactOutcome | 'open' }[];
}

export interface JobLedger { reserved: { line: number; credits: number }[]; answer: ReserveAnswer['outcome'] | 'waiting' }

export const STATE_QUERY = 'state';
export const LEDGER_QUERY = 'ledger';
