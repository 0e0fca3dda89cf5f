import { SAMPLES_PER_MS } from '../speech/line-cache.js';

/** A stretch of time, in milliseconds. */
export interface Stretch { startMs: number; endMs: number }

const WINDOW_MS = 40;
/** Windows that are this much softer than the loudest tenth are pauses. */
const PAUSE_DB = 18;

/** The times at which a voice is loud: all windows of a line that are not pauses. `samples` are at 24 kHz. */
export function loudTimes(samples: Int16Array): Stretch[] {
  const size = WINDOW_MS * SAMPLES_PER_MS;
  const levels = Array.from({ length: Math.floor(samples.length / size) }, (_, at) =>
    10 * Math.log10(samples.subarray(at * size, (at + 1) * size).reduce((sum, sample) => sum + sample * sample, 0) / size + 1));
  const loudest = [...levels].sort((one, other) => one - other)[Math.floor(levels.length * 0.9)] ?? 0;
  return levels.flatMap((level, at) => (level > loudest - PAUSE_DB ? [{ startMs: at * WINDOW_MS, endMs: (at + 1) * WINDOW_MS }] : []));
}

/** The share of the times in which a voice is loud while no mouth moves: 0 for lips that keep to their line. */
export function restingShare(loud: readonly Stretch[], moving: readonly Stretch[]): number {
  if (loud.length === 0) return 0;
  const rests = loud.filter(({ startMs, endMs }) => !moving.some((one) => one.startMs < endMs && one.endMs > startMs));
  return rests.length / loud.length;
}
