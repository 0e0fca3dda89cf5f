import pLimit, { type LimitFunction } from 'p-limit';

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
      const onAbort = (): void => leave();
      signal?.addEventListener('abort', onAbort, { once: true });
      void this.limit(() => new Promise<void>((free) => {
        if (signal?.aborted) return free();
        leave = free;
        // From here on the promise settles as the work does, and an abort only frees the place.
        return resolve((async () => {
          try {
            return await work();
          } finally {
            signal?.removeEventListener('abort', onAbort);
            free();
          }
        })());
      }));
    });
  }
}
