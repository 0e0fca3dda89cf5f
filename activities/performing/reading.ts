import { ApplicationFailure } from '@temporalio/activity';
import { pcmSamples, speakCached, type SpokenLine } from '../../src/adapters/speech/line-cache.js';
import type { SpeechEngine } from '../../src/adapters/speech/port.js';
import { createLiveEncoder, liveByteAt, type LiveEncoder } from '../../src/audio/live-encoder.js';
import { StreamCollector } from '../../src/audio/stream-collector.js';
import { performanceAudioKey, performanceChunkKey } from '../../src/domain/artifacts/performance-keys.js';
import { LEAD_IN_MS, type PerformanceLinePlan } from '../../src/domain/artifacts/performance-plan.js';
import { addPerformedLine, markPerformance, performedLines } from '../../src/domain/artifacts/performance-store.js';
import type { Services } from '../../src/services.js';

export interface Reading {
  services: Services;
  artifactId: string;
  revision: number;
  fence: number;
  lines: PerformanceLinePlan[];
  jobId: string;
  signal: AbortSignal;
}

/** The encoder holds a few frames back; a line is announced without waiting longer than this for its last bytes. */
const BYTES_PATIENCE_MS = 150;
const HELD_BACK_FRAMES_MS = 100;

/** Speaks lines ahead of the one being encoded, a few at once, and gives them back in order. */
class LinesAhead {
  private readonly pending = new Map<number, Promise<SpokenLine>>();

  constructor(
    private readonly lines: PerformanceLinePlan[], private readonly window: number,
    private readonly speak: (line: PerformanceLinePlan) => Promise<SpokenLine>,
  ) {}

  at(position: number): Promise<SpokenLine> {
    const last = Math.min(this.lines.length, position + this.window);
    for (let ahead = position; ahead < last; ahead++) {
      if (this.pending.has(ahead)) continue;
      const spoken = this.speak(this.lines[ahead]!);
      spoken.catch(() => undefined);
      this.pending.set(ahead, spoken);
    }
    const wanted = this.pending.get(position)!;
    this.pending.delete(position);
    return wanted;
  }
}

async function samplesOf(services: Services, spoken: SpokenLine): Promise<Int16Array> {
  return spoken.samples ?? pcmSamples(await services.store.get(spoken.key));
}

/** Drops the bytes that an earlier attempt has published. */
function withoutPublished(fresh: Buffer, streamEnd: number, published: number): Buffer {
  const start = streamEnd - fresh.length;
  return start >= published ? fresh : fresh.subarray(Math.min(fresh.length, published - start));
}

async function encodeLine(encoder: LiveEncoder, samples: Int16Array, pauseAfterMs: number): Promise<{ startMs: number; endMs: number }> {
  const startMs = encoder.writtenMs;
  await encoder.write(samples);
  const endMs = encoder.writtenMs;
  await encoder.writeSilence(pauseAfterMs);
  return { startMs, endMs };
}

/** Performs all lines; see `performRead`. Throws what speech, encoder and store throw; the encoder's process never outlives it. */
export async function giveReading(reading: Reading): Promise<{ lineCount: number; durationMs: number }> {
  const over = new AbortController();
  try {
    return await performLines({ ...reading, signal: AbortSignal.any([reading.signal, over.signal]) });
  } finally {
    over.abort();
  }
}

async function performLines(reading: Reading): Promise<{ lineCount: number; durationMs: number }> {
  const { services, artifactId, revision, fence, lines, signal, jobId } = reading;
  const speech: SpeechEngine = await services.speech();
  const published = await performedLines(services.db, artifactId, revision);
  const last = published.at(-1);
  let publishedBytes = last ? last.byteStart + last.byteSize : 0;
  const encoder = await createLiveEncoder(await services.ffmpeg(), { signal, jobId });
  const stream = new StreamCollector(encoder.chunks);
  const ahead = new LinesAhead(lines, services.config.mediaConcurrency + 1, (line) => speakCached(services.store, speech, line.request, signal));
  await encoder.writeSilence(LEAD_IN_MS);
  for (const line of lines) {
    const spoken = await ahead.at(line.position);
    const { startMs, endMs } = await encodeLine(encoder, await samplesOf(services, spoken), line.pauseAfterMs);
    const isLast = line.position === lines.length - 1;
    if (isLast) {
      await encoder.end();
      await stream.finished();
    }
    if (line.position < published.length) continue;
    await services.faults.reach(`tts.line_${line.position}`);
    if (!isLast) await stream.waitFor(liveByteAt(endMs - HELD_BACK_FRAMES_MS), BYTES_PATIENCE_MS);
    const bytes = withoutPublished(stream.take(), stream.byteSize, publishedBytes);
    const chunkKey = performanceChunkKey(artifactId, revision, fence, line.position);
    if (bytes.length > 0) await services.store.put(chunkKey, bytes);
    const added = await addPerformedLine(services.db, artifactId, revision, fence, {
      position: line.position, entryIndex: line.entryIndex, sceneIndex: line.sceneIndex, character: line.character, lineKey: spoken.key,
      startMs, endMs, chunkKey, byteStart: publishedBytes, byteSize: bytes.length,
    });
    if (!added) throw ApplicationFailure.nonRetryable('another attempt has taken the performance over', 'superseded');
    publishedBytes += bytes.length;
  }
  await services.store.put(performanceAudioKey(artifactId, revision), stream.whole());
  const durationMs = encoder.writtenMs;
  await markPerformance(services.db, artifactId, revision, fence, { status: 'complete', durationMs, byteSize: stream.byteSize });
  return { lineCount: lines.length, durationMs };
}
