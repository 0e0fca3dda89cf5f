import type { Worker } from '@temporalio/worker';

/**
 * Errors that the SDK sometimes reports after a worker has stopped normally: it counts the references to the worker before the last call has released its
 * own, and it closes the sandbox of the workflows before the last workflow has left it.
 */
const AFTER_THE_END: readonly string[] = ['Worker still in use', 'Workflow execution context should have been disposed first'];

/** Compares the name, because the error may come from another realm or another copy of the class. */
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
