export interface EdgeRule {
  /** Samples above this level are speech, in the scale of the samples. */
  speechLevel: number;
  /** Samples that stay before and after the speech, and that fade in and out. */
  before: number;
  after: number;
  fade: number;
}

/** Number of samples of silence that `withoutEdges` trims before the words. */
export function leadOf(samples: Float32Array, { speechLevel, before }: EdgeRule): number {
  return Math.max(0, samples.findIndex((value) => Math.abs(value) > speechLevel) - before);
}

/** Trims the silence around the words, so that only requested pauses remain. A line without speech stays as it is. */
export function withoutEdges(samples: Float32Array, rule: EdgeRule): Float32Array {
  const { speechLevel, after, fade } = rule;
  const isSpeech = (value: number): boolean => Math.abs(value) > speechLevel;
  const last = samples.findLastIndex(isSpeech);
  if (last < 0) return samples;
  const line = samples.slice(leadOf(samples, rule), last + after);
  for (let index = 0; index < Math.min(fade, line.length); index++) {
    const share = index / fade;
    line[index] = (line[index] as number) * share;
    line[line.length - 1 - index] = (line[line.length - 1 - index] as number) * share;
  }
  return line;
}

/** Silences the samples before `from`, in place, and fades in the `fade` samples after it. */
export function silenceBefore(samples: Float32Array, from: number, fade: number): void {
  const start = Math.min(Math.max(0, from), samples.length);
  samples.fill(0, 0, start);
  for (let index = 0; index < Math.min(fade, samples.length - start); index++) {
    samples[start + index] = (samples[start + index] as number) * (index / fade);
  }
}
