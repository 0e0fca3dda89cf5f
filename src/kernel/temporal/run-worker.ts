import { IllegalStateError } from '@temporalio/common';
import type { Worker } from '@temporalio/worker';

/**
 * What the SDK reports now and then of a worker that has stopped like any other: it counts the references to the worker before the last call
 * has let go of its own, and it closes the workflows' sandbox before the last workflow has left it.
 */
const AFTER_THE_END: readonly string[] = ['Worker still in use', 'Workflow execution context should have been disposed first'];

/** Runs a worker until it is shut down. Rejects when it fails. */
export async function runWorker(worker: Pick<Worker, 'run' | 'getState'>): Promise<void> {
  try {
    await worker.run();
  } catch (error) {
    const isStopped = worker.getState() === 'STOPPED' && error instanceof IllegalStateError && AFTER_THE_END.some((words) => error.message.startsWith(words));
    if (!isStopped) throw error;
  }
}
