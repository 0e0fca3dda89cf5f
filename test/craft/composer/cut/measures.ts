import { LevelMeter, lufs } from '../../../../src/craft/audio/level-meter.js';
import { MIX_RATE, type Clip, type Stereo } from '../../../../src/craft/audio/mix/clip.js';

// In a test each use of a global is a call.
const { round } = Math;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** The channels of a clip, at full scale from −1 to 1. */
export function channelsOf({ frames }: Pick<Clip, 'frames'>): Stereo {
  const [left, right] = [new Float32Array(frames.length / 2), new Float32Array(frames.length / 2)];
  for (let at = 0; at < left.length; at++) {
    left[at] = frames[at * 2]! / 32_768;
    right[at] = frames[at * 2 + 1]! / 32_768;
  }
  return { left, right };
}

/** Loudness from one time to another, in LUFS; times in seconds. */
export function loudnessOf({ left, right }: Stereo, from: number, until: number): number {
  const [first, last] = [Math.round(from * MIX_RATE), Math.round(until * MIX_RATE)];
  const meter = new LevelMeter(MIX_RATE, 2);
  const samples = new Int16Array((last - first) * 2);
  for (let at = 0; at < last - first; at++) {
    samples[at * 2] = round(left[first + at]! * 32_767);
    samples[at * 2 + 1] = round(right[first + at]! * 32_767);
  }
  meter.add(samples);
  return lufs(mean(meter.powers) + 1e-12);
}

/** Power of a span in decibels, without weighting. */
export function powerDb({ left, right }: Stereo, from: number, until: number): number {
  const [first, last] = [Math.max(0, Math.round(from * MIX_RATE)), Math.min(left.length, Math.round(until * MIX_RATE))];
  let sum = 0;
  for (let at = first; at < last; at++) sum += left[at]! ** 2 + right[at]! ** 2;
  return 10 * Math.log10(sum / Math.max(1, 2 * (last - first)) + 1e-14);
}

/** How far a stroke stands out, in decibels: the power of its loudest twentieth of a second over that of the half second before it. */
export function standsOutDb(sound: Stereo, at: number): number {
  let most = -140;
  for (let from = at - 0.01; from < at + 0.12; from += 0.005) most = Math.max(most, powerDb(sound, from, from + 0.05));
  return most - powerDb(sound, at - 0.5, at - 0.005);
}

const HOP = 240;

/** For every 5 ms, how much the power of the next 10 ms exceeds the maximum in the tenth of a second before. */
export function fluxOf({ left, right }: Stereo): number[] {
  const powers = Array.from({ length: Math.floor(left.length / HOP) }, (_, frame) => {
    let sum = 0;
    for (let at = frame * HOP; at < Math.min(left.length, (frame + 2) * HOP); at++) sum += left[at]! ** 2 + right[at]! ** 2;
    return sum;
  });
  return powers.map((value, frame) => Math.max(0, value - Math.max(...powers.slice(Math.max(0, frame - 20), frame), 0)));
}

/**
 * When the strongest attack within 80 ms of a time begins, in seconds. Takes the first value of at least a fifth of the highest, since an attack has several
 * peaks where low tones sound together.
 */
export function onsetNear(flux: readonly number[], at: number): number {
  const middle = Math.round((at * MIX_RATE) / HOP);
  const first = Math.max(0, middle - 16);
  const near = flux.slice(first, middle + 17);
  return ((first + near.findIndex((value) => value >= 0.2 * Math.max(...near))) * HOP) / MIX_RATE;
}

/** Spectral flatness, from 0 for a tone to 1 for noise: the median over the frames of the geometric divided by the arithmetic mean of the spectrum. */
export function flatnessOf({ left }: Stereo, size = 4_096): number {
  const values: number[] = [];
  for (let from = 0; from + size <= left.length; from += MIX_RATE / 4) {
    const spectrum = powerSpectrum(left.subarray(from, from + size));
    const total = mean(spectrum);
    if (total > 1e-9) values.push(Math.exp(mean(spectrum.map((value) => Math.log(value + 1e-12)))) / total);
  }
  return values.sort((one, other) => one - other)[values.length >> 1] ?? 1;
}

function powerSpectrum(samples: Float32Array): number[] {
  const size = samples.length;
  const real = Float64Array.from(samples, (value, at) => value * (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / size)));
  const imaginary = new Float64Array(size);
  for (let at = 1, swap = 0; at < size; at++) {
    let bit = size >> 1;
    for (; swap & bit; bit >>= 1) swap ^= bit;
    swap ^= bit;
    if (at < swap) [real[at], real[swap]] = [real[swap]!, real[at]!];
  }
  for (let length = 2; length <= size; length *= 2) {
    for (let from = 0; from < size; from += length) {
      for (let at = 0; at < length / 2; at++) {
        const turn = (-2 * Math.PI * at) / length;
        const [one, other] = [from + at, from + at + length / 2];
        const r = real[other]! * Math.cos(turn) - imaginary[other]! * Math.sin(turn);
        const i = real[other]! * Math.sin(turn) + imaginary[other]! * Math.cos(turn);
        [real[other], imaginary[other]] = [real[one]! - r, imaginary[one]! - i];
        [real[one], imaginary[one]] = [real[one]! + r, imaginary[one]! + i];
      }
    }
  }
  return Array.from({ length: size / 2 }, (_, at) => real[at]! ** 2 + imaginary[at]! ** 2);
}
