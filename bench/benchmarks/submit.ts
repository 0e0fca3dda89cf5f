import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Benchmark } from '../benchmark.js';
import { inParallel, openEngineReference, type EngineReference } from '../references/engine.js';
import { percentile, type Figure } from '../figures.js';
import type { BenchStack } from '../stack/bench-stack.js';
import { approvedPlan, drained, submitJob, type ApprovedPlan } from '../stack/jobs.js';

const WIDTH = 10;
const ENCODES = 2;
/** Bounds of the ratio to the time of a workflow with one empty activity. */
const [MAX_RATIO, AIM_RATIO] = [4, 2];
/** Unmeasured submits that let the processes compile their code. */
const WARM_UP = 40;

/** Starts two encodes as load, like two renders. They run for an hour unless stopped. */
function startEncodes({ ffmpegPath }: BenchStack): ChildProcess[] {
  return Array.from({ length: ENCODES }, () => spawn(ffmpegPath, [
    '-hide_banner', '-loglevel', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=30', '-t', '3600',
    '-c:v', 'libx264', '-preset', 'veryfast', '-threads', '1', '-f', 'null', '-',
  ], { stdio: 'ignore' }));
}

async function stopEncodes(encodes: ChildProcess[]): Promise<void> {
  await Promise.all(encodes.map(async (encode) => {
    if (encode.exitCode !== null || encode.signalCode !== null) throw new Error('an encode ended before the measurement did');
    const ended = once(encode, 'exit');
    encode.kill('SIGKILL');
    await ended;
  }));
}

interface Singles { ours: number[]; reference: number[] }

/** Times of single submits. Each submit waits for the end of the job before it, and a workflow with one empty activity follows it. */
async function submitAlone(stack: BenchStack, engine: EngineReference, plan: ApprovedPlan, count: number): Promise<Singles> {
  const api = await stack.api();
  const [ours, reference]: [number[], number[]] = [[], []];
  for (let index = 0; index < count; index++) {
    ours.push(...await inParallel(1, 1, () => submitJob(api, plan)));
    await drained(stack);
    reference.push(await engine.oneMs());
  }
  return { ours, reference };
}

const p95 = (name: string, { ours, reference }: Singles, count: number): Figure => ({
  benchmark: 'submit', name, unit: 'ms', rounds: [percentile(ours, 0.95)],
  reference: { name: 'one activity', rounds: [percentile(reference, 0.95)] },
  bound: { of: 'ratio', sense: 'most', floor: MAX_RATIO, aim: AIM_RATIO }, note: `${count} submits, one after the other`,
});

/** `POST /story-jobs`, which answers once the credits are on hold, compared with workflows of one empty activity. */
export const submitBenchmark: Benchmark = {
  name: 'submit',
  summary: 'POST /story-jobs against one-activity workflows of the same engine',
  records: 'on-demand',
  async run(stack, { quick, config, say }) {
    const api = await stack.api();
    await stack.workers();
    const plan = await approvedPlan(api, 12, 60);
    const engine = await openEngineReference(stack, config);
    const [rounds, count, single, warmUp] = quick ? [1, 5, 2, 5] : [5, 40, 20, WARM_UP];
    const [ours, finished, reference]: [number[], number[], number[]] = [[], [], []];
    try {
      await inParallel(warmUp, WIDTH, () => submitJob(api, plan));
      await drained(stack);
      await engine.perSecond(warmUp, WIDTH);
      for (let round = 0; round < rounds; round++) {
        const startedAt = performance.now();
        await inParallel(count, WIDTH, () => submitJob(api, plan));
        ours.push(count / ((performance.now() - startedAt) / 1000));
        await drained(stack);
        finished.push(count / ((performance.now() - startedAt) / 1000));
        reference.push(await engine.perSecond(count, WIDTH));
      }
      say('submit: one at a time, then beside two encodes');
      const alone = await submitAlone(stack, engine, plan, single);
      const encodes = startEncodes(stack);
      const busy = await submitAlone(stack, engine, plan, single).finally(() => stopEncodes(encodes));
      return [
        {
          benchmark: 'submit', name: 'submits', unit: '/s', rounds: ours, reference: { name: 'engine', rounds: reference },
          bound: { of: 'ratio', sense: 'least', floor: 0.6, aim: 0.8 },
          note: `${WIDTH} at once; the jobs that were submitted run meanwhile (four activities each; the engine's have one)`,
        },
        {
          benchmark: 'submit', name: 'jobs finished', unit: '/s', rounds: finished, reference: { name: 'engine', rounds: reference },
          note: 'from the first submit until the last job is READY',
        },
        p95('p95 alone', alone, single), p95('p95 beside 2 encodes', busy, single),
      ];
    } finally {
      await engine.close();
    }
  },
};
