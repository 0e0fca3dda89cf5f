import { IllegalStateError } from '@temporalio/common';
import type { Worker } from '@temporalio/worker';

/**
 * Runs a worker until it is shut down. Rejects when it fails. Now and then the SDK reports a stopped worker as still in use, because it counts
 * the references to it before the last call has let go of its own; such a worker has stopped like any other.
 */
export async function runWorker(worker: Pick<Worker, 'run' | 'getState'>): Promise<void> {
  try {
    await worker.run();
  } catch (error) {
    const isStopped = worker.getState() === 'STOPPED' && error instanceof IllegalStateError && error.message.startsWith('Worker still in use');
    if (!isStopped) throw error;
  }
}
