import { setTimeout as sleep } from 'node:timers/promises';

const PAUSES_MS = { first: 20, longest: 1_000 };

/** Calls `read` with growing pauses until it returns something. Throws an `AbortError` when the signal is aborted. */
export async function waitFor<T>(read: () => Promise<T | null>, signal: AbortSignal): Promise<T> {
  for (let pauseMs = PAUSES_MS.first; ; pauseMs = Math.min(pauseMs * 2, PAUSES_MS.longest)) {
    signal.throwIfAborted();
    const value = await read();
    if (value !== null) return value;
    await sleep(pauseMs, undefined, { signal });
  }
}
