/** In the order work goes through them; work without a price skips RESERVED. PARTIAL: some lines are READY, others go on. */
export const WORK_STATUSES = ['PENDING', 'RESERVED', 'RUNNING', 'PARTIAL', 'READY', 'FAILED', 'CANCELED'] as const;
export type WorkStatus = (typeof WORK_STATUSES)[number];

/** Nothing more happens in this epoch. */
export const ENDED: readonly WorkStatus[] = ['READY', 'FAILED', 'CANCELED'];
/** From here work can still be cancelled: no line was settled yet. */
export const CANCELLABLE: readonly WorkStatus[] = ['PENDING', 'RESERVED', 'RUNNING'];

export const PROGRESS_STAGES = [
  'queued', 'extracting', 'digesting', 'planning', 'parsing', 'judging', 'writing', 'casting', 'synthesizing', 'rendering',
  'provider_backoff', 'finishing',
] as const;
export type ProgressStage = (typeof PROGRESS_STAGES)[number];

/** What progress counts, by kind of work. */
export const WORK_UNITS = ['lines', 'scenes', 'scripts', 'plans', 'recordings', 'reports', 'sources', 'digests'] as const;
export type WorkUnit = (typeof WORK_UNITS)[number];

/** Where work stands; written by its activities, read by clients while they poll. */
export interface Progress {
  stage: ProgressStage;
  /** Of the kind's units; 0 of 0 until the activities know, and for kinds that do not count. */
  completed: number;
  total: number;
  /** While a stage counts something else than its kind. */
  unit?: WorkUnit;
  /** When the next attempt is due; only in stage `provider_backoff`. */
  nextAttemptAt: string | null;
  lastError: { code: string; message: string } | null;
}

export const QUEUED = {
  stage: 'queued', completed: 0, total: 0, nextAttemptAt: null, lastError: null,
} as const satisfies Progress;

/** Names work in one of its epochs: whoever acts on it checks that the row still is in that epoch. */
export interface WorkKey { workId: string; epoch: number }

/** One part of the work that is charged or given back by itself. Work that makes one thing has line 0. */
export interface LineKey extends WorkKey { line: number }

export interface WorkLine { line: number; credits: number }

/** What every run of work is started with; kinds add what they need. */
export interface WorkInput extends WorkKey {
  kind: string;
  accountId: string;
  /** Null for work on something that is in no project. */
  projectId: string | null;
  /** What the work is done on, and which revision of it (0 where there are none). */
  subjectId: string;
  revision: number;
  /** What people see it called in lists, such as `Rendering audio: The Light at Corran Head`. */
  label: string;
  /** The request that opened the epoch. */
  requestId: string;
  /** Credits by line; empty for work without a price. */
  lines: readonly WorkLine[];
}

/** Code of a failure that is ours and no caller's; a kind may show a code of its own in its place. */
export const OWN_FAILURE = 'artifact_generation_failed';

/** What a record shows of a failure: a code of the catalogue, a sentence, and details for the caller. */
export interface WorkFailure { code: string; message: string; details?: Record<string, unknown> }

/**
 * What came of opening work. `over`: it ended before, goes on in a later epoch, or something else took its place, so that this run
 * has nothing to do. `refused`: a precondition of the kind no longer holds. Neither these nor `insufficient` change anything.
 */
export type OpenAnswer =
  | { outcome: 'open' }
  | { outcome: 'over' }
  | { outcome: 'refused'; failure: WorkFailure }
  | { outcome: 'insufficient'; required: number; available: number };

/** How one line ended; `over` when the work or the line had ended before. */
export type LineOutcome = 'READY' | 'FAILED' | 'over';

/** Answer of the `state` query. */
export interface WorkState { workId: string; kind: string; epoch: number; stage: string; lines: { line: number; outcome: LineOutcome | 'open' }[] }

/** Answer of the `ledger` query. */
export interface WorkLedger { reserved: readonly WorkLine[]; answer: OpenAnswer['outcome'] | 'waiting' }
