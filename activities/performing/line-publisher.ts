import { ApplicationFailure } from '@temporalio/activity';
import { liveByteAt } from '../../src/audio/live-encoder.js';
import type { StreamCollector } from '../../src/audio/stream-collector.js';
import { performanceChunkKey } from '../../src/domain/artifacts/performance/performance-keys.js';
import type { PerformanceLinePlan } from '../../src/domain/artifacts/performance/performance-plan.js';
import { addPerformedLine, type PerformedLine } from '../../src/domain/artifacts/performance/performance-store.js';
import type { Services } from '../../src/services.js';

/** A line that is in the encoder, with its place in the performance. */
export interface EncodedLine extends Pick<PerformanceLinePlan, 'position' | 'entryIndex' | 'sceneIndex' | 'character'> {
  lineKey: string;
  startMs: number;
  endMs: number;
}

/** The encoder holds a few frames back; a line is announced without waiting longer than this for its last bytes. */
const BYTES_PATIENCE_MS = 150;
const HELD_BACK_FRAMES_MS = 120;
/** Encoded lines that may wait for their announcement; the reader waits then. */
const MAX_WAITING = 8;

/**
 * Stores and announces encoded lines in order while the reader goes on. Lines that come faster than they can be stored
 * share one chunk of the stream, which belongs to the first of them.
 */
export class LinePublisher {
  private readonly waiting: EncodedLine[] = [];
  private working: Promise<void> | null = null;
  private failure: { cause: unknown } | null = null;
  private publishedBytes: number;

  /** `last` is the last line that an earlier attempt has published. No line is begun once the signal is aborted. */
  constructor(
    private readonly services: Services,
    private readonly of: { artifactId: string; revision: number; fence: number; signal: AbortSignal },
    private readonly stream: StreamCollector, last: PerformedLine | undefined,
  ) {
    this.publishedBytes = last ? last.byteStart + last.byteSize : 0;
  }

  /** Returns soon, unless many lines wait. Throws what stopped the publishing of earlier ones; then nothing more is published. */
  async add(line: EncodedLine): Promise<void> {
    this.waiting.push(line);
    this.working ??= this.work();
    if (this.waiting.length >= MAX_WAITING) await this.working;
    this.throwFailure();
  }

  /** Resolves when every line is announced. Throws what stopped it. */
  async finished(): Promise<void> {
    await this.working;
    this.throwFailure();
  }

  /** Resolves when nothing is being published any more; lines that still wait are left to the next attempt. */
  async stop(): Promise<void> {
    this.waiting.length = 0;
    await this.working;
  }

  private throwFailure(): void {
    if (this.failure) throw this.failure.cause;
  }

  /** Never rejects: the failure is told to whoever adds a line or waits for the end. */
  private async work(): Promise<void> {
    try {
      while (this.waiting.length > 0 && !this.failure) await this.publish(this.waiting.splice(0));
    } catch (cause) {
      this.failure = { cause };
    } finally {
      this.working = null;
    }
  }

  private async publish(lines: readonly EncodedLine[]): Promise<void> {
    const { services, of: { artifactId, revision, fence, signal }, stream } = this;
    signal.throwIfAborted();
    await services.faults.reach(`tts.line_${lines[0]!.position}`);
    await stream.waitFor(liveByteAt(lines.at(-1)!.endMs - HELD_BACK_FRAMES_MS), BYTES_PATIENCE_MS);
    const bytes = this.withoutPublished(stream.take());
    const chunkKey = performanceChunkKey(artifactId, revision, fence, lines[0]!.position);
    if (bytes.length > 0) await services.store.put(chunkKey, bytes);
    for (const [index, line] of lines.entries()) {
      signal.throwIfAborted();
      if (index > 0) await services.faults.reach(`tts.line_${line.position}`);
      const byteSize = index === 0 ? bytes.length : 0;
      const { position, entryIndex, sceneIndex, character, lineKey, startMs, endMs } = line;
      const added = await addPerformedLine(services.db, artifactId, revision, fence, {
        position, entryIndex, sceneIndex, character, lineKey, startMs, endMs, chunkKey, byteStart: this.publishedBytes, byteSize,
      });
      if (!added) throw ApplicationFailure.nonRetryable('another attempt has taken the performance over', 'superseded');
      this.publishedBytes += byteSize;
    }
  }

  /** Drops the bytes that an earlier attempt has published. */
  private withoutPublished(fresh: Buffer): Buffer {
    const start = this.stream.byteSize - fresh.length;
    return start >= this.publishedBytes ? fresh : fresh.subarray(Math.min(fresh.length, this.publishedBytes - start));
  }
}
