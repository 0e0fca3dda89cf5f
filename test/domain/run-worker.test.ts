import { expect, it } from '@jest/globals';
import { IllegalStateError } from '@temporalio/common';
import { runWorker } from '../../src/kernel/temporal/run-worker.js';

const worker = (state: 'STOPPED' | 'FAILED', error: Error) => ({ getState: () => state, run: async () => { throw error; } });
const inUse = new IllegalStateError('Worker still in use: Expected 1 reference, but got 2');

it('a worker that has stopped is no failure when the SDK says that it is still in use', async () => {
  await expect(runWorker(worker('STOPPED', inUse))).resolves.toBeUndefined();
});

it('a worker that failed is one, and so is every other error', async () => {
  await expect(runWorker(worker('FAILED', inUse))).rejects.toBe(inUse);
  const lost = new Error('the connection is gone');
  await expect(runWorker(worker('STOPPED', lost))).rejects.toBe(lost);
});
