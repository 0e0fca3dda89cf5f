import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Ffmpeg } from '../../ffmpeg/run.js';
import { measureLoudness, type Loudness } from '../loudness.js';
import { limiterOf } from '../master.js';
import { MIX_RATE } from './clip.js';
import { mixedPcm, PARTS, partsOf, type Mix, type Part } from './mix.js';

/** Names of the files; listeners know `beds` as atmosphere. */
const NAMES: Record<Part, string> = { voices: 'voices.flac', music: 'music.flac', effects: 'effects.flac', beds: 'atmosphere.flac' };
const MIXED = 'mix.wav';
const CEILING_DB = -2;
/** The earliest time that a ZIP can store. With a fixed time, equal stems give equal bytes. */
const LONG_AGO = new Date(1980, 0, 1);

export interface StemsInput {
  /** Opens the voices from their start: mono 16-bit little-endian samples at 24 kHz. */
  voices(): AsyncIterable<Uint8Array>;
  mix: Mix;
  /** The gain of the mastered programme with two channels. */
  gainDb: number;
  /** A folder without other files. Each file in it is as long as the programme, at 48 kHz with two channels. */
  folder: string;
  signal?: AbortSignal | undefined;
  jobId?: string | undefined;
}

export interface StemsArchive extends Loudness { path: string; files: string[] }

async function encode(ffmpeg: Ffmpeg, { voices, mix, gainDb, folder, signal, jobId }: StemsInput, name: string, parts: readonly Part[]): Promise<string> {
  const outputPath = path.join(folder, name);
  const isMixed = name === MIXED;
  // The limiter looks ahead; without `latency`, the mix would lag behind its parts.
  await ffmpeg.compose({
    inputs: [{ source: mixedPcm(voices(), mix, parts), options: ['-f', 's16le', '-ar', String(MIX_RATE), '-ac', '2'] }],
    describe: (command) => command
      .audioFilters([`volume=${gainDb.toFixed(3)}dB`, ...(isMixed ? [`${limiterOf(CEILING_DB)}:latency=1`] : [])]).audioCodec(isMixed ? 'pcm_s16le' : 'flac')
      .outputOptions('-map', '0:a', '-map_metadata', '-1', '-flags', '+bitexact', '-fflags', '+bitexact')
      .format(isMixed ? 'wav' : 'flac').output(outputPath),
    signal, jobId,
  });
  return outputPath;
}

/** Stores the files uncompressed, because sound hardly compresses further. */
async function zip(files: readonly string[], outputPath: string, signal?: AbortSignal): Promise<void> {
  const archive = new ZipFile();
  for (const file of files) archive.addFile(file, path.basename(file), { compress: false, mtime: LONG_AGO, mode: 0o100644 });
  archive.end();
  await pipeline(archive.outputStream, createWriteStream(outputPath, { mode: 0o600 }), { ...(signal ? { signal } : {}) });
}

/**
 * Writes an archive of the parts of a programme, each as FLAC with its level in the mix, and of the whole mix as WAV; returns the loudness of the whole mix.
 * The parts add up to the mix before its limiter. The same mix and ffmpeg build give the same bytes. Throws `FfmpegFailed`, `FfmpegCancelled`, or the error
 * of `voices`.
 */
export async function writeStems(ffmpeg: Ffmpeg, input: StemsInput): Promise<StemsArchive> {
  const files: string[] = [];
  for (const part of partsOf(input.mix)) files.push(await encode(ffmpeg, input, NAMES[part], [part]));
  const mixed = await encode(ffmpeg, input, MIXED, PARTS);
  files.push(mixed);
  const { lufs, truePeakDb } = await measureLoudness(ffmpeg, ['-i', mixed], { signal: input.signal, jobId: input.jobId });
  const outputPath = path.join(input.folder, 'stems.zip');
  await zip(files, outputPath, input.signal);
  return { path: outputPath, files: files.map((file) => path.basename(file)), lufs, truePeakDb };
}
