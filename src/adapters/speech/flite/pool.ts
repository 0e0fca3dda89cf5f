import { Worker } from 'node:worker_threads';
import { compileFlite, type FliteImage } from './flite-image.js';
import type { FliteSettings } from './flite-program.js';
import type { Shape } from './shaping.js';
import type { FliteBase } from './voices.js';

export interface FliteJob { ascii: string; base: FliteBase; settings: FliteSettings; shape: Shape }
export type FliteAnswer = { samples: Int16Array } | { failure: string };

/** A line that did not come back in time; its thread was ended. */
export class FliteHung extends Error {
  override readonly name = 'FliteHung';
  constructor(readonly afterMs: number) { super(`no answer after ${afterMs} ms`); }
}

interface Waiting {
  job: FliteJob;
  signal: AbortSignal | undefined;
  /** Takes the line out of the queue; no longer listening once a thread has it. */
  leave(): void;
  resolve(samples: Int16Array): void;
  reject(error: unknown): void;
}

/** Generous: a line takes about 20 ms plus 1.5 ms per character on a slow core; threads may share that core. */
const patienceMs = (ascii: string): number => 10_000 + 30 * ascii.length;

function startThread(image: FliteImage): Worker {
  const body = import.meta.url.endsWith('.ts') ? './flite-worker-from-source.mjs' : './flite-worker.js';
  return new Worker(new URL(body, import.meta.url), { workerData: image, env: {}, execArgv: [] });
}

/** Threads that speak lines, one line each at a time, first come first served. */
export class FlitePool {
  private readonly queue: Waiting[] = [];
  private readonly idle: Worker[] = [];
  private readonly threads = new Set<Worker>();
  private image: Promise<FliteImage> | undefined;
  private closed = false;

  /** `size` threads at most; they start when first needed. `patience` is the time a line may take, in milliseconds. */
  constructor(private readonly size: number, private readonly patience: (ascii: string) => number = patienceMs) {}

  /** Speaks one line. Rejects with `FliteHung`, the abort reason, or an `Error` in the engine's words. */
  async speak(job: FliteJob, signal?: AbortSignal): Promise<Int16Array> {
    signal?.throwIfAborted();
    if (this.closed) throw new Error('the speech engine is closed');
    this.image ??= compileFlite();
    const image = await this.image;
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.queue.splice(this.queue.indexOf(waiting), 1);
        reject(signal?.reason);
      };
      const waiting: Waiting = { job, signal, leave, resolve, reject };
      signal?.addEventListener('abort', leave, { once: true });
      this.queue.push(waiting);
      this.serve(image);
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const waiting of this.queue.splice(0)) {
      waiting.signal?.removeEventListener('abort', waiting.leave);
      waiting.reject(new Error('the speech engine is closed'));
    }
    await Promise.all([...this.threads].map((thread) => thread.terminate()));
  }

  private serve(image: FliteImage): void {
    while (this.queue.length > 0 && !this.closed) {
      let thread = this.idle.pop();
      if (!thread) {
        if (this.threads.size >= this.size) return;
        thread = startThread(image);
        // An idle thread must not keep the process alive.
        thread.unref();
        this.threads.add(thread);
      }
      this.occupy(thread, this.queue.shift() as Waiting, image);
    }
  }

  private occupy(thread: Worker, waiting: Waiting, image: FliteImage): void {
    const { job, signal } = waiting;
    signal?.removeEventListener('abort', waiting.leave);
    const finish = (settle: () => void, reusable: boolean): void => {
      clearTimeout(watchdog);
      thread.off('error', fail).off('exit', onExit).off('message', onAnswer);
      signal?.removeEventListener('abort', onAbort);
      thread.unref();
      if (reusable) {
        this.idle.push(thread);
      } else {
        this.threads.delete(thread);
        void thread.terminate();
      }
      settle();
      this.serve(image);
    };
    const fail = (error: unknown): void => finish(() => waiting.reject(error), false);
    const onAbort = (): void => fail(signal?.reason);
    const onExit = (code: number): void => fail(new Error(`the speech thread ended with code ${code}`));
    const onAnswer = (answer: FliteAnswer): void => {
      if ('samples' in answer) finish(() => waiting.resolve(new Int16Array(answer.samples)), true);
      else fail(new Error(answer.failure));
    };
    const allowedMs = this.patience(job.ascii);
    const watchdog = setTimeout(() => fail(new FliteHung(allowedMs)), allowedMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    thread.ref();
    thread.once('error', fail).once('exit', onExit).once('message', onAnswer);
    thread.postMessage(job);
  }
}
