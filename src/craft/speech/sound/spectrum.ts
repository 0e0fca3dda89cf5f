/** Power spectrum of a real frame whose length is a power of two: the bins from 0 to half the sample rate (radix-2 transform). */
export function powerSpectrum(frame: Float64Array): Float64Array {
  const size = frame.length;
  const real = new Float64Array(size);
  const imaginary = new Float64Array(size);
  const bits = Math.log2(size);
  for (let at = 0; at < size; at++) real[reversed(at, bits)] = frame[at] as number;
  for (let span = 2; span <= size; span *= 2) {
    const half = span / 2;
    for (let twiddle = 0; twiddle < half; twiddle++) {
      const angle = (-2 * Math.PI * twiddle) / span;
      const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
      for (let at = twiddle; at < size; at += span) {
        const [upper, lower] = [at, at + half];
        const [re, im] = [real[lower] as number, imaginary[lower] as number];
        const [turnedRe, turnedIm] = [re * cosine - im * sine, re * sine + im * cosine];
        real[lower] = (real[upper] as number) - turnedRe;
        imaginary[lower] = (imaginary[upper] as number) - turnedIm;
        real[upper] = (real[upper] as number) + turnedRe;
        imaginary[upper] = (imaginary[upper] as number) + turnedIm;
      }
    }
  }
  return Float64Array.from({ length: size / 2 + 1 }, (_, at) => (real[at] as number) ** 2 + (imaginary[at] as number) ** 2);
}

function reversed(index: number, bits: number): number {
  let result = 0;
  for (let bit = 0; bit < bits; bit++) result = (result << 1) | ((index >> bit) & 1);
  return result;
}
