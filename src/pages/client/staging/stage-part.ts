import type { TimedEntry } from '../parts/timeline.js';

/** Shows a part of what moves at a time, on the clock of the read; called for every frame, so that it has to be cheap when nothing changes. */
export type StagePart = (entry: TimedEntry | null, ms: number) => void;
