import type { Worker } from '@temporalio/worker';

/**
 * What the SDK reports now and then of a worker that has stopped like any other: it counts the references to the worker before the last call
 * has let go of its own, and it closes the workflows' sandbox before the last workflow has left it.
 */
const AFTER_THE_END: readonly string[] = ['Worker still in use', 'Workflow execution context should have been disposed first'];

/** By name: the error may be of another realm, or of another copy of the class, than this module's. */
const isIllegalState = (error: unknown): error is Error => (error as Error | null)?.name === 'IllegalStateError';

/** Runs a worker until it is shut down. Rejects when it fails. */
export async function runWorker(worker: Pick<Worker, 'run' | 'getState'>): Promise<void> {
  try {
    await worker.run();
  } catch (error) {
    const isStopped = worker.getState() === 'STOPPED' && isIllegalState(error) && AFTER_THE_END.some((words) => error.message.startsWith(words));
    if (!isStopped) throw error;
  }
}
