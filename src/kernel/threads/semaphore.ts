import { AsyncResource } from 'node:async_hooks';
import pLimit, { type LimitFunction } from 'p-limit';
import { currentTurn, TurnQueue } from './turns.js';

interface Listening { calls: Set<() => void>; stop(): void }
const listening = new WeakMap<AbortSignal, Listening>();

function listenTo(signal: AbortSignal): Listening {
  const calls = new Set<() => void>();
  const callAll = (): void => { for (const call of calls) call(); };
  const shared = {
    calls,
    stop: () => { signal.removeEventListener('abort', callAll); listening.delete(signal); },
  };
  signal.addEventListener('abort', callAll, { once: true });
  listening.set(signal, shared);
  return shared;
}

/**
 * Calls `call` when the signal aborts, until the returned function is called. All calls of a signal share one listener, because hundreds may wait. The
 * listener is removed with the last call.
 */
function whenAborted(signal: AbortSignal, call: () => void): () => void {
  const shared = listening.get(signal) ?? listenTo(signal);
  shared.calls.add(call);
  return () => {
    shared.calls.delete(call);
    if (shared.calls.size === 0) shared.stop();
  };
}

/**
 * Runs at most `width` pieces of work at once. Waiting work is served by turns: live listeners and paid work before free work, and all accounts equally;
 * without turns, first come first served.
 */
export class Semaphore {
  private readonly limit: LimitFunction;
  private readonly waiting = new TurnQueue();

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
      this.whenNext((free) => {
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
      });
    });
  }

  /** Calls `begin` in the caller's context when the caller has a place, which it keeps until it calls `free`. */
  private whenNext(begin: (free: () => void) => void): void {
    this.waiting.enter({ ...currentTurn(), start: AsyncResource.bind(begin) });
    // Each free place goes to the next in the queue, which need not be this caller.
    void this.limit(async () => {
      const { share, start } = this.waiting.next();
      await new Promise<void>((free) => { start(free); });
      this.waiting.leave(share);
    });
  }
}
