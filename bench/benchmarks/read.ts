import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProcess, type ManagedProcess } from '../../src/main/stack/managed-process.js';
import type { Benchmark } from '../benchmark.js';
import type { BenchStack } from '../stack/bench-stack.js';
import { sendLoad, type Load } from '../stack/load.js';
import { insertRead } from '../stack/rows.js';

const BARE_SERVER = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../references/bare-server.mjs');
const CONNECTIONS = 10;
/** The default pool size of the API. */
const POOL_SIZE = 10;
const READY_MS = 15_000;

const QUERY = `SELECT id, project_id, subject_id, status, epoch, progress, credits_quoted, credits_reserved, credits_settled,
  credits_released, failure_code, failure_message, finished_at, created_at, updated_at FROM works WHERE id = $1`;

async function startBareServer(stack: BenchStack): Promise<{ origin: string; server: ManagedProcess }> {
  const server = await startProcess({
    name: 'bare-server', command: process.execPath, args: [BARE_SERVER], env: stack.environment(), folder: stack.dataDir,
    stopSignal: 'SIGTERM', graceMs: 2_000, channel: true,
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.child.once('message', (message: { port: number }) => resolve(message.port));
    void server.ended.then(() => reject(new Error(`the bare server ended; see ${server.logFile}`)));
    setTimeout(() => reject(new Error('the bare server does not answer')), READY_MS).unref();
    server.child.send({ databaseUrl: stack.databaseUrl, poolSize: POOL_SIZE, text: QUERY });
  });
  return { origin: `http://127.0.0.1:${port}`, server };
}

/** Authenticated `GET /story-jobs/{id}`, compared with a bare Koa server that selects the same row. */
export const readBenchmark: Benchmark = {
  name: 'read',
  summary: 'GET /story-jobs/{id} against a bare Koa + pg select',
  async run(stack, { quick }) {
    const { origin, key } = await stack.api();
    const { jobId } = await insertRead(stack, 1);
    const bare = await startBareServer(stack);
    const [ours, reference]: [Load[], Load[]] = [[], []];
    const [rounds, seconds] = quick ? [1, 1] : [5, 5];
    try {
      const get = (of: 'ours' | 'bare', forSeconds: number): Promise<Load> => sendLoad(of === 'ours'
        ? { url: `${origin}/api/v1/story-jobs/${jobId}`, headers: { authorization: `Bearer ${key}` }, seconds: forSeconds, connections: CONNECTIONS }
        : { url: `${bare.origin}/rows/${jobId}`, seconds: forSeconds, connections: CONNECTIONS });
      if (!quick) {
        await get('ours', 3);
        await get('bare', 3);
      }
      for (let round = 0; round < rounds; round++) {
        ours.push(await get('ours', seconds));
        reference.push(await get('bare', seconds));
      }
    } finally {
      await bare.server.stop();
    }
    return [
      {
        benchmark: 'read', name: 'requests', unit: '/s', rounds: ours.map(({ perSecond }) => perSecond),
        reference: { name: 'bare Koa', rounds: reference.map(({ perSecond }) => perSecond) },
        bound: { of: 'ratio', sense: 'least', floor: 0.45, aim: 0.55 },
        note: `${CONNECTIONS} connections; the load generator shares the processors with both servers`,
      },
      {
        benchmark: 'read', name: 'p99', unit: 'ms', rounds: ours.map(({ p99Ms }) => p99Ms),
        reference: { name: 'bare Koa', rounds: reference.map(({ p99Ms }) => p99Ms) },
        bound: { of: 'ratio', sense: 'most', floor: 3, aim: 2 },
      },
    ];
  },
};
