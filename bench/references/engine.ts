import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Worker } from '@temporalio/worker';
import type { Config } from '../../src/kernel/config/index.js';
import { installRuntime } from '../../src/main/worker.js';
import type { BenchStack } from '../stack/bench-stack.js';

const WORKFLOW = path.resolve(path.dirname(fileURLToPath(import.meta.url)), 'one-activity.workflow.mjs');
const TASK_QUEUE = 'bench-engine';

/** Calls `work` `count` times, at most `width` at once; returns the milliseconds of each call. */
export async function inParallel(count: number, width: number, work: (index: number) => Promise<unknown>): Promise<number[]> {
  const tookMs: number[] = [];
  let next = 0;
  await Promise.all(Array.from({ length: Math.min(width, count) }, async () => {
    for (let index = next++; index < count; index = next++) {
      const startedAt = performance.now();
      await work(index);
      tookMs.push(performance.now() - startedAt);
    }
  }));
  return tookMs;
}

/** The reference for submits: how fast the Temporal server itself can run workflows. */
export interface EngineReference {
  /** Workflows per second, started and awaited; each runs one activity that does nothing. */
  perSecond(count: number, width: number): Promise<number>;
  /** Milliseconds of one such workflow, from its start to its result. */
  oneMs(): Promise<number>;
  close(): Promise<void>;
}

/** Opens a client and a worker for one workflow in this process, on the measured server. */
export async function openEngineReference({ temporalAddress }: BenchStack, config: Config): Promise<EngineReference> {
  installRuntime({ ...config, metricsPort: null, logLevel: 'silent' });
  const workflowBundle = await bundleWorkflowCode({ workflowsPath: WORKFLOW, logger: new DefaultLogger('ERROR') });
  const native = await NativeConnection.connect({ address: temporalAddress });
  const connection = await Connection.connect({ address: temporalAddress });
  const worker = await Worker.create({
    connection: native, taskQueue: TASK_QUEUE, workflowBundle, activities: { noop: () => Promise.resolve() },
  });
  const running = worker.run();
  const client = new Client({ connection });
  let started = 0;
  const execute = (): Promise<unknown> => client.workflow.execute('oneActivity', {
    taskQueue: TASK_QUEUE, workflowId: `bench-${started++}`,
  });
  return {
    async oneMs() {
      const [tookMs] = await inParallel(1, 1, execute);
      return tookMs!;
    },
    async perSecond(count, width) {
      const startedAt = performance.now();
      await inParallel(count, width, execute);
      return count / ((performance.now() - startedAt) / 1000);
    },
    async close() {
      worker.shutdown();
      await running;
      await connection.close();
      await native.close();
    },
  };
}
