/** Lets so many pieces of work in at once; the others wait in line, first come first served. */
export class Turnstile {
  private inside = 0;
  private readonly line: (() => void)[] = [];

  constructor(private readonly width: number) {}

  /** Rejects with the signal's reason when it is aborted while the work waits; then the work is not begun. */
  async pass<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.inside < this.width) this.inside++;
    else await this.wait(signal);
    try {
      return await work();
    } finally {
      const next = this.line.shift();
      if (next) next();
      else this.inside--;
    }
  }

  /** Resolves with a place inside, handed over by who leaves. */
  private wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.line.splice(this.line.indexOf(enter), 1);
        reject(signal!.reason as Error);
      };
      const enter = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.line.push(enter);
    });
  }
}
