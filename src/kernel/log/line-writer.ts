import { write as writeAsync, writeSync } from 'node:fs';
import { setTimeout as later } from 'node:timers';

/** Limit in characters for lines that wait for a slow reader of a pipe. */
const MAX_WAITING = 4_000_000;
/** Time in milliseconds after which a busy pipe is tried again. */
const BUSY_MS = 100;
/** Number of tries to write to a busy pipe at the end of the process. */
const LAST_TRIES = 20;

const isBusy = (error: NodeJS.ErrnoException): boolean => error.code === 'EAGAIN' || error.code === 'EBUSY';

/** System calls that a test can replace. */
export interface LineFile {
  write(descriptor: number, bytes: Buffer, done: (error: NodeJS.ErrnoException | null, written: number) => void): void;
  writeSync(descriptor: number, bytes: Buffer): number;
}

const SYSTEM: LineFile = {
  write: (descriptor, bytes, done) => { writeAsync(descriptor, bytes, done); },
  writeSync: (descriptor, bytes) => writeSync(descriptor, bytes),
};

/**
 * Writes log lines to a file descriptor, asynchronously and in order. A log must neither stop nor end the process that writes it. So lines that cannot be
 * written, because the disk is full or the reader is gone, are dropped, and a line that `notice` makes with the number of missing lines precedes the next
 * line that can be written.
 */
export class LineWriter {
  private waiting: string[] = [];
  private waitingLength = 0;
  private isWriting = false;
  private dropped = 0;
  /** True when a failed write may have left half a line. */
  private isTorn = false;

  constructor(
    private readonly descriptor: number, private readonly notice: (dropped: number) => string, private readonly file: LineFile = SYSTEM,
  ) {}

  /** Adds lines; each must end with a line feed. */
  write(lines: string): void {
    if (this.waitingLength > MAX_WAITING) {
      this.dropped += 1;
      return;
    }
    this.waiting.push(lines);
    this.waitingLength += lines.length;
    if (!this.isWriting) this.next();
  }

  /** Writes all waiting lines before it returns, for the end of the process. Lines that cannot be written then are lost. */
  flushSync(): void {
    let bytes = this.take();
    for (let tries = 0; bytes.length > 0 && tries < LAST_TRIES; tries += 1) {
      try {
        bytes = bytes.subarray(this.file.writeSync(this.descriptor, bytes));
      } catch (error) {
        if (!isBusy(error as NodeJS.ErrnoException)) return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
      }
    }
  }

  /** Removes all waiting lines and returns them as bytes. */
  private take(): Buffer {
    const lines = this.waiting.join('');
    [this.waiting, this.waitingLength] = [[], 0];
    return Buffer.from(`${this.isTorn ? '\n' : ''}${this.dropped > 0 ? this.notice(this.dropped) : ''}${lines}`);
  }

  private next(): void {
    if (this.waiting.length === 0) return;
    this.isWriting = true;
    const batch = { lines: this.waiting.length, reported: this.dropped };
    this.put(this.take(), batch);
  }

  private put(bytes: Buffer, batch: { lines: number; reported: number }, isBegun = false): void {
    this.file.write(this.descriptor, bytes, (error, written) => {
      if (error && isBusy(error)) {
        later(() => this.put(bytes, batch, isBegun), BUSY_MS);
        return;
      }
      if (error) {
        this.dropped += batch.lines;
        this.isTorn ||= isBegun;
      } else if (written < bytes.length) {
        this.put(bytes.subarray(written), batch, true);
        return;
      } else {
        this.dropped -= batch.reported;
        this.isTorn = false;
      }
      this.isWriting = false;
      this.next();
    });
  }
}
