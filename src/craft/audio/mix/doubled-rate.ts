/** How many samples on each side contribute to an interpolated sample. */
const HALF = 16;

/** The Blackman-windowed sinc half way between two samples; its taps sum to 1. */
const TAPS = ((): Float64Array => {
  const taps = Float64Array.from({ length: 2 * HALF }, (_, tap) => {
    const x = tap - HALF + 0.5;
    return (Math.sin(Math.PI * x) / (Math.PI * x)) * (0.42 + 0.5 * Math.cos((Math.PI * x) / HALF) + 0.08 * Math.cos((2 * Math.PI * x) / HALF));
  });
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return taps.map((tap) => tap / sum);
})();

/**
 * Doubles the sample rate of a stream of mono samples, band-limited and without delay: every second sample of the result is an original one. The output of
 * `add` lags behind by `HALF` samples, which `end` returns. The result does not depend on how the stream is divided.
 */
export class DoubledRate {
  private history = new Float32Array(HALF);

  add(samples: Int16Array): Float32Array {
    const known = new Float32Array(this.history.length + samples.length);
    known.set(this.history);
    known.set(samples, this.history.length);
    return this.take(known);
  }

  end(): Float32Array {
    const known = new Float32Array(this.history.length + HALF);
    known.set(this.history);
    return this.take(known);
  }

  /** Doubles every sample whose neighbours are all known; the others wait for the next call. */
  private take(known: Float32Array): Float32Array {
    // The first `HALF` samples are doubled already, and serve only as neighbours.
    const count = Math.max(0, known.length - 2 * HALF);
    const doubled = new Float32Array(count * 2);
    for (let index = 0; index < count; index++) {
      const at = index + HALF;
      doubled[index * 2] = known[at]!;
      let sum = 0;
      for (let tap = 0; tap < 2 * HALF; tap++) sum += TAPS[tap]! * known[at - HALF + 1 + tap]!;
      doubled[index * 2 + 1] = sum;
    }
    this.history = known.slice(count);
    return doubled;
  }
}
