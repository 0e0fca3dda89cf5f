/** Gains are computed for every step and interpolated linearly in between. */
export const STEP_MS = 10;
/** How long a sound takes to go down before a voice, how long it stays down after the voice, and how long it takes to rise. */
export interface DuckingTimes { downMs: number; holdMs: number; upMs: number }
/** A sound is fully down when a voice begins, and rises only in longer pauses. */
const USUAL: DuckingTimes = { downMs: 150, holdMs: 250, upMs: 600 };

/** The time of a spoken line; `share` tells how far other sounds go down under it, 1 by default. */
export interface Speech { startMs: number; endMs: number; share?: number }

/** For every step of a programme, how far all other sounds are lowered under the voices, as a share; 0 means not at all. */
export function duckedShares(
  { speech, durationMs, duckingTimes: { downMs, holdMs, upMs } = USUAL }: { speech: readonly Speech[]; durationMs: number; duckingTimes?: DuckingTimes },
): Float32Array {
  const steps = Math.ceil(durationMs / STEP_MS) + 2;
  const wanted = new Float32Array(steps);
  for (const { startMs, endMs, share = 1 } of speech) {
    const [from, until] = [Math.max(0, Math.floor((startMs - downMs) / STEP_MS)), Math.min(steps, Math.max(0, Math.ceil((endMs + holdMs) / STEP_MS)))];
    for (let step = from; step < until; step++) wanted[step] = Math.max(wanted[step]!, share);
  }
  // A share above 1 also takes only `downMs` to reach.
  const most = speech.reduce((deepest, { share = 1 }) => Math.max(deepest, share), 1);
  const shares = new Float32Array(steps);
  let share = wanted[0]!;
  for (let step = 0; step < steps; step++) {
    share = wanted[step]! >= share ? Math.min(wanted[step]!, share + (most * STEP_MS) / downMs) : Math.max(wanted[step]!, share - (most * STEP_MS) / upMs);
    shares[step] = share;
  }
  return shares;
}
