import pLimit, { type LimitFunction } from 'p-limit';

const calledOnAbort = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `call` when the signal aborts, until the returned function is called. All calls of a signal share one listener,
 * because hundreds may wait.
 */
function whenAborted(signal: AbortSignal, call: () => void): () => void {
  const calls = calledOnAbort.get(signal) ?? new Set();
  if (!calledOnAbort.has(signal)) {
    calledOnAbort.set(signal, calls);
    signal.addEventListener('abort', () => { for (const one of calls) one(); }, { once: true });
  }
  calls.add(call);
  return () => { calls.delete(call); };
}

/** Runs at most `width` pieces of work at once, first come first served. */
export class Semaphore {
  private readonly limit: LimitFunction;

  constructor(width: number) {
    this.limit = pLimit(width);
  }

  /**
   * Settles as `work` does. Rejects with the signal's reason when the signal aborts while the work waits; the work then
   * never begins. When the signal aborts during the work, the next piece begins at once, so that a hanging piece of work
   * does not block the others.
   */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      let leave: () => void = () => reject(signal?.reason as Error);
      const stopListening = signal && whenAborted(signal, () => leave());
      void this.limit(() => new Promise<void>((free) => {
        if (signal?.aborted) return free();
        leave = free;
        // From here on the promise settles as the work does, and an abort only frees the place.
        return resolve((async () => {
          try {
            return await work();
          } finally {
            stopListening?.();
            free();
          }
        })());
      }));
    });
  }
}
