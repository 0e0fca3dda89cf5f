/** Runs a step once all earlier steps have ended. */
export type OneAtATime = <T>(step: () => Promise<T>) => Promise<T>;

/**
 * Runs steps one after the other, in the order of the calls; a failed step does not stop the next one. A workflow whose handlers and main process both call
 * local activities must run them in this way, because two open local activities would end in another order when the run is replayed.
 */
export function oneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve();
  return (step) => {
    const mine = last.then(step);
    last = mine.catch(() => undefined);
    return mine;
  };
}
