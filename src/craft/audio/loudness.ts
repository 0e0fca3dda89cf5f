import { FfmpegFailed, type Ffmpeg, type RunOptions } from '../ffmpeg/run.js';

/** Integrated loudness and true peak of a programme (EBU R128 / ITU-R BS.1770). */
export interface Loudness { lufs: number; truePeakDb: number }

/** Target level of programmes, measured after encoding. */
export const TARGET_LUFS = -16;
export const LUFS_TOLERANCE = 1;
export const MAX_TRUE_PEAK_DB = -1;

/**
 * Measures loudness as the last filter of a chain whose output is discarded. `framelog=verbose` keeps the values of each frame out of the log, whose level is
 * `info`.
 */
export const MEASURE_FILTER = 'ebur128=peak=true:framelog=verbose';

const readable = (text: string, floor: number): number => (Number.isFinite(Number(text)) ? Number(text) : floor);

/** Parses the summary of the `ebur128` filter; silence gives −70 LUFS. Throws `FfmpegFailed` without a summary. */
export function parseLoudness(stderr: string): Loudness {
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'));
  const lufs = /\bI:\s+(-?[\d.]+|-?inf|nan) LUFS/.exec(summary)?.[1];
  const peak = /\bPeak:\s+([+-]?[\d.]+|-?inf|nan) dBFS/.exec(summary)?.[1];
  if (lufs === undefined || peak === undefined) throw new FfmpegFailed(0, null, 'no loudness summary');
  return { lufs: readable(lufs, -70), truePeakDb: readable(peak, -120) };
}

/** Measures an input. `inputArguments` are the ffmpeg arguments up to and including `-i`. Throws as `Ffmpeg.run` does. */
export async function measureLoudness(
  ffmpeg: Ffmpeg, inputArguments: readonly string[], options: RunOptions = {},
): Promise<Loudness & { durationMs: number }> {
  const result = await ffmpeg.run(
    ['-loglevel', 'info', ...inputArguments, '-map', '0:a:0', '-af', MEASURE_FILTER, '-f', 'null', '-'], options,
  );
  return { ...parseLoudness(result.stderrTail), durationMs: result.durationMs };
}
