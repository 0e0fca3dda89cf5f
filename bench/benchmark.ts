import type { Config } from '../src/kernel/config/index.js';
import type { Figure } from './figures.js';
import type { BenchRecords, BenchStack, BenchVoices } from './stack/bench-stack.js';

export interface BenchOptions {
  /** One short round: shows that the benchmark works; its figures are not judged. */
  quick: boolean;
  config: Config;
  /** Prints a line about the progress. */
  say: (line: string) => void;
}

export interface Benchmark {
  name: string;
  /** What is measured, in a few words. */
  summary: string;
  /** The voices that the stack speaks with. Default: the stage voices, which every machine has and which take little time. */
  voices?: BenchVoices;
  /** When reads are recorded: at the first listen where the time of the recording would be measured with the rest. Default: at once, as installed. */
  records?: BenchRecords;
  run(stack: BenchStack, options: BenchOptions): Promise<Figure[]>;
}
