const DEFAULT_BACKOFF_MS = 5_000;
const MIN_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 15 * 60_000;

/** Milliseconds until the next attempt, from `Retry-After` (seconds or a date), clamped to 1 s to 15 min. */
export function retryAfterMs(header: string | undefined, now: number): number {
  if (header === undefined) return DEFAULT_BACKOFF_MS;
  const seconds = Number(header);
  const delayMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(delayMs) ? Math.min(Math.max(delayMs, MIN_BACKOFF_MS), MAX_BACKOFF_MS) : DEFAULT_BACKOFF_MS;
}
