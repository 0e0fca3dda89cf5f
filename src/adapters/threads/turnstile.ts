/** Lets so many pieces of work in at once; the others wait in line, first come first served. */
export class Turnstile {
  private inside = 0;
  private readonly line: (() => void)[] = [];

  constructor(private readonly width: number) {}

  /**
   * Rejects with the signal's reason when it is aborted while the work waits; then the work is not begun. Aborted inside, its place is
   * free at once, so that work which hangs does not keep the others out.
   */
  async pass<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.inside < this.width) this.inside++;
    else await this.wait(signal);
    let inside = true;
    const leave = (): void => {
      if (!inside) return;
      inside = false;
      const next = this.line.shift();
      if (next) next();
      else this.inside--;
    };
    signal?.addEventListener('abort', leave, { once: true });
    if (signal?.aborted) leave();
    try {
      return await work();
    } finally {
      signal?.removeEventListener('abort', leave);
      leave();
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
