/** Gathers the bytes of a growing stream: hands out what is new, and keeps the whole. */
export class StreamCollector {
  private readonly parts: Buffer[] = [];
  private fresh: Buffer[] = [];
  private byteCount = 0;
  private waiting: (() => void) | null = null;
  private readonly drained: Promise<void>;

  constructor(chunks: AsyncIterable<Buffer>) {
    this.drained = this.drain(chunks);
    // A failure is told by `finished`; until somebody asks it must not end the process.
    this.drained.catch(() => undefined);
  }

  /** Bytes seen so far. */
  get byteSize(): number { return this.byteCount; }

  /** The bytes that came since the last call. */
  take(): Buffer {
    const taken = Buffer.concat(this.fresh);
    this.fresh = [];
    return taken;
  }

  /** Everything from the first byte. */
  whole(): Buffer { return Buffer.concat(this.parts); }

  /** Resolves when so many bytes have come, or after the time-out. */
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
