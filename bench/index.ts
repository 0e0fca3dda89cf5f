import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { readConfig, type Config } from '../src/kernel/config/index.js';
import { runToExitCode } from '../src/main/commands/exit-code.js';
import { UsageError } from '../src/main/commands/usage.js';
import { traceToSources } from '../src/main/stack-traces.js';
import type { Benchmark } from './benchmark.js';
import { verdictOf } from './figures.js';
import { runBenchmarks, type Measured } from './run-benchmarks.js';
import { startBenchStack } from './stack/bench-stack.js';
import { liveBenchmark } from './benchmarks/live.js';
import { liveMixBenchmark } from './benchmarks/live-mix.js';
import { neuralLiveBenchmark } from './benchmarks/neural-live.js';
import { musicBenchmark } from './benchmarks/music.js';
import { filmBenchmark } from './benchmarks/film.js';
import { feedBenchmark } from './benchmarks/feed.js';
import { captionsBenchmark } from './benchmarks/captions.js';
import { peopleBenchmark } from './benchmarks/people.js';
import { placesBenchmark } from './benchmarks/places.js';
import { trailersBenchmark } from './benchmarks/trailers.js';
import { decksBenchmark } from './benchmarks/decks.js';
import { editsBenchmark } from './benchmarks/edits.js';
import { overheadBenchmark } from './benchmarks/overhead.js';
import { coldBenchmark } from './benchmarks/cold.js';
import { createBenchmark } from './benchmarks/create.js';
import { readBenchmark } from './benchmarks/read.js';
import { read20Benchmark } from './benchmarks/read20.js';
import { screenplayBenchmark } from './benchmarks/screenplay.js';
import { submitBenchmark } from './benchmarks/submit.js';
import { voicesBenchmark } from './benchmarks/voices.js';
import { jsonOf, tableOf } from './table.js';

/** The benchmarks in the order of the run: first those that need an idle machine, last those that leave much data behind. */
const BENCHMARKS: readonly Benchmark[] = [
  readBenchmark, feedBenchmark, createBenchmark, coldBenchmark, submitBenchmark, liveBenchmark, liveMixBenchmark, overheadBenchmark, editsBenchmark,
  read20Benchmark, screenplayBenchmark, voicesBenchmark, neuralLiveBenchmark, captionsBenchmark, peopleBenchmark, placesBenchmark, musicBenchmark,
  filmBenchmark, decksBenchmark, trailersBenchmark,
];
/** A quick benchmark takes seconds; one that exceeds this limit waits for something that never happens, so it counts as failed. */
const QUICK_LIMIT_MS = 90_000;

function chosen(names: readonly string[]): Benchmark[] {
  const unknown = names.find((name) => !BENCHMARKS.some((benchmark) => benchmark.name === name));
  if (unknown !== undefined) {
    const known = BENCHMARKS.map(({ name, summary }) => `  ${name.padEnd(11)} ${summary}`).join('\n');
    throw new UsageError(`there is no benchmark "${unknown.slice(0, 40)}"; there are\n${known}`);
  }
  return BENCHMARKS.filter(({ name }) => names.length === 0 || names.includes(name));
}

async function runBench(argv: string[], config: Config): Promise<void> {
  const { values, positionals } = parseArgs({
    args: argv, allowPositionals: true, strict: true, options: { json: { type: 'boolean' }, quick: { type: 'boolean' } },
  });
  const [benchmarks, quick] = [chosen(positionals), values.quick ?? false];
  const startedAt = Date.now();
  const say = (line: string): void => {
    process.stderr.write(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}\n`);
  };
  const stack = await startBenchStack(config, say);
  const measured: Measured = { figures: [], failures: [] };
  // Child processes end with this process in any case; only `stack.close` removes the folder.
  const abandon = (): void => {
    print(measured, quick, values.json ?? false);
    void stack.close().finally(() => process.exit(130));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, abandon);
  try {
    await runBenchmarks(benchmarks, stack, { quick, config, say, limitMs: quick ? QUICK_LIMIT_MS : null }, measured);
  } finally {
    await stack.close();
  }
  say('done');
  print(measured, quick, values.json ?? false);
  if (measured.failures.length > 0 || (!quick && measured.figures.some((figure) => verdictOf(figure) === 'missed'))) process.exitCode = 1;
}

/** Prints machine, figures and failures. Quick figures are not judged. */
function print({ figures, failures }: Measured, quick: boolean, asJson: boolean): void {
  const machine = { processors: cpus().length, model: cpus()[0]?.model.trim() ?? 'unknown', memoryMb: Math.round(totalmem() / 1e6), node: process.version };
  const shown = quick ? figures.map(({ bound: _, ...figure }) => figure) : figures;
  process.stdout.write(asJson
    ? `${JSON.stringify({ machine, quick, figures: jsonOf(shown), failures }, null, 2)}\n`
    : `${machine.processors} × ${machine.model}, ${machine.memoryMb} MB, Node ${machine.node}\n\n${tableOf(shown)}\n`
      + failures.map(({ benchmark, message }) => `\n${benchmark} FAILED: ${message}\n`).join(''));
}

/**
 * `npm run bench -- [name…] [--json] [--quick]`: measures on a separate stack in a temporary folder, each figure together
 * with its reference in the same run. `--quick`: one short round of each, which is not judged. A benchmark that fails is named, and the
 * others continue. Exit code: 0 done, 1 a benchmark failed or missed its floor, 2 wrong usage.
 */
export async function main(argv: string[]): Promise<void> {
  traceToSources();
  await runToExitCode(() => runBench(argv, readConfig()), 'npm run bench -- [name…] [--json] [--quick]');
}
