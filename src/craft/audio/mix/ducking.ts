/** Gains are computed for every step and change evenly between them. */
export const STEP_MS = 10;
/** A sound is down when a voice begins, and rises only in pauses that last. */
const DOWN_MS = 150;
const HOLD_MS = 250;
const UP_MS = 600;

/** For every step of a programme how far everything but the voices is down, 0 to 1. */
export function duckedShares({ speech, durationMs }: { speech: readonly { startMs: number; endMs: number }[]; durationMs: number }): Float32Array {
  const steps = Math.ceil(durationMs / STEP_MS) + 2;
  const spoken = new Uint8Array(steps);
  for (const { startMs, endMs } of speech) {
    spoken.fill(1, Math.max(0, Math.floor((startMs - DOWN_MS) / STEP_MS)), Math.max(0, Math.ceil((endMs + HOLD_MS) / STEP_MS)));
  }
  const shares = new Float32Array(steps);
  let share = spoken[0]!;
  for (let step = 0; step < steps; step++) {
    share = spoken[step] ? Math.min(1, share + STEP_MS / DOWN_MS) : Math.max(0, share - STEP_MS / UP_MS);
    shares[step] = share;
  }
  return shares;
}
