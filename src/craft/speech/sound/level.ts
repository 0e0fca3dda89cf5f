/** The soft limiter begins at this level; 1 is full scale. */
const KNEE = 0.75;

/** Compresses what is above the knee, so that nothing clips. */
export const softLimited = (value: number): number => {
  const size = Math.abs(value);
  if (size <= KNEE) return value;
  return Math.sign(value) * (KNEE + (1 - KNEE) * Math.tanh((size - KNEE) / (1 - KNEE)) * 0.98);
};

/** The factor of a gain in decibels. */
export const gainFactor = (decibels: number): number => 10 ** (decibels / 20);

/** Root of the sum of squares. */
export const strengthOf = (samples: Float32Array): number => Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0));
