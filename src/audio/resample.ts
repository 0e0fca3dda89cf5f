/** Half width of the sinc in input samples, and how finely its table is cut. */
const HALF_WIDTH = 16;
const PHASES = 256;

/** Table of the Blackman-windowed sinc: one row of taps per fractional position. */
function buildTable(cutoff: number, half: number): Float64Array[] {
  return Array.from({ length: PHASES + 1 }, (_, phase) => {
    const taps = new Float64Array(2 * half);
    let sum = 0;
    for (let tap = 0; tap < taps.length; tap++) {
      const x = tap - half + 1 - phase / PHASES;
      const angle = Math.PI * x * cutoff;
      const window = 0.42 + 0.5 * Math.cos((Math.PI * x) / half) + 0.08 * Math.cos((2 * Math.PI * x) / half);
      const value = Math.abs(x) >= half ? 0 : (x === 0 ? 1 : Math.sin(angle) / angle) * window;
      taps[tap] = value;
      sum += value;
    }
    return taps.map((value) => value / sum);
  });
}

const tables = new Map<string, Float64Array[]>();

/**
 * Band-limited resampling of mono samples from one rate (Hz) to another. Same input, same output. Float samples keep
 * their scale; the result has `round(length · toRate / fromRate)` samples.
 */
export function resample(input: ArrayLike<number>, fromRate: number, toRate: number): Float32Array {
  if (fromRate === toRate) return Float32Array.from(input);
  const cutoff = Math.min(1, toRate / fromRate) * 0.97;
  const half = Math.ceil(HALF_WIDTH / Math.min(1, toRate / fromRate));
  const key = `${cutoff}/${half}`;
  const table = tables.get(key) ?? buildTable(cutoff, half);
  tables.set(key, table);
  const output = new Float32Array(Math.round((input.length * toRate) / fromRate));
  const step = fromRate / toRate;
  for (let index = 0; index < output.length; index++) {
    const position = index * step;
    const whole = Math.floor(position);
    const taps = table[Math.round((position - whole) * PHASES)] as Float64Array;
    const first = whole - half + 1;
    const from = Math.max(0, -first);
    const to = Math.min(taps.length, input.length - first);
    let sum = 0;
    for (let tap = from; tap < to; tap++) sum += (taps[tap] as number) * (input[first + tap] as number);
    output[index] = sum;
  }
  return output;
}
