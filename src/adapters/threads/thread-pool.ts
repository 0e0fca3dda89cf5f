import type { Worker } from 'node:worker_threads';

/** What a thread's body posts back for each job. */
export type ThreadAnswer<Result> = { result: Result } | { failure: string };

/** A job that was not done in time; its thread was ended. */
export class ThreadHung extends Error {
  override readonly name = 'ThreadHung';
  constructor(what: string, readonly afterMs: number) { super(`${what}: no answer after ${afterMs} ms`); }
}

export interface ThreadPoolOptions<Job> {
  /** Named in failures. */
  what: string;
  /** Threads at most; each starts when it is first needed. */
  size: number;
  start(): Worker;
  /** How long a job may take, in milliseconds; then its thread is ended. */
  patienceMs(job: Job): number;
  /** What a job is rejected with when its thread died or hung; the error itself unless given. */
  failureOf?(error: unknown): unknown;
}

interface Waiting<Job, Result> {
  job: Job;
  signal: AbortSignal | undefined;
  /** Takes the job out of the queue; no longer listening once a thread has it. */
  leave(): void;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Threads that compute one job each at a time, first come first served. A job that is aborted or takes too long ends its thread,
 * and the next job gets a new one. Idle threads do not keep the process alive.
 */
export class ThreadPool<Job, Result> {
  private readonly queue: Waiting<Job, Result>[] = [];
  private readonly idle: Worker[] = [];
  private readonly threads = new Set<Worker>();
  private closed = false;

  constructor(private readonly options: ThreadPoolOptions<Job>) {}

  /** Rejects with the abort reason, an `Error` in the body's words, or what `failureOf` makes of `ThreadHung` and the thread's death. */
  run(job: Job, signal?: AbortSignal): Promise<Result> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (this.closed) throw new Error(`${this.options.what} is closed`);
      const leave = (): void => {
        this.queue.splice(this.queue.indexOf(waiting), 1);
        reject(signal?.reason as Error);
      };
      const waiting: Waiting<Job, Result> = { job, signal, leave, resolve, reject };
      signal?.addEventListener('abort', leave, { once: true });
      this.queue.push(waiting);
      this.serve();
    });
  }

  /** Gives up what waits or runs, and ends every thread. */
  async close(): Promise<void> {
    this.closed = true;
    for (const waiting of this.queue.splice(0)) {
      waiting.signal?.removeEventListener('abort', waiting.leave);
      waiting.reject(new Error(`${this.options.what} is closed`));
    }
    await Promise.all([...this.threads].map((thread) => thread.terminate()));
  }

  private serve(): void {
    while (this.queue.length > 0 && !this.closed) {
      let thread = this.idle.pop();
      if (!thread) {
        if (this.threads.size >= this.options.size) return;
        thread = this.options.start();
        thread.unref();
        this.threads.add(thread);
      }
      this.occupy(thread, this.queue.shift()!);
    }
  }

  private occupy(thread: Worker, { job, signal, leave, resolve, reject }: Waiting<Job, Result>): void {
    const { what, patienceMs, failureOf = (error: unknown) => error } = this.options;
    signal?.removeEventListener('abort', leave);
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
      this.serve();
    };
    const giveUp = (error: unknown): void => finish(() => reject(error), false);
    const fail = (error: unknown): void => giveUp(failureOf(error));
    const onAbort = (): void => giveUp(signal?.reason);
    const onExit = (code: number): void => fail(new Error(`${what}: the thread ended with code ${code}`));
    const onAnswer = (answer: ThreadAnswer<Result>): void => {
      if ('result' in answer) finish(() => resolve(answer.result), true);
      else giveUp(new Error(answer.failure));
    };
    const allowedMs = patienceMs(job);
    const watchdog = setTimeout(() => fail(new ThreadHung(what, allowedMs)), allowedMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    thread.ref();
    thread.once('error', fail).once('exit', onExit).once('message', onAnswer);
    thread.postMessage(job);
  }
}
