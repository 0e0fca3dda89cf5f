/** Statuses in their usual order. Free work skips RESERVED. PARTIAL: some lines are READY, others are still running. */
export const WORK_STATUSES = ['PENDING', 'RESERVED', 'RUNNING', 'PARTIAL', 'READY', 'FAILED', 'CANCELED'] as const;
export type WorkStatus = (typeof WORK_STATUSES)[number];

/** Final statuses of an epoch. */
export const ENDED: readonly WorkStatus[] = ['READY', 'FAILED', 'CANCELED'];
/** Statuses in which work can be cancelled, because no line was settled yet. */
export const CANCELLABLE: readonly WorkStatus[] = ['PENDING', 'RESERVED', 'RUNNING'];

export const PROGRESS_STAGES = [
  'queued', 'extracting', 'digesting', 'planning', 'parsing', 'judging', 'writing', 'casting', 'synthesizing', 'rendering',
  'provider_backoff', 'finishing',
] as const;
export type ProgressStage = (typeof PROGRESS_STAGES)[number];

/** Units that progress can count, by kind of work. */
export const WORK_UNITS = [
  'lines', 'scenes', 'scripts', 'plans', 'recordings', 'reports', 'sources', 'digests', 'outlines', 'voices', 'pictures', 'clips', 'series-bibles', 'episodes',
  'releases', 'chapters', 'beats',
] as const;
export type WorkUnit = (typeof WORK_UNITS)[number];

/** Progress of work, written by its activities and shown to clients that poll. */
export interface Progress {
  stage: ProgressStage;
  /** Counted in the unit of the kind. Both numbers are 0 until the activities know them, and for kinds that do not count. */
  completed: number;
  total: number;
  /** Set while a stage counts a unit other than that of its kind. */
  unit?: WorkUnit;
  /** Time of the next attempt; only in stage `provider_backoff`. */
  nextAttemptAt: string | null;
  lastError: { code: string; message: string } | null;
}

export const QUEUED = {
  stage: 'queued', completed: 0, total: 0, nextAttemptAt: null, lastError: null,
} as const satisfies Progress;

/** Work in one of its epochs. Every move checks that the row is still in that epoch. */
export interface WorkKey { workId: string; epoch: number }

/** A part of the work that is charged or released separately. Work with a single result has only line 0. */
export interface LineKey extends WorkKey { line: number }

export interface WorkLine { line: number; credits: number }

/** Input of every run of work; kinds add their own fields. */
export interface WorkInput extends WorkKey {
  kind: string;
  accountId: string;
  /** Null for work on a subject without a project. */
  projectId: string | null;
  /** The subject of the work and its revision (0 for a subject without revisions). */
  subjectId: string;
  revision: number;
  /** Description in lists, such as `Rendering audio: The Light at Corran Head`. */
  label: string;
  /** Id of the request that opened the epoch. */
  requestId: string;
  /** Credits by line; empty for free work. */
  lines: readonly WorkLine[];
  /** Key of the object with the brief of the request, which the run reads when it opens the work. */
  briefKey?: string;
}

/** Default code of failures of the server; a kind may show its own code instead. */
export const OWN_FAILURE = 'artifact_generation_failed';

/** The code of work that a person cancelled. */
export const CANCELLED = 'work_cancelled';

/** A failure as records show it: a code of the catalogue, a message, and details for the caller. */
export interface WorkFailure { code: string; message: string; details?: Record<string, unknown> }

/**
 * Outcome of opening work. `over`: the work has ended, is in a later epoch or was superseded, so this run has nothing to do.
 * `refused`: a precondition of the kind is not met. `over`, `refused` and `insufficient` change nothing.
 */
export type OpenAnswer =
  | { outcome: 'open' }
  | { outcome: 'over' }
  | { outcome: 'refused'; failure: WorkFailure }
  | { outcome: 'insufficient'; required: number; available: number };

/** Outcome of ending a line; `over` when the work or the line had ended before. */
export type LineOutcome = 'READY' | 'FAILED' | 'over';

/** Answer of the `state` query. */
export interface WorkState { workId: string; kind: string; epoch: number; stage: string; lines: { line: number; outcome: LineOutcome | 'open' }[] }

/** Answer of the `ledger` query. */
export interface WorkLedger { reserved: readonly WorkLine[]; answer: OpenAnswer['outcome'] | 'waiting' }
