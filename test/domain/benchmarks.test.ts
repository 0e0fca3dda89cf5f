import { describe, expect, it } from '@jest/globals';
import type { Benchmark } from '../../bench/benchmark.js';
import type { Figure } from '../../bench/figures.js';
import { runBenchmarks, type Measuring } from '../../bench/run-benchmarks.js';
import type { BenchSettings, BenchStack } from '../../bench/stack/bench-stack.js';
import { BENCH_VOICES, NEURAL_BENCH_VOICES } from '../../bench/stack/story.js';
import { createFliteEngine } from '../../src/craft/speech/flite/engine.js';
import { catalogue } from '../../src/craft/speech/neural/voices.js';
import { NEURAL_PROVIDER } from '../../src/craft/speech/neural/engine.js';
import { resolveVoiceMap } from '../../src/domain/library/voice-choice.js';

const figure = (benchmark: string, rounds: number[]): Figure => ({ benchmark, name: 'requests', unit: '/s', rounds });

const bench = (name: string, run: Benchmark['run'], voices?: Benchmark['voices']): Benchmark =>
  ({ name, summary: name, run, ...(voices ? { voices } : {}) });

const works = (name: string, voices?: Benchmark['voices']): Benchmark => bench(name, async () => [figure(name, [1])], voices);

async function measured(benchmarks: Benchmark[], limitMs: number | null = null) {
  const [spoken, said]: [string[], string[]] = [[], []];
  const stack = { use: async ({ VOICES, RECORD_READS }: BenchSettings) => { spoken.push(`${VOICES}, ${RECORD_READS}`); } } as unknown as BenchStack;
  const options = { quick: true, say: (line: string) => { said.push(line); }, limitMs } as unknown as Measuring;
  const { figures, failures } = await runBenchmarks(benchmarks, stack, options);
  return { figures: figures.map(({ benchmark }) => benchmark), failures, spoken, said };
}

describe('a run of benchmarks', () => {
  it('reports a benchmark that fails, and runs the others', async () => {
    const { figures, failures, said } = await measured([
      works('first'), bench('broken', async () => { throw new Error('the plan is FAILED'); }), works('last'),
    ]);
    expect(figures).toEqual(['first', 'last']);
    expect(failures).toEqual([{ benchmark: 'broken', message: 'the plan is FAILED' }]);
    expect(said.filter((line) => line.startsWith('broken FAILED: Error: the plan is FAILED'))).toHaveLength(1);
  });

  it('treats a figure without a value as a failure', async () => {
    const { figures, failures } = await measured([
      bench('empty', async () => [figure('empty', [])]), bench('nothing', async () => [figure('nothing', [0 / 0])]), works('last'),
    ]);
    expect([figures, failures.map(({ benchmark }) => benchmark)]).toEqual([['last'], ['empty', 'nothing']]);
  });

  it('gives up a benchmark that does not end within the limit', async () => {
    const { figures, failures } = await measured([bench('endless', () => new Promise(() => undefined)), works('last')], 5);
    expect([figures, failures]).toEqual([['last'], [{ benchmark: 'endless', message: 'it did not end in 0.005 s' }]]);
  });

  it('speaks with the stage voices unless a benchmark measures others', async () => {
    expect((await measured([works('first'), works('voices', 'neural'), works('last')])).spoken).toEqual(['stage, auto', 'neural, auto', 'stage, auto']);
  });
});

describe('the voices of the benchmarks', () => {
  it('can be cast', async () => {
    const stage = createFliteEngine({ poolSize: 1 });
    try {
      expect(resolveVoiceMap(stage.voices(), BENCH_VOICES, 'voiceMap')).toMatchObject({ MARA: { provider: 'stage' } });
      expect(resolveVoiceMap(catalogue(NEURAL_PROVIDER), NEURAL_BENCH_VOICES, 'voiceMap')).toMatchObject({ MARA: { provider: 'neural' } });
    } finally {
      await stage.close();
    }
  });
});
