import { ApplicationFailure } from '@temporalio/activity';
import type { LineRemedy } from '../../src/craft/speech/line-remedies.js';
import { liveByteAt } from '../../src/craft/audio/live-encoder.js';
import type { StreamCollector } from '../../src/craft/audio/stream-collector.js';
import { performanceChunkKey } from '../../src/domain/artifacts/performance/performance-keys.js';
import type { PerformanceLinePlan } from '../../src/domain/artifacts/performance/performance-plan.js';
import { addPerformedLine, type PerformedLine } from '../../src/domain/artifacts/performance/performance-store.js';
import type { Services } from '../../src/kernel/services.js';

/** An encoded line with its position in the performance. */
export interface EncodedLine extends Pick<PerformanceLinePlan, 'position' | 'entryIndex' | 'sceneIndex' | 'character'> {
  lineKey: string;
  startMs: number;
  endMs: number;
  remedied: LineRemedy | null;
}

/** The encoder delays the last frames of a line; the line is announced after this time even without them. */
const BYTES_PATIENCE_MS = 150;
const HELD_BACK_FRAMES_MS = 120;
/** The maximum number of encoded lines that wait to be announced. When it is reached, `add` waits until they have been published. */
const MAX_WAITING = 8;

/**
 * Stores and announces encoded lines in order while further lines are encoded. Lines that arrive faster than they can be stored share
 * one chunk of the stream, which belongs to the first of them.
 */
export class LinePublisher {
  private readonly waiting: EncodedLine[] = [];
  private working: Promise<void> | null = null;
  private failure: { cause: unknown } | null = null;
  private publishedBytes: number;

  /** `last` is the last line that an earlier attempt has published. No further line is published once the signal aborts. */
  constructor(
    private readonly services: Services,
    private readonly of: { artifactId: string; revision: number; fence: number; signal: AbortSignal },
    private readonly stream: StreamCollector, last: PerformedLine | undefined,
  ) {
    this.publishedBytes = last ? last.byteStart + last.byteSize : 0;
  }

  /** Returns at once unless `MAX_WAITING` lines wait. Throws the error that stopped the publishing of earlier lines. */
  async add(line: EncodedLine): Promise<void> {
    this.waiting.push(line);
    this.working ??= this.work();
    if (this.waiting.length >= MAX_WAITING) await this.working;
    this.throwFailure();
  }

  /** Resolves when every line is announced. Throws the error that stopped the publishing. */
  async finished(): Promise<void> {
    await this.working;
    this.throwFailure();
  }

  /** Drops the waiting lines, which the next attempt publishes, and resolves when no line is being published. */
  async stop(): Promise<void> {
    this.waiting.length = 0;
    await this.working;
  }

  private throwFailure(): void {
    if (this.failure) throw this.failure.cause;
  }

  /** Never rejects: `add` and `finished` throw its failure. */
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
      const { position, entryIndex, sceneIndex, character, lineKey, startMs, endMs, remedied } = line;
      const added = await addPerformedLine(services.db, artifactId, revision, fence, {
        position, entryIndex, sceneIndex, character, lineKey, startMs, endMs, chunkKey, byteStart: this.publishedBytes, byteSize,
      }, remedied);
      if (!added) throw ApplicationFailure.nonRetryable('another attempt has taken the performance over', 'superseded');
      this.publishedBytes += byteSize;
    }
  }

  /** Cuts off the bytes that an earlier attempt has already published. */
  private withoutPublished(fresh: Buffer): Buffer {
    const start = this.stream.byteSize - fresh.length;
    return start >= this.publishedBytes ? fresh : fresh.subarray(Math.min(fresh.length, this.publishedBytes - start));
  }
}
