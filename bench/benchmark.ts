import type { Config } from '../src/kernel/config/index.js';
import type { Figure } from './figures.js';
import type { BenchRecords, BenchStack, BenchVoices } from './stack/bench-stack.js';

export interface BenchOptions {
  /** Runs one short round, which only shows that the benchmark works; its figures are not judged. */
  quick: boolean;
  config: Config;
  /** Prints a line about the progress. */
  say: (line: string) => void;
}

export interface Benchmark {
  name: string;
  /** The measured quantities, in a few words. */
  summary: string;
  /** The voices of the stack. Default: the stage voices, which every machine has and which need little computing time. */
  voices?: BenchVoices;
  /**
   * When reads are recorded: `on-demand`, at the first listen, for benchmarks whose measured time would otherwise include the recording. Default: at once, as
   * an installation does.
   */
  records?: BenchRecords;
  run(stack: BenchStack, options: BenchOptions): Promise<Figure[]>;
}
