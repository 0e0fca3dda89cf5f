import { expect, it } from '@jest/globals';
import { runInNewContext } from 'node:vm';
import { IllegalStateError } from '@temporalio/common';
import { runWorker } from '../../src/kernel/temporal/run-worker.js';

const worker = (state: 'STOPPED' | 'FAILED', error: Error) => ({ getState: () => state, run: async () => { throw error; } });
const inUse = new IllegalStateError('Worker still in use: Expected 1 reference, but got 2');

const inSandbox = new IllegalStateError('Workflow execution context should have been disposed first');
/** The same error as the workflow thread reports it: made in another realm, so that it is no instance of this realm's `Error`. */
const ofOtherRealm = Object.assign(runInNewContext('new Error()') as Error, { name: inSandbox.name, message: inSandbox.message });

it.each([inUse, inSandbox, ofOtherRealm])('a worker that has stopped is no failure when the SDK says: %s', async (error) => {
  await expect(runWorker(worker('STOPPED', error))).resolves.toBeUndefined();
});

it('a worker that failed is a failure, and so is every other error', async () => {
  for (const error of [inUse, inSandbox]) await expect(runWorker(worker('FAILED', error))).rejects.toBe(error);
  const lost = new Error('the connection is gone');
  await expect(runWorker(worker('STOPPED', lost))).rejects.toBe(lost);
});
