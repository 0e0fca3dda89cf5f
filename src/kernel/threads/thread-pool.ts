import { Piscina } from 'piscina';
import { Semaphore } from './semaphore.js';

/** A job exceeded its time limit; its thread was terminated. */
export class ThreadTimedOut extends Error {
  override readonly name = 'ThreadTimedOut';
  constructor(what: string, readonly afterMs: number) { super(`${what}: no result after ${afterMs} ms`); }
}

export interface ThreadPoolOptions<Job> {
  /** Names the pool in errors. */
  what: string;
  /** Module whose default export is the function that does one job. */
  module: URL;
  /** Maximum number of threads; each starts when a job first needs it. */
  size: number;
  /** Time limit of a job once it has a thread, in milliseconds. */
  timeoutMs(job: Job): number;
  /** Read by the module as `workerData` of piscina. */
  workerData?: unknown;
  maxHeapMb?: number;
  /** Converts an error of a job or a thread, including `ThreadTimedOut`. By default errors are not converted. */
  toError?(error: unknown): unknown;
}

/**
 * Threads that compute one job each at a time, first come first served. When a job is aborted or exceeds its time limit,
 * its thread is terminated and the next job gets a new one. Threads have no environment variables; idle threads do not
 * keep the process alive.
 */
export class ThreadPool<Job, Result> {
  private readonly threads: Piscina<Job, Result>;
  private readonly places: Semaphore;
  /** Aborts the jobs that wait for a thread when a thread cannot start. */
  private broken = new AbortController();
  private closed = false;

  constructor(private readonly options: ThreadPoolOptions<Job>) {
    const { module, size, workerData, maxHeapMb } = options;
    this.places = new Semaphore(size);
    this.threads = new Piscina({
      filename: module.href, minThreads: 0, maxThreads: size, idleTimeout: Infinity, workerData, env: {}, execArgv: [],
      ...(maxHeapMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } }),
    });
    // When a thread dies before its first job, Piscina only emits an event, and the job would wait for ever.
    this.threads.on('error', (error) => {
      this.broken.abort(error);
      this.broken = new AbortController();
    });
  }

  /**
   * Resolves with the result of the job. Rejects with the reason of the signal as it is, or with the error of the job or its thread or `ThreadTimedOut`,
   * which `toError` converts first.
   */
  run(job: Job, signal?: AbortSignal): Promise<Result> {
    return this.places.run(() => this.compute(job, signal), signal);
  }

  /** Terminates all threads; running and waiting jobs reject. */
  async close(): Promise<void> {
    this.closed = true;
    await this.threads.destroy();
  }

  private async compute(job: Job, signal: AbortSignal | undefined): Promise<Result> {
    const { what, timeoutMs, toError = (error: unknown) => error } = this.options;
    if (this.closed) throw new Error(`${what} is closed`);
    const [afterMs, broken] = [timeoutMs(job), this.broken.signal];
    const timeout = AbortSignal.timeout(afterMs);
    try {
      return await this.threads.run(job, { signal: AbortSignal.any([timeout, broken, ...(signal ? [signal] : [])]) });
    } catch (error) {
      signal?.throwIfAborted();
      if (broken.aborted) throw toError(broken.reason);
      throw toError(timeout.aborted ? new ThreadTimedOut(what, afterMs) : error);
    }
  }
}
