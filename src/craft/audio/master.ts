import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { FfmpegCancelled, type Ffmpeg, type FfmpegResult } from '../ffmpeg/run.js';
import { pcmSamples } from '../speech/line-cache.js';
import { LINE_SAMPLE_RATE } from '../speech/port.js';
import { readGrowingFile } from './growing-file.js';
import { programmeTag, type ProgrammeTags } from './id3.js';
import { withoutInfoFrame } from './info-frame.js';
import { LevelMeter } from './level-meter.js';
import { LUFS_TOLERANCE, MAX_TRUE_PEAK_DB, measureLoudness, TARGET_LUFS, type Loudness } from './loudness.js';

/** `sampleRate` in Hz, a multiple of ten. */
export interface PcmFormat { sampleRate: number; channels: 1 | 2 }

/** The format of voices without a mix: one channel, as spoken. */
export const VOICES_FORMAT: PcmFormat = { sampleRate: LINE_SAMPLE_RATE, channels: 1 };
/** Kilobits a second of the MP3. */
const BITRATES = { 1: '96k', 2: '128k' } as const;

export interface MasterInput {
  /** Opens the programme from its start: 16-bit little-endian samples, those of two channels interleaved. Called once per pass. */
  pcm(): AsyncIterable<Uint8Array>;
  format: PcmFormat;
  /** Planned length; the length of the finished programme differs by at most 50 ms. */
  durationMs: number;
  /**
   * Path of the finished file, which appears only when it is complete and checked. Until then no other programme may
   * use the same folder.
   */
  outputPath: string;
  /** Awaited after encoding, so that the cover can be drawn meanwhile. */
  tags: ProgrammeTags | Promise<ProgrammeTags>;
  signal?: AbortSignal | undefined;
  jobId?: string | undefined;
  /** From 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

export interface MasteredProgramme extends Loudness {
  path: string;
  /** Length of the decoded file. */
  durationMs: number;
  sha256: string;
  byteSize: number;
  /** The constant gain. */
  gainDb: number;
}

/** The programme is silent or misses its planned length or level; another attempt would fail too. */
export class MasterRejected extends Error {
  override readonly name = 'MasterRejected';
}

const DURATION_TOLERANCE_MS = 50;
const rawOptions = ({ sampleRate, channels }: PcmFormat): string[] => ['-f', 's16le', '-ar', String(sampleRate), '-ac', String(channels)];
/** A programme with a lower loudness counts as silent. */
const MIN_LUFS = -60;
/** Encoding adds peaks of up to a decibel, so the limiter starts below the allowed true peak. */
export const FIRST_CEILING_DB = -2;
const MAX_ATTEMPTS = 3;
const AUDIO_NAME = 'programme.audio';
/** Factor on a correction of the gain, because the limiter cancels a part of the correction. */
const OVERCORRECTION = 1.2;

/** Typical loss of loudness in limiter and encoder, which cut peaks and the highest treble. */
const USUAL_LOSS_DB = 0.7;
/** The encoder adds 1,105 samples at the start. Players skip them because of the info frame; the measurement counts them. */
const ENCODER_DELAY_MS = 1_105 / 44.1;

/** A constant gain, and the level that no sample exceeds. */
export interface Level { gainDb: number; ceilingDb: number }

/** A limiter that keeps samples below `ceilingDb`. */
export const limiterOf = (ceilingDb: number): string => `alimiter=limit=${(10 ** (ceilingDb / 20)).toFixed(5)}:level=false:attack=5:release=60`;

export const levelFilters = ({ gainDb, ceilingDb }: Level): string[] => [`volume=${gainDb.toFixed(3)}dB`, limiterOf(ceilingDb)];

/** The level that should bring a programme of this loudness to `TARGET_LUFS`, estimated before encoding. */
export const levelFor = (lufs: number): Level => ({ gainDb: TARGET_LUFS + USUAL_LOSS_DB - lufs, ceilingDb: FIRST_CEILING_DB });

/** Encodes the programme into `audioPath`, where no file may exist. */
function encode(ffmpeg: Ffmpeg, input: MasterInput, level: Level, audioPath: string, signal: AbortSignal): Promise<FfmpegResult> {
  return ffmpeg.compose({
    inputs: [{ source: input.pcm(), options: rawOptions(input.format) }],
    describe: (command) => command
      .audioFilters(['aresample=44100', ...levelFilters(level)])
      .audioCodec('libmp3lame').audioBitrate(BITRATES[input.format.channels]).audioFrequency(44_100).audioChannels(input.format.channels)
      .outputOptions('-map', '0:a', '-compression_level', '7', '-map_metadata', '-1', '-flags', '+bitexact')
      .outputOptions('-fflags', '+bitexact', '-id3v2_version', '0', '-write_id3v1', '0')
      .format('mp3').output(audioPath),
    signal, jobId: input.jobId,
    onProgress: (done) => input.onProgress?.(0.1 + 0.8 * Math.min(1, done / input.durationMs)),
  });
}

