import type { TimedEntry } from '../parts/timeline.js';

/** Shows one kind of movement as it is at `ms` on the clock of the read. It is called for every frame, so it must be cheap when nothing changes. */
export type StagePart = (entry: TimedEntry | null, ms: number) => void;
