/** Gains are computed for every step and change evenly between them. */
export const STEP_MS = 10;
/** How long a sound takes to go down before a voice, stays down after it, and takes to rise. */
export interface DuckingTimes { downMs: number; holdMs: number; upMs: number }
/** A sound is down when a voice begins, and rises only in pauses that last. */
const USUAL: DuckingTimes = { downMs: 150, holdMs: 250, upMs: 600 };

/** When a line is spoken; `share` says how far down other sounds go under it, 1 by default. */
export interface Speech { startMs: number; endMs: number; share?: number }

/** For every step of a programme how far everything but the voices is down, in shares; 0 is not at all. */
export function duckedShares(
  { speech, durationMs, duckingTimes: { downMs, holdMs, upMs } = USUAL }: { speech: readonly Speech[]; durationMs: number; duckingTimes?: DuckingTimes },
): Float32Array {
  const steps = Math.ceil(durationMs / STEP_MS) + 2;
  const wanted = new Float32Array(steps);
  for (const { startMs, endMs, share = 1 } of speech) {
    const [from, until] = [Math.max(0, Math.floor((startMs - downMs) / STEP_MS)), Math.min(steps, Math.max(0, Math.ceil((endMs + holdMs) / STEP_MS)))];
    for (let step = from; step < until; step++) wanted[step] = Math.max(wanted[step]!, share);
  }
  // The deepest way down takes as long as the usual one.
  const most = speech.reduce((deepest, { share = 1 }) => Math.max(deepest, share), 1);
  const shares = new Float32Array(steps);
  let share = wanted[0]!;
  for (let step = 0; step < steps; step++) {
    share = wanted[step]! >= share ? Math.min(wanted[step]!, share + (most * STEP_MS) / downMs) : Math.max(wanted[step]!, share - (most * STEP_MS) / upMs);
    shares[step] = share;
  }
  return shares;
}
