import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startNodeChild } from '../../src/main/stack/node-child.js';
import { claimPort } from '../../src/main/stack/ports.js';
import type { Benchmark } from '../benchmark.js';
import type { Figure } from '../figures.js';
import type { BenchStack } from '../stack/bench-stack.js';

const run = promisify(execFile);
const GIVE_UP_MS = 30_000;

async function firstAnswer(url: string, key: string): Promise<void> {
  const giveUpAt = Date.now() + GIVE_UP_MS;
  for (;;) {
    const status = await fetch(url, { headers: { authorization: `Bearer ${key}` } }).then(async (response) => { await response.arrayBuffer(); return response.status; }, () => 0);
    if (status === 200) return;
    if (Date.now() > giveUpAt) throw new Error(`${url} did not answer 200 in ${GIVE_UP_MS} ms, but ${status}`);
    await sleep(5);
  }
}

async function coldApi(stack: BenchStack, key: string): Promise<number> {
  const port = await claimPort(0, 'PORT');
  const origin = `http://127.0.0.1:${port}`;
  const env = stack.environment({ PORT: String(port), APP_URL: origin, BASE_URL: `${origin}/api/v1` });
  const startedAt = performance.now();
  const starting = startNodeChild({ name: 'cold-api', args: ['api'], dataDir: stack.dataDir, env, graceMs: 5_000 });
  try {
    await Promise.race([firstAnswer(`${origin}/api/v1/capabilities`, key), starting.then(() => new Promise<never>(() => undefined))]);
    return (performance.now() - startedAt) / 1000;
  } finally {
    await (await starting).stop();
  }
}

async function coldWorker(stack: BenchStack, queues: string): Promise<number> {
  const startedAt = performance.now();
  const part = await startNodeChild({
    name: 'cold-worker', args: ['worker', '--queues', queues], dataDir: stack.dataDir, graceMs: 14_000,
    env: stack.environment({ TASK_QUEUE_PREFIX: 'cold-' }),
  });
  const seconds = (performance.now() - startedAt) / 1000;
  await part.stop();
  return seconds;
}

/** Resident memory in MB of a process and its descendants. */
async function residentMb(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,rss=']);
  const rows = stdout.trim().split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const family = new Set([pid]);
  for (let grown = true; grown;) {
    grown = false;
    for (const [own, parent] of rows) if (family.has(parent!) && !family.has(own!)) grown = Boolean(family.add(own!));
  }
  return rows.filter(([own]) => family.has(own!)).reduce((sum, [, , rss]) => sum + rss! / 1024, 0);
}

/** Time from the start of a process until it serves, and the memory of a stack that has just started. */
export const coldBenchmark: Benchmark = {
  name: 'cold',
  summary: 'process start to first answer, to polling; memory of each process',
  async run(stack, { quick }) {
    const rounds = quick ? 1 : 5;
    // The first API of an installation creates the owner's key, and the stack needs that key later.
    const { key } = await stack.api();
    const seconds: Record<'api' | 'story' | 'media', number[]> = { api: [], story: [], media: [] };
    for (let round = 0; round < rounds; round++) {
      seconds.api.push(await coldApi(stack, key));
      seconds.story.push(await coldWorker(stack, 'story,providers'));
      seconds.media.push(await coldWorker(stack, 'media'));
    }
    const started = (name: string, values: number[], floor: number, aim: number): Figure => ({
      benchmark: 'cold', name, unit: 's', rounds: values, bound: { of: 'value', sense: 'most', floor, aim },
    });
    await stack.workers();
    const memory = await Promise.all([...stack.parts].map(async ([name, { pid }]): Promise<Figure> => ({
      benchmark: 'cold', name: `memory ${name}`, unit: 'MB', rounds: [await residentMb(pid)],
      ...(name === 'postgres' ? { note: 'the sum of its processes, so shared pages count more than once' } : {}),
    })));
    return [
      started('api serves', seconds.api, 1.5, 1), started('story worker polls', seconds.story, 3, 2.5),
      started('media worker polls', seconds.media, 3, 2.5), ...memory,
    ];
  },
};
