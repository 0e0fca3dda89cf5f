/** Pitch in Hz of every voiced frame (normalised autocorrelation), lowest first. */
export function voicedPitches(samples: Int16Array, sampleRate: number): number[] {
  const size = Math.round(sampleRate * 0.04);
  const [shortest, longest] = [Math.floor(sampleRate / 400), Math.floor(sampleRate / 60)];
  const at = (index: number): number => samples[index] as number;
  const pitches: number[] = [];
  for (let start = 0; start + size + longest + 1 < samples.length; start += Math.round(sampleRate * 0.02)) {
    let energy = 0;
    for (let index = 0; index < size; index++) energy += at(start + index) ** 2;
    if (Math.sqrt(energy / size) < 200) continue;
    const likeness = new Float64Array(longest + 2);
    for (let lag = shortest; lag <= longest; lag++) {
      let [product, shifted] = [0, 1];
      for (let index = 0; index < size; index++) {
        product += at(start + index) * at(start + index + lag);
        shifted += at(start + index + lag) ** 2;
      }
      likeness[lag] = product / Math.sqrt(energy * shifted);
    }
    const best = Math.max(...likeness);
    if (best < 0.8) continue;
    // Takes the first peak that is nearly the highest: later ones are multiples of the period.
    const period = likeness.findIndex((value, lag) => (
      value > best * 0.93 && value >= (likeness[lag - 1] ?? 0) && value >= (likeness[lag + 1] ?? 0)
    ));
    pitches.push(sampleRate / period);
  }
  return pitches.sort((a, b) => a - b);
}

/** Median pitch in Hz of the voiced frames; NaN when nothing is voiced. */
export function medianPitchHz(samples: Int16Array, sampleRate: number): number {
  const pitches = voicedPitches(samples, sampleRate);
  return pitches[pitches.length >> 1] ?? Number.NaN;
}
