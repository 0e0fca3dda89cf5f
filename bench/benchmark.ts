import type { Config } from '../src/config/index.js';
import type { Figure } from './figures.js';
import type { BenchStack } from './stack/bench-stack.js';

export interface BenchOptions {
  /** Few and short rounds: shows that the benchmark works; the figures mean little. */
  quick: boolean;
  config: Config;
  /** Prints a line about the progress. */
  say: (line: string) => void;
}

export interface Benchmark {
  name: string;
  /** What is measured, in a few words. */
  summary: string;
  run(stack: BenchStack, options: BenchOptions): Promise<Figure[]>;
}
