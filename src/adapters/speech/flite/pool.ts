import { Worker } from 'node:worker_threads';
import { ThreadPool, type ThreadAnswer } from '../../threads/thread-pool.js';
import { compileFlite, type FliteImage } from './flite-image.js';
import type { FliteSettings } from './flite-program.js';
import type { Shape } from './shaping.js';
import type { FliteBase } from './voices.js';

export interface FliteJob { ascii: string; base: FliteBase; settings: FliteSettings; shape: Shape }
export type FliteAnswer = ThreadAnswer<Int16Array>;

/** Generous: a line takes about 20 ms plus 1.5 ms per character on a slow core; threads may share that core. */
const patienceMs = (ascii: string): number => 10_000 + 30 * ascii.length;

function startThread(image: FliteImage): Worker {
  const body = import.meta.url.endsWith('.ts') ? './flite-worker-from-source.mjs' : './flite-worker.js';
  return new Worker(new URL(body, import.meta.url), { workerData: image, env: {}, execArgv: [] });
}

/** Threads that speak lines. */
export class FlitePool {
  private threads: Promise<ThreadPool<FliteJob, Int16Array>> | undefined;
  private closed = false;

  /** `size` threads at most; they start when first needed. `patience` is the time a line may take, in milliseconds. */
  constructor(private readonly size: number, private readonly patience: (ascii: string) => number = patienceMs) {}

  /** Speaks one line. Rejects as `ThreadPool.run` does. */
  async speak(job: FliteJob, signal?: AbortSignal): Promise<Int16Array> {
    signal?.throwIfAborted();
    if (this.closed) throw new Error('the speech engine is closed');
    this.threads ??= this.open();
    return (await this.threads).run(job, signal);
  }

  async close(): Promise<void> {
    this.closed = true;
    await (await this.threads)?.close();
  }

  private async open(): Promise<ThreadPool<FliteJob, Int16Array>> {
    const image = await compileFlite();
    return new ThreadPool({
      what: 'the speech engine', size: this.size, start: () => startThread(image), patienceMs: ({ ascii }) => this.patience(ascii),
    });
  }
}
