import { LINE_SAMPLE_RATE } from '../../src/craft/speech/port.js';
import { powerSpectrum } from '../../src/craft/speech/sound/spectrum.js';

/** Frames start every 10 ms and have windows of about 21 ms. */
const FRAME_MS = 10;
const FRAME = (LINE_SAMPLE_RATE * FRAME_MS) / 1000;
const WINDOW = 512;
const BANDS = 24;
const [LOW_HZ, HIGH_HZ] = [100, 7_000];
const CEPSTRUM = 13;
const SLOPES = 8;
/** The weight of spectral change in the features, and the cost factor of a step that advances both sounds. */
const SLOPE_WEIGHT = 0.7;
const BOTH_WEIGHT = 1.2;

const mel = (hertz: number): number => 1_127 * Math.log(1 + hertz / 700);
const hertzOf = (value: number): number => 700 * (Math.exp(value / 1_127) - 1);
/** Edges of the mel bands, in bins of the spectrum. */
const EDGES = Array.from({ length: BANDS + 2 }, (_, band) =>
  (hertzOf(mel(LOW_HZ) + ((mel(HIGH_HZ) - mel(LOW_HZ)) * band) / (BANDS + 1)) * WINDOW) / LINE_SAMPLE_RATE);

function cepstrumOf(samples: Int16Array, from: number): number[] {
  const frame = Float64Array.from({ length: WINDOW }, (_, at) =>
    ((samples[from + at] ?? 0) / 32_768) * (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / WINDOW)));
  const power = powerSpectrum(frame);
  const bands = Array.from({ length: BANDS }, (_, band) => {
    const [low, middle, high] = [EDGES[band]!, EDGES[band + 1]!, EDGES[band + 2]!];
    let sum = 1e-7;
    for (let bin = Math.ceil(low); bin < high; bin++) {
      sum += power[bin]! * (bin < middle ? (bin - low) / (middle - low) : (high - bin) / (high - middle));
    }
    return Math.log(sum);
  });
  return Array.from({ length: CEPSTRUM }, (_, order) =>
    bands.reduce((sum, value, band) => sum + value * Math.cos((Math.PI * order * (band + 0.5)) / BANDS), 0));
}

/** The cepstra of all frames and their changes, normalised over the line to mean 0 and spread 1, which removes most differences between voices. */
function featuresOf(samples: Int16Array): number[][] {
  const frames = Array.from({ length: Math.max(1, Math.floor((samples.length - WINDOW) / FRAME)) }, (_, frame) => cepstrumOf(samples, frame * FRAME));
  for (let order = 0; order < CEPSTRUM; order++) {
    const mean = frames.reduce((sum, frame) => sum + frame[order]!, 0) / frames.length;
    const spread = Math.sqrt(frames.reduce((sum, frame) => sum + (frame[order]! - mean) ** 2, 0) / frames.length) + 1e-6;
    for (const frame of frames) frame[order] = (frame[order]! - mean) / spread;
  }
  return frames.map((frame, at) => [...frame, ...frame.slice(0, SLOPES).map((value, order) =>
    ((frames[at + 2]?.[order] ?? value) - (frames[at - 2]?.[order] ?? value)) * SLOPE_WEIGHT)]);
}

/** For each frame of the first sound, the mean position of the frames of the second sound that are aligned with it. */
function warped(first: readonly number[][], second: readonly number[][]): number[] {
  const width = second.length;
  const costs = new Float32Array(first.length * width).fill(Number.POSITIVE_INFINITY);
  const moves = new Uint8Array(costs.length);
  for (let row = 0; row < first.length; row++) {
    for (let column = 0; column < width; column++) {
      const distance = Math.sqrt(first[row]!.reduce((sum, value, at) => sum + (value - second[column]![at]!) ** 2, 0));
      const at = row * width + column;
      if (at === 0) costs[0] = distance;
      const ways: [from: number, cost: number, isThere: boolean][] = [
        [at - width - 1, distance * BOTH_WEIGHT, row > 0 && column > 0], [at - width, distance, row > 0], [at - 1, distance, column > 0]];
      ways.forEach(([from, cost, isThere], move) => {
        if (!isThere || costs[from]! + cost >= costs[at]!) return;
        costs[at] = costs[from]! + cost;
        moves[at] = move + 1;
      });
    }
  }
  const columns: number[][] = first.map(() => []);
  for (let [row, column] = [first.length - 1, width - 1]; ;) {
    columns[row]!.push(column);
    const move = moves[row * width + column];
    if (move === 0) break;
    if (move !== 3) row -= 1;
    if (move !== 2) column -= 1;
  }
  return columns.map((each) => each.reduce((sum, column) => sum + column, 0) / each.length);
}

/**
 * Aligns two readings of the same text by dynamic time warping of their cepstra. The returned function maps a millisecond of `known` to the millisecond of
 * `other` at which the same sound is said. Aligners without a recogniser find word times in this way.
 */
export function besideOf(known: Int16Array, other: Int16Array): (ms: number) => number {
  const columns = warped(featuresOf(known), featuresOf(other));
  return (ms) => {
    const frame = Math.min(Math.max(Math.round(ms / FRAME_MS) - 1, 0), columns.length - 1);
    return (columns[frame]! + 1) * FRAME_MS;
  };
}
