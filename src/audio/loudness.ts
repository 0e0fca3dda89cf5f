import { FfmpegFailed, type Ffmpeg, type RunOptions } from '../adapters/ffmpeg/run.js';

/** Integrated loudness and true peak of a programme (EBU R128 / ITU-R BS.1770). */
export interface Loudness { lufs: number; truePeakDb: number }

/** Where programmes are levelled to; measured after encoding. */
export const TARGET_LUFS = -16;
export const LUFS_TOLERANCE = 1;
export const MAX_TRUE_PEAK_DB = -1;

/** Put at the end of a filter chain whose output goes nowhere. Frame reports go to a level that is not printed. */
export const MEASURE_FILTER = 'ebur128=peak=true:framelog=verbose';

const readable = (text: string, floor: number): number => (Number.isFinite(Number(text)) ? Number(text) : floor);

/** Reads the summary of the `ebur128` filter. Throws `FfmpegFailed` when there is none; silence reads as −70 LUFS. */
export function readLoudness(stderr: string): Loudness {
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'));
  const lufs = /\bI:\s+(-?[\d.]+|-?inf|nan) LUFS/.exec(summary)?.[1];
  const peak = /\bPeak:\s+([+-]?[\d.]+|-?inf|nan) dBFS/.exec(summary)?.[1];
  if (lufs === undefined || peak === undefined) throw new FfmpegFailed(0, null, 'no loudness summary');
  return { lufs: readable(lufs, -70), truePeakDb: readable(peak, -120) };
}

/** Measures what `inputArguments` (everything up to and including the input) reads. */
export async function measureLoudness(
  ffmpeg: Ffmpeg, inputArguments: readonly string[], options: RunOptions = {},
): Promise<Loudness & { durationMs: number }> {
  const result = await ffmpeg.run(
    ['-loglevel', 'info', ...inputArguments, '-map', '0:a:0', '-af', MEASURE_FILTER, '-f', 'null', '-'], options,
  );
  return { ...readLoudness(result.stderrTail), durationMs: result.durationMs };
}
