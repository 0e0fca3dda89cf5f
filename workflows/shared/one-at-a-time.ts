/** Runs a step when the steps before it have ended. */
export type OneAtATime = <T>(step: () => Promise<T>) => Promise<T>;

/**
 * Runs steps one after the other, in the order of the calls; a step that fails does not stop the next one. A workflow whose handlers and
 * process both call local activities has to run them so: two that are open at once end in another order when the run is replayed.
 */
export function oneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve();
  return (step) => {
    const mine = last.then(step);
    last = mine.catch(() => undefined);
    return mine;
  };
}