/** The constant gain in decibels that brings a programme to the level of recordings. Throws `MasterRejected` for silence. */
export async function measuredGain(input: Pick<MasterInput, 'pcm' | 'format' | 'signal'>): Promise<number> {
  const meter = new LevelMeter(input.format.sampleRate, input.format.channels);
  for await (const bytes of input.pcm()) {
    input.signal?.throwIfAborted();
    meter.add(pcmSamples(bytes));
  }
  const lufs = meter.integrated();
  if (lufs < MIN_LUFS) throw new MasterRejected('the programme is silent');
  return levelFor(lufs).gainDb;
}

/** Encodes the programme while a second process measures the result. */
async function encodeMeasured(
  ffmpeg: Ffmpeg, input: MasterInput, level: Level, audioPath: string,
): Promise<Loudness & { durationMs: number }> {
  const failed = new AbortController();
  const signal = input.signal ? AbortSignal.any([input.signal, failed.signal]) : failed.signal;
  await rm(audioPath, { force: true });
  const encoding = encode(ffmpeg, input, level, audioPath, signal);
  const measuring = measureLoudness(ffmpeg, ['-f', 'mp3', '-i', 'pipe:0'], {
    stdin: withoutInfoFrame(readGrowingFile(audioPath, encoding)), signal, jobId: input.jobId,
  });
  try {
    const [measured] = await Promise.all([measuring, encoding]);
    return { ...measured, durationMs: measured.durationMs - ENCODER_DELAY_MS };
  } catch (error) {
    failed.abort(error);
    // Waits for both processes to end, because the caller removes their file.
    const [encoded] = await Promise.allSettled([encoding, measuring]);
    throw encoded.status === 'rejected' && !(encoded.reason instanceof FfmpegCancelled) ? encoded.reason : error;
  }
}

/** The level for the next attempt, or null when the measured result is good. */
export function corrected(level: Level, measured: Loudness): Level | null {
  const missing = TARGET_LUFS - measured.lufs;
  const over = measured.truePeakDb - MAX_TRUE_PEAK_DB;
  if (Math.abs(missing) <= LUFS_TOLERANCE * 0.6 && over <= 0) return null;
  return { gainDb: level.gainDb + missing * OVERCORRECTION, ceilingDb: level.ceilingDb - (over > 0 ? over + 0.3 : 0) };
}

async function joinTag(
  tag: Buffer, audioPath: string, outputPath: string,
): Promise<{ sha256: string; byteSize: number }> {
  const temporary = `${outputPath}.part`;
  const hash = createHash('sha256').update(tag);
  let byteSize = tag.length;
  try {
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(tag);
      for await (const chunk of createReadStream(audioPath) as AsyncIterable<Buffer>) {
        hash.update(chunk);
        byteSize += chunk.length;
        await file.writeFile(chunk);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, outputPath);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return { sha256: hash.digest('hex'), byteSize };
}

function checkResult(planned: number, result: Loudness & { durationMs: number }): void {
  if (Math.abs(result.durationMs - planned) > DURATION_TOLERANCE_MS) {
    throw new MasterRejected(`the programme lasts ${result.durationMs} ms where ${planned} were planned`);
  }
  if (Math.abs(result.lufs - TARGET_LUFS) > LUFS_TOLERANCE || result.truePeakDb > MAX_TRUE_PEAK_DB) {
    throw new MasterRejected(`the programme measures ${result.lufs} LUFS and ${result.truePeakDb} dBTP`);
  }
}

/**
 * Levels a programme to −16 ±1 LUFS and at most −1 dBTP, measured on the decoded result, and writes it as an MP3
 * (44.1 kHz; one channel in 96 kbit/s, two in 128) with its ID3 tag. The gain is constant and followed by a limiter, so the level does not pump. The
 * same samples, tags and ffmpeg build give the same bytes. Throws `MasterRejected` for a silent programme and for a wrong
 * level or length; `FfmpegFailed`, `FfmpegCancelled`, or the error of `pcm` or `tags`.
 */
export async function masterProgramme(ffmpeg: Ffmpeg, input: MasterInput): Promise<MasteredProgramme> {
  const { durationMs, outputPath } = input;
  let level: Level = { gainDb: await measuredGain(input), ceilingDb: FIRST_CEILING_DB };
  input.onProgress?.(0.1);
  const audioPath = path.join(path.dirname(outputPath), AUDIO_NAME);
  try {
    for (let attempt = 1; ; attempt++) {
      const result = await encodeMeasured(ffmpeg, input, level, audioPath);
      const next = attempt < MAX_ATTEMPTS ? corrected(level, result) : null;
      if (next) {
        level = next;
        continue;
      }
      checkResult(durationMs, result);
      const file = await joinTag(programmeTag(await input.tags), audioPath, outputPath);
      input.onProgress?.(1);
      return { path: outputPath, ...result, ...file, gainDb: level.gainDb };
    }
  } finally {
    await rm(audioPath, { force: true });
  }
}
