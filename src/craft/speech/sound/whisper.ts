const ORDER = 18;
const FRAME_S = 0.02;

/** Linear prediction by Levinson-Durbin; returns the predictor and the residual energy. */
function predictor(frame: Float64Array): { weights: Float64Array; energy: number } {
  const correlation = new Float64Array(ORDER + 1);
  for (let lag = 0; lag <= ORDER; lag++) {
    for (let index = lag; index < frame.length; index++) {
      correlation[lag] = (correlation[lag] as number) + (frame[index] as number) * (frame[index - lag] as number);
    }
  }
  let energy = (correlation[0] as number) * 1.0001 + 1e-9;
  const weights = new Float64Array(ORDER + 1);
  for (let order = 1; order <= ORDER; order++) {
    let error = correlation[order] as number;
    for (let index = 1; index < order; index++) {
      error -= (weights[index] as number) * (correlation[order - index] as number);
    }
    const reflection = error / energy;
    const before = weights.slice();
    weights[order] = reflection;
    for (let index = 1; index < order; index++) {
      weights[index] = (before[index] as number) - reflection * (before[order - index] as number);
    }
    energy *= 1 - reflection * reflection;
  }
  return { weights, energy };
}

/** Deterministic noise between -1 and 1 (xorshift32). */
function noiseSource(): () => number {
  let state = 0x2545f491;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 31 - 1;
  };
}

/** Turns speech into a whisper: noise with the energy of each frame, filtered by the vocal tract of that frame. */
export function whispered(samples: Float32Array, sampleRate: number): Float32Array {
  const hop = Math.round((FRAME_S * sampleRate) / 2);
  const size = hop * 2;
  const window = Float64Array.from({ length: size }, (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / size));
  const noise = noiseSource();
  const output = new Float32Array(samples.length);
  for (let start = -hop; start < samples.length; start += hop) {
    const frame = window.map((weight, index) => weight * (samples[start + index] ?? 0));
    const { weights, energy } = predictor(frame);
    const strength = Math.sqrt(energy / size) * Math.sqrt(3);
    const made = new Float64Array(size);
    for (let index = 0; index < size; index++) {
      let value = strength * noise();
      for (let lag = 1; lag <= ORDER && lag <= index; lag++) {
        value += (weights[lag] as number) * (made[index - lag] as number);
      }
      made[index] = value;
      const at = start + index;
      if (at >= 0 && at < output.length) output[at] = (output[at] as number) + value * (window[index] as number);
    }
  }
  return output;
}
