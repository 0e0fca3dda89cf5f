import { compiledModule } from '../../../kernel/threads/compiled-module.js';
import { ThreadPool } from '../../../kernel/threads/thread-pool.js';
import { compileFlite } from './flite-image.js';
import type { SaidTimes } from '../times/line-times.js';
import type { FliteSettings } from './flite-program.js';
import type { Shape } from './shaping.js';
import type { FliteBase } from './voices.js';

export interface FliteJob { ascii: string; base: FliteBase; settings: FliteSettings; shape: Shape }
/** A spoken phrase: mono samples at 24 kHz, and the times of the words. */
export interface FlitePhrase { samples: Int16Array; times: SaidTimes }

/** A line takes about 20 ms plus 1.5 ms a character on a slow core; several threads may share the core. */
const defaultTimeoutMs = (ascii: string): number => 10_000 + 30 * ascii.length;

/** Threads that speak lines. */
export class FlitePool {
  private threads: Promise<ThreadPool<FliteJob, FlitePhrase>> | undefined;
  private closed = false;

  /** Starts at most `size` threads, each when a line first needs it. `timeoutMs` gives the time limit for a text. */
  constructor(private readonly size: number, private readonly timeoutMs: (ascii: string) => number = defaultTimeoutMs) {}

  /** Speaks one line. Rejects as `ThreadPool.run` does. */
  async speak(job: FliteJob, signal?: AbortSignal): Promise<FlitePhrase> {
    signal?.throwIfAborted();
    if (this.closed) throw new Error('the speech engine is closed');
    this.threads ??= this.open();
    return (await this.threads).run(job, signal);
  }

  async close(): Promise<void> {
    this.closed = true;
    await (await this.threads)?.close();
  }

  private async open(): Promise<ThreadPool<FliteJob, FlitePhrase>> {
    return new ThreadPool({
      what: 'the speech engine', module: compiledModule('./flite-thread.js', import.meta.url), size: this.size,
      workerData: await compileFlite(), timeoutMs: ({ ascii }) => this.timeoutMs(ascii),
    });
  }
}
