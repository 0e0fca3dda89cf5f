import type { Ffmpeg, OpenFfmpeg } from '../ffmpeg/run.js';
import { LINE_SAMPLE_RATE } from '../speech/port.js';
import { levelFilters, type Level } from './master.js';
import { MIX_RATE } from './mix/clip.js';

/** With a constant bit rate at 24 kHz every MP3 frame has 288 bytes and lasts 24 ms, so bytes convert exactly to time. */
export const LIVE_FRAME_BYTES = 288;
export const LIVE_FRAME_MS = 24;
export const LIVE_BYTES_PER_SECOND = 12_000;
export const LIVE_CONTENT_TYPE = 'audio/mpeg';
/** The encoder adds 1,105 samples at the start. */
const ENCODER_DELAY_MS = 46;

/** The first byte of the frame that plays at a time of the performance in milliseconds. */
export function liveByteAt(milliseconds: number): number {
  if (milliseconds <= 0) return 0;
  return Math.floor((milliseconds + ENCODER_DELAY_MS) / LIVE_FRAME_MS) * LIVE_FRAME_BYTES;
}

/** Time of the performance at which the frame with this byte plays, in milliseconds. */
export function liveTimeAt(byte: number): number {
  return Math.max(0, Math.floor(byte / LIVE_FRAME_BYTES) * LIVE_FRAME_MS - ENCODER_DELAY_MS);
}

/** Stereo at 48 kHz and a higher bit rate: a frame also lasts 24 ms, and has 384 bytes. */
export const LIVE_MIX_FRAME_BYTES = 384;

/** The format of the samples, and how they are encoded. */
export interface LiveSound { sampleRate: number; channels: 1 | 2; bitrate: '96k' | '128k'; filters: readonly string[] }

export interface LiveEncoder {
  /**
   * Encodes samples in the format of the sound; two channels are interleaved. Waits while ffmpeg's input pipe is full. Throws the error that ended the
   * encoder, also when it ended early without a failure.
   */
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
const LIVE_VOICES: LiveSound = {
  sampleRate: LINE_SAMPLE_RATE, channels: 1, bitrate: '96k',
  filters: [
    'acompressor=threshold=-34dB:ratio=2.5:attack=10:release=300:makeup=8.9',
    // The limit is well below −1 dB, because at this sample rate true peaks exceed the samples.
    'alimiter=limit=0.66:level=false:attack=5:release=80',
  ],
};

/** A mix (interleaved left and right, `MIX_RATE`), levelled like its MP3, with one constant gain and a limiter. */
export const liveMix = (level: Level): LiveSound => ({ sampleRate: MIX_RATE, channels: 2, bitrate: '128k', filters: levelFilters(level) });

const argumentsOf = ({ sampleRate, channels, bitrate, filters }: LiveSound): string[] => [
  '-loglevel', 'error', '-probesize', '32', '-analyzeduration', '0',
  '-f', 's16le', '-ar', String(sampleRate), '-ac', String(channels), '-i', 'pipe:0', '-af', filters.join(','),
  '-ar', String(sampleRate), '-c:a', 'libmp3lame', '-b:a', bitrate, '-compression_level', '7', '-reservoir', '0',
  '-flags', '+bitexact', '-fflags', '+bitexact', '-map_metadata', '-1',
  '-write_xing', '0', '-id3v2_version', '0', '-flush_packets', '1', '-f', 'mp3', 'pipe:1',
];

class StreamingEncoder implements LiveEncoder {
  readonly chunks: AsyncIterable<Buffer>;
  private samplesWritten = 0;
  private ended: Error | undefined;

  constructor(private readonly child: OpenFfmpeg, private readonly sound: LiveSound) {
    this.chunks = child.stdout as AsyncIterable<Buffer>;
    child.done.catch((error: Error) => { this.ended = error; });
  }

  get writtenMs(): number { return this.samplesWritten / ((this.sound.sampleRate * this.sound.channels) / 1000); }

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
    return this.write(new Int16Array((milliseconds * this.sound.sampleRate * this.sound.channels) / 1000));
  }

  async end(): Promise<void> {
    this.child.stdin.end();
    await this.child.done;
  }
}

/** Starts an encoder from samples to MP3; the default format is voices: mono, 24 kHz. Aborting the signal ends the process. */
export async function createLiveEncoder(
  ffmpeg: Ffmpeg, { sound = LIVE_VOICES, ...options }: { signal?: AbortSignal; jobId?: string; sound?: LiveSound } = {},
): Promise<LiveEncoder> {
  return new StreamingEncoder(await ffmpeg.open(argumentsOf(sound), options), sound);
}
