import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import type { Config } from '../../config/index.js';
import { UsageError } from '../commands/usage.js';
import type { Benchmark } from './benchmark.js';
import { verdictOf, type Figure } from './figures.js';
import { openGround } from './ground.js';
import { liveBenchmark } from './live.js';
import { overheadBenchmark } from './overhead.js';
import { coldBenchmark } from './cold.js';
import { createBenchmark } from './create.js';
import { readBenchmark } from './read.js';
import { read20Benchmark } from './read20.js';
import { screenplayBenchmark } from './screenplay.js';
import { submitBenchmark } from './submit.js';
import { jsonOf, tableOf } from './table.js';

/** In this order: those that need an idle machine come first, those that leave much behind come last. */
const BENCHMARKS: readonly Benchmark[] = [
  readBenchmark, createBenchmark, coldBenchmark, submitBenchmark, liveBenchmark, overheadBenchmark, read20Benchmark, screenplayBenchmark,
];

function chosen(names: readonly string[]): Benchmark[] {
  const unknown = names.find((name) => !BENCHMARKS.some((benchmark) => benchmark.name === name));
  if (unknown !== undefined) {
    const known = BENCHMARKS.map(({ name, summary }) => `  ${name.padEnd(9)} ${summary}`).join('\n');
    throw new UsageError(`there is no benchmark "${unknown.slice(0, 40)}"; there are\n${known}`);
  }
  return BENCHMARKS.filter(({ name }) => names.length === 0 || names.includes(name));
}

/**
 * `proscenium bench [name…] [--json] [--quick]`: measures on a stack of its own in a temporary folder, each figure beside its
 * reference of the same run. The exit code is 1 when a floor was missed, except with `--quick`. Throws `UsageError`.
 */
export async function runBench(argv: string[], config: Config): Promise<void> {
  const { values, positionals } = parseArgs({
    args: argv, allowPositionals: true, strict: true, options: { json: { type: 'boolean' }, quick: { type: 'boolean' } },
  });
  const [benchmarks, quick] = [chosen(positionals), values.quick ?? false];
  const startedAt = Date.now();
  const say = (line: string): void => {
    process.stderr.write(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}\n`);
  };
  const figures: Figure[] = [];
  const ground = await openGround(config, say);
  // What we started ends with us in any case; the folder is removed only here.
  const abandon = (): void => { void ground.close().finally(() => process.exit(130)); };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, abandon);
  try {
    for (const benchmark of benchmarks) {
      say(`${benchmark.name}: ${benchmark.summary}`);
      figures.push(...await benchmark.run(ground, { quick, config, say }));
    }
  } finally {
    await ground.close();
  }
  const machine = { processors: cpus().length, model: cpus()[0]?.model.trim() ?? 'unknown', memoryMb: Math.round(totalmem() / 1e6), node: process.version };
  process.stdout.write(values.json
    ? `${JSON.stringify({ machine, quick, figures: jsonOf(figures) }, null, 2)}\n`
    : `${machine.processors} × ${machine.model}, ${machine.memoryMb} MB, Node ${machine.node}\n\n${tableOf(figures)}\n`);
  if (!quick && figures.some((figure) => verdictOf(figure) === 'missed')) process.exitCode = 1;
}
