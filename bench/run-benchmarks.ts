import { setTimeout as sleep } from 'node:timers/promises';
import type { Benchmark, BenchOptions } from './benchmark.js';
import type { Figure } from './figures.js';
import type { BenchStack } from './stack/bench-stack.js';

/** Why a benchmark has no usable figures. */
export interface Failure { benchmark: string; message: string }

export interface Measured { figures: Figure[]; failures: Failure[] }

/** `limitMs`: a benchmark that takes longer counts as failed; null for no limit. */
export interface Measuring extends BenchOptions { limitMs: number | null }

/** Throws when a figure has no value or one that is not a finite number, because such a figure measured nothing. */
function requireValues(figures: readonly Figure[]): void {
  for (const { name, rounds, reference } of figures) {
    const values = [...rounds, ...reference?.rounds ?? []];
    if (rounds.length === 0 || !values.every(Number.isFinite)) throw new Error(`"${name}" has no value: ${JSON.stringify(rounds)}`);
  }
}

async function measure(benchmark: Benchmark, stack: BenchStack, { limitMs, ...options }: Measuring): Promise<Figure[]> {
  await stack.use({ VOICES: benchmark.voices ?? 'stage', RECORD_READS: benchmark.records ?? 'auto' });
  const run = benchmark.run(stack, options);
  if (limitMs === null) return run;
  const waiting = new AbortController();
  const late = sleep(limitMs, 'late' as const, { signal: waiting.signal, ref: false });
  // Aborting the timer, when the benchmark ends first, rejects it.
  late.catch(() => undefined);
  const figures = await Promise.race([run, late]).finally(() => waiting.abort());
  if (figures !== 'late') return figures;
  // The abandoned benchmark goes on until its stack closes; nothing handles its error by then.
  run.catch(() => undefined);
  throw new Error(`it did not end in ${limitMs / 1000} s`);
}

/**
 * Runs benchmarks one after the other on one stack. A benchmark that fails is reported and the others continue. `measured` is filled as they end, so that an
 * interrupted run has the figures so far.
 */
export async function runBenchmarks(
  benchmarks: readonly Benchmark[], stack: BenchStack, options: Measuring, measured: Measured = { figures: [], failures: [] },
): Promise<Measured> {
  for (const benchmark of benchmarks) {
    const { name, summary } = benchmark;
    options.say(`${name}: ${summary}`);
    try {
      const figures = await measure(benchmark, stack, options);
      requireValues(figures);
      measured.figures.push(...figures);
    } catch (error) {
      const { message, stack: trace } = error as Error;
      measured.failures.push({ benchmark: name, message });
      options.say(`${name} FAILED: ${trace ?? message}`);
    }
  }
  return measured;
}
