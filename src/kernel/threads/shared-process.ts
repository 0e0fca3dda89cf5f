import { Semaphore } from './semaphore.js';

export interface ChildService {
  /** False once the process has ended or is being killed. */
  readonly alive: boolean;
  /** Resolves when the process is gone; its open requests reject. */
  close(): Promise<void>;
}

export interface SharedProcessOptions<Process extends ChildService> {
  /** Names the process in errors. */
  what: string;
  /** Starts a process; resolves when it accepts requests. May give up when the signal of its first caller aborts. */
  start(signal?: AbortSignal): Promise<Process>;
  /** Time after which an unused process is closed, in milliseconds. */
  idleMs: number;
}

/**
 * One child process for all callers. It starts with the first call, serves one call at a time, and is closed when it is not used for a while; when it has
 * died, the next call replaces it. There are never two processes, because a model fills much memory.
 */
export class SharedProcess<Process extends ChildService> {
  private readonly turn = new Semaphore(1);
  private process: Promise<Process> | null = null;
  private idle: NodeJS.Timeout | undefined;
  private users = 0;
  private closed = false;

  constructor(private readonly options: SharedProcessOptions<Process>) {}

  /** Settles as `use` does. Rejects with the error of the start, or with the signal's reason while the call waits. */
  async run<Result>(use: (process: Process) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    clearTimeout(this.idle);
    this.users += 1;
    try {
      return await this.turn.run(async () => use(await this.started(signal)), signal);
    } finally {
      this.users -= 1;
      if (this.users === 0) this.idle = setTimeout(() => void this.end(), this.options.idleMs).unref();
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.idle);
    await this.end();
  }

  private started(signal: AbortSignal | undefined): Promise<Process> {
    // A call that was abandoned may still be starting or closing a process.
    const previous = this.process;
    this.process = this.aliveOrStarted(previous, signal);
    return this.process;
  }

  private async aliveOrStarted(previous: Promise<Process> | null, signal: AbortSignal | undefined): Promise<Process> {
    const current = await previous?.catch(() => null);
    if (this.closed) throw new Error(`${this.options.what} is closed`);
    if (current?.alive) return current;
    await current?.close();
    return this.options.start(signal);
  }

  private async end(): Promise<void> {
    const previous = this.process;
    if (!previous) return;
    this.process = previous.then(async (process) => {
      await process.close();
      return process;
    });
    await this.process.catch(() => undefined);
  }
}
