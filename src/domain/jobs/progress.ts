export const PROGRESS_STAGES = [
  'queued', 'writing', 'casting', 'synthesizing', 'mixing', 'rendering', 'provider_backoff', 'finishing',
] as const;
export type ProgressStage = (typeof PROGRESS_STAGES)[number];

/** Where a job stands; written by its activities, read by clients while they poll. */
export interface Progress {
  stage: ProgressStage;
  completed: number;
  total: number;
  unit: 'lines' | 'scenes' | 'chapters' | 'beats';
  /** When the next attempt is due; only in stage `provider_backoff`. */
  nextAttemptAt: string | null;
  lastError: { code: string; message: string } | null;
}

export const QUEUED: Progress = { stage: 'queued', completed: 0, total: 0, unit: 'scenes', nextAttemptAt: null, lastError: null };
