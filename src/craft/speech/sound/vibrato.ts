import { LINE_SAMPLE_RATE } from '../port.js';

const VIBRATO_HZ = 5.2;
const VIBRATO_DEPTH_S = 0.00022;

/** The slow tremor of an old voice: a delay that varies by a fifth of a millisecond, so that the pitch varies by about 12 cents either way. */
export function withVibrato(samples: Float32Array): Float32Array {
  const depth = VIBRATO_DEPTH_S * LINE_SAMPLE_RATE;
  return samples.map((_, index) => {
    const position = index - depth * (1 + Math.sin((2 * Math.PI * VIBRATO_HZ * index) / LINE_SAMPLE_RATE));
    const whole = Math.floor(position);
    if (whole < 0) return samples[0] as number;
    const share = position - whole;
    return (samples[whole] as number) * (1 - share) + (samples[whole + 1] ?? 0) * share;
  });
}
