import type { Ffmpeg, OpenFfmpeg } from '../ffmpeg/run.js';
import { LINE_SAMPLE_RATE } from '../speech/port.js';

/** With a constant bit rate at 24 kHz every MP3 frame has 288 bytes and lasts 24 ms, so bytes convert exactly to time. */
export const LIVE_FRAME_BYTES = 288;
export const LIVE_FRAME_MS = 24;
export const LIVE_BYTES_PER_SECOND = 12_000;
export const LIVE_CONTENT_TYPE = 'audio/mpeg';
/** The encoder adds 1,105 samples at the start. */
const ENCODER_DELAY_MS = 46;

/** First byte of the frame that plays at this time of the performance, in milliseconds. */
export function liveByteAt(milliseconds: number): number {
  if (milliseconds <= 0) return 0;
  return Math.floor((milliseconds + ENCODER_DELAY_MS) / LIVE_FRAME_MS) * LIVE_FRAME_BYTES;
}

/** Time of the performance at which the frame with this byte plays, in milliseconds. */
export function liveTimeAt(byte: number): number {
  return Math.max(0, Math.floor(byte / LIVE_FRAME_BYTES) * LIVE_FRAME_MS - ENCODER_DELAY_MS);
}

export interface LiveEncoder {
  /** Encodes samples (mono, 24 kHz). Waits while ffmpeg's input pipe is full. Throws the error that ended the encoder. */
  write(samples: Int16Array): Promise<void>;
  /** Encodes this much silence, in whole milliseconds. */
  writeSilence(milliseconds: number): Promise<void>;
  /** Flushes the encoder and ends `chunks`. Throws `FfmpegFailed` or `FfmpegCancelled`. */
  end(): Promise<void>;
  /** The MP3 bytes, for one consumer, which must read while samples are written. */
  readonly chunks: AsyncIterable<Buffer>;
  /** Milliseconds written so far. */
  readonly writtenMs: number;
}

/**
 * The loudness of a live read is not known in advance, so a gentle compressor and a limiter below −1 dBTP set its level:
 * from the −24 LUFS of the voices to about −16. It is encoded at the sample rate of the lines, because a higher rate would
 * double the cost without better sound.
 */
export const LIVE_FILTER = [
  'acompressor=threshold=-34dB:ratio=2.5:attack=10:release=300:makeup=8.9',
  // Well below −1 dB: at this sample rate true peaks are higher than the samples.
  'alimiter=limit=0.66:level=false:attack=5:release=80',
].join(',');

export const LIVE_ARGUMENTS: readonly string[] = [
  '-loglevel', 'error', '-probesize', '32', '-analyzeduration', '0',
  '-f', 's16le', '-ar', String(LINE_SAMPLE_RATE), '-ac', '1', '-i', 'pipe:0', '-af', LIVE_FILTER,
  '-ar', String(LINE_SAMPLE_RATE), '-c:a', 'libmp3lame', '-b:a', '96k', '-compression_level', '7', '-reservoir', '0',
  '-flags', '+bitexact', '-fflags', '+bitexact', '-map_metadata', '-1',
  '-write_xing', '0', '-id3v2_version', '0', '-flush_packets', '1', '-f', 'mp3', 'pipe:1',
];

class StreamingEncoder implements LiveEncoder {
  readonly chunks: AsyncIterable<Buffer>;
  private samplesWritten = 0;
  private ended: Error | undefined;

  constructor(private readonly child: OpenFfmpeg) {
    this.chunks = child.stdout as AsyncIterable<Buffer>;
    child.done.catch((error: Error) => { this.ended = error; });
  }

  get writtenMs(): number { return this.samplesWritten / (LINE_SAMPLE_RATE / 1000); }

  async write(samples: Int16Array): Promise<void> {
    if (this.ended) throw this.ended;
    this.samplesWritten += samples.length;
    const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
    if (this.child.stdin.write(bytes)) return;
    // The process may end before the pipe drains; during a write this is an error even with exit code 0.
    await Promise.race([
      new Promise<void>((resolve) => { this.child.stdin.once('drain', () => resolve()); }),
      this.child.done.then(() => { throw new Error('the encoder ended early'); }),
    ]);
  }

  writeSilence(milliseconds: number): Promise<void> {
    return this.write(new Int16Array((milliseconds * LINE_SAMPLE_RATE) / 1000));
  }

  async end(): Promise<void> {
    this.child.stdin.end();
    await this.child.done;
  }
}

/** Starts an encoder from samples to MP3. Aborting the signal ends the process. */
export async function createLiveEncoder(
  ffmpeg: Ffmpeg, options: { signal?: AbortSignal; jobId?: string } = {},
): Promise<LiveEncoder> {
  return new StreamingEncoder(await ffmpeg.open(LIVE_ARGUMENTS, options));
}
