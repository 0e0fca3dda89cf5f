const CORNER_HZ = 1_500;

/** Boosts or lowers everything above 1.5 kHz with a first-order high shelf. At the same level, louder voices have stronger high tones, softer ones weaker. */
export function withEffort(samples: Float32Array, decibels: number, sampleRate: number): Float32Array {
  if (decibels === 0) return samples;
  const share = 1 - Math.exp((-2 * Math.PI * CORNER_HZ) / sampleRate);
  const factor = 10 ** (decibels / 20);
  let low = 0;
  return samples.map((value) => {
    low += share * (value - low);
    return low + factor * (value - low);
  });
}
