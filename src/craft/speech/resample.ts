/** Half width of the sinc in input samples, and the number of table rows per sample. */
const HALF_WIDTH = 16;
const PHASES = 256;

/** The Blackman-windowed sinc: one row of `2 · half` taps for each fractional position. */
function buildTable(cutoff: number, half: number): Float64Array {
  const width = 2 * half;
  const table = new Float64Array((PHASES + 1) * width);
  for (let phase = 0; phase <= PHASES; phase++) {
    const row = table.subarray(phase * width, (phase + 1) * width);
    let sum = 0;
    for (let tap = 0; tap < width; tap++) {
      const x = tap - half + 1 - phase / PHASES;
      const angle = Math.PI * x * cutoff;
      const window = 0.42 + 0.5 * Math.cos((Math.PI * x) / half) + 0.08 * Math.cos((2 * Math.PI * x) / half);
      const value = Math.abs(x) >= half ? 0 : (x === 0 ? 1 : Math.sin(angle) / angle) * window;
      row[tap] = value;
      sum += value;
    }
    for (let tap = 0; tap < width; tap++) row[tap] = (row[tap] as number) / sum;
  }
  return table;
}

const tables = new Map<string, Float64Array>();

/** Adds silence on both sides, so that every tap has a sample. */
function padded(input: ArrayLike<number>, half: number): Float64Array {
  const samples = new Float64Array(input.length + 2 * half + 2);
  samples.set(input, half);
  return samples;
}

/**
 * Band-limited resampling of mono samples from one rate (Hz) to another; deterministic. Float samples keep their scale.
 * The result has `round(length · toRate / fromRate)` samples.
 */
export function resample(input: ArrayLike<number>, fromRate: number, toRate: number): Float32Array {
  if (fromRate === toRate) return Float32Array.from(input);
  const cutoff = Math.min(1, toRate / fromRate) * 0.97;
  // Even, because the loop takes two taps at a time.
  const half = 2 * Math.ceil(HALF_WIDTH / Math.min(1, toRate / fromRate) / 2);
  const width = 2 * half;
  const key = `${cutoff}/${half}`;
  const table = tables.get(key) ?? buildTable(cutoff, half);
  tables.set(key, table);
  const samples = padded(input, half);
  const output = new Float32Array(Math.round((input.length * toRate) / fromRate));
  const step = fromRate / toRate;
  for (let index = 0; index < output.length; index++) {
    const position = index * step;
    const whole = Math.floor(position);
    let tap = Math.round((position - whole) * PHASES) * width;
    let [even, odd] = [0, 0];
    for (let at = whole + 1, end = at + width; at < end; at += 2, tap += 2) {
      even += (table[tap] as number) * (samples[at] as number);
      odd += (table[tap + 1] as number) * (samples[at + 1] as number);
    }
    output[index] = even + odd;
  }
  return output;
}
