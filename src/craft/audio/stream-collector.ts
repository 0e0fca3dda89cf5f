/** Collects the bytes of a stream; returns the bytes since the last call, or all bytes. */
export class StreamCollector {
  private readonly parts: Buffer[] = [];
  private fresh: Buffer[] = [];
  private byteCount = 0;
  private waiting: (() => void) | null = null;
  private readonly drained: Promise<void>;

  constructor(chunks: AsyncIterable<Buffer>) {
    this.drained = this.drain(chunks);
    // `finished` reports a failure; without this handler it would be an unhandled rejection until that call.
    this.drained.catch(() => undefined);
  }

  /** Number of bytes so far. */
  get byteSize(): number { return this.byteCount; }

  /** The bytes since the last call. */
  take(): Buffer {
    const taken = Buffer.concat(this.fresh);
    this.fresh = [];
    return taken;
  }

  /** All bytes so far. */
  whole(): Buffer { return Buffer.concat(this.parts); }

  /** Resolves when at least `byteCount` bytes have arrived, or after the timeout. */
  async waitFor(byteCount: number, timeoutMs: number): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    while (this.byteCount < byteCount && Date.now() < deadline) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, deadline - Date.now());
        this.waiting = () => { clearTimeout(timer); resolve(); };
      });
    }
  }

  /** Resolves after the last byte; rejects when the stream failed. */
  finished(): Promise<void> { return this.drained; }

  private async drain(chunks: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of chunks) {
      this.parts.push(chunk);
      this.fresh.push(chunk);
      this.byteCount += chunk.length;
      this.waiting?.();
    }
  }
}
