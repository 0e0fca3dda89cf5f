import { LINE_SAMPLE_RATE } from '../speech/port.js';

/** Samples that begin at a whole number of milliseconds. */
export interface LaidPart { atMs: number; samples: Int16Array }

/** The parts as one sound: where they overlap, their samples are added and kept within 16 bits. */
export function laidOver(parts: readonly LaidPart[]): Int16Array {
  const placed = parts.map(({ atMs, samples }) => ({ from: (atMs * LINE_SAMPLE_RATE) / 1_000, samples }));
  const sum = new Int32Array(Math.max(0, ...placed.map(({ from, samples }) => from + samples.length)));
  for (const { from, samples } of placed) for (let at = 0; at < samples.length; at++) sum[from + at]! += samples[at]!;
  return Int16Array.from(sum, (value) => Math.max(-32_768, Math.min(32_767, value)));
}
