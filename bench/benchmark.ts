import type { Config } from '../src/config/index.js';
import type { Figure } from './figures.js';
import type { BenchStack } from './stack/bench-stack.js';

export interface BenchOptions {
  /** Few and short rounds: proves that the benchmark works, says little. */
  quick: boolean;
  config: Config;
  /** Told what is being done. */
  say: (line: string) => void;
}

export interface Benchmark {
  name: string;
  /** What is measured, in a few words. */
  summary: string;
  run(stack: BenchStack, options: BenchOptions): Promise<Figure[]>;
}
