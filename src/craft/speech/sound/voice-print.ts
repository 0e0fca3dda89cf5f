import { LINE_SAMPLE_RATE } from '../port.js';
import { powerSpectrum } from './spectrum.js';

/** How a voice sounds, measured on a spoken sentence. */
export interface VoicePrint {
  /** Median of the voiced frames in Hz; null when nothing is voiced. */
  pitchHz: number | null;
  wordsPerSecond: number;
  /** Mean cepstrum over mel bands of the frames that are not silent, without the level. */
  timbre: number[];
}

const FRAME = 0.032 * LINE_SAMPLE_RATE;
const HOP = 0.016 * LINE_SAMPLE_RATE;
/** The size of the Fourier transform: the next power of two above `FRAME`. */
const TRANSFORM = 1024;
const BANDS = 32;
const [LOWEST_HZ, HIGHEST_HZ] = [120, 8_000];
const COEFFICIENTS = 14;
/** Frames this much weaker than the loudest tenth are silence, in decibels. */
const SILENCE_DB = 30;

const melOf = (hz: number): number => 2595 * Math.log10(1 + hz / 700);
const hzOf = (mel: number): number => 700 * (10 ** (mel / 2595) - 1);

interface Band { from: number; weights: number[] }

function melBands(): Band[] {
  const edges = Array.from({ length: BANDS + 2 }, (_, at) =>
    (hzOf(melOf(LOWEST_HZ) + ((melOf(HIGHEST_HZ) - melOf(LOWEST_HZ)) * at) / (BANDS + 1)) * TRANSFORM) / LINE_SAMPLE_RATE);
  return Array.from({ length: BANDS }, (_, band) => {
    const [low, middle, high] = edges.slice(band, band + 3) as [number, number, number];
    const from = Math.ceil(low);
    const weights = Array.from({ length: Math.max(0, Math.floor(high) - from + 1) }, (__, at) =>
      Math.max(0, Math.min((from + at - low) / (middle - low), (high - from - at) / (high - middle))));
    return { from, weights };
  });
}

const MEL_BANDS = melBands();
const WINDOW = Float64Array.from({ length: FRAME }, (_, at) => 0.54 - 0.46 * Math.cos((2 * Math.PI * at) / (FRAME - 1)));

/** Logarithms of the energies in the bands of one frame. */
function bandsOf(samples: Int16Array, start: number): number[] {
  const frame = new Float64Array(TRANSFORM);
  for (let at = 0; at < FRAME; at++) {
    const sample = samples[start + at] as number;
    frame[at] = ((sample - 0.97 * (samples[start + at - 1] ?? 0)) * (WINDOW[at] as number)) / 32_768;
  }
  const power = powerSpectrum(frame);
  return MEL_BANDS.map(({ from, weights }) => {
    const energy = weights.reduce((sum, weight, at) => sum + weight * (power[from + at] ?? 0), 0);
    return Math.log(energy + 1e-10);
  });
}

/** Cosine transform of the mean band energies; the first coefficient, the level, is left out. */
function cepstrumOf(bands: readonly number[]): number[] {
  return Array.from({ length: COEFFICIENTS }, (_, index) => {
    const sum = bands.reduce((total, value, band) => total + value * Math.cos((Math.PI * (index + 1) * (band + 0.5)) / BANDS), 0);
    return Math.round((sum * Math.sqrt(2 / BANDS)) * 1_000) / 1_000;
  });
}

function timbreOf(samples: Int16Array): number[] {
  const frames: number[][] = [];
  for (let start = 0; start + FRAME <= samples.length; start += HOP) frames.push(bandsOf(samples, start));
  const levelOf = (bands: readonly number[]): number => bands.reduce((sum, value) => sum + value, 0) / BANDS;
  const levels = frames.map(levelOf).sort((a, b) => a - b);
  const loud = levels[Math.floor(levels.length * 0.9)] ?? 0;
  const heard = frames.filter((bands) => levelOf(bands) > loud - (SILENCE_DB * Math.LN10) / 10);
  const mean = Array.from({ length: BANDS }, (_, band) => heard.reduce((sum, bands) => sum + (bands[band] as number), 0) / Math.max(heard.length, 1));
  return cepstrumOf(mean);
}

const [MIN_PITCH_HZ, MAX_PITCH_HZ] = [60, 420];
const VOICED = 0.75;

/** Pitch in Hz of the voiced frames by normalised autocorrelation, at half the sample rate. */
function pitchesOf(samples: Int16Array): number[] {
  const rate = LINE_SAMPLE_RATE / 2;
  const half = Float64Array.from({ length: samples.length >> 1 }, (_, at) => ((samples[2 * at] as number) + (samples[2 * at + 1] as number)) / 2);
  const size = Math.round(rate * 0.04);
  const [shortest, longest] = [Math.floor(rate / MAX_PITCH_HZ), Math.ceil(rate / MIN_PITCH_HZ)];
  const pitches: number[] = [];
  for (let start = 0; start + size + longest + 1 < half.length; start += Math.round(rate * 0.02)) {
    const pitch = pitchAt(half, start, { size, shortest, longest });
    if (pitch !== null) pitches.push(rate / pitch);
  }
  return pitches;
}

/** The period in samples at a place, or null where nothing is voiced. */
function pitchAt(samples: Float64Array, start: number, { size, shortest, longest }: { size: number; shortest: number; longest: number }): number | null {
  let energy = 0;
  for (let at = 0; at < size; at++) energy += (samples[start + at] as number) ** 2;
  if (Math.sqrt(energy / size) < 200) return null;
  const likeness = new Float64Array(longest + 2);
  for (let lag = shortest; lag <= longest; lag++) {
    let [product, shifted] = [0, 1];
    for (let at = 0; at < size; at++) {
      const later = samples[start + at + lag] as number;
      product += (samples[start + at] as number) * later;
      shifted += later * later;
    }
    likeness[lag] = product / Math.sqrt(energy * shifted);
  }
  const best = Math.max(...likeness);
  if (best < VOICED) return null;
  // The first peak that is nearly the highest: later ones are multiples of the period.
  const period = likeness.findIndex((value, lag) => value > best * 0.93 && value >= (likeness[lag - 1] ?? 0) && value >= (likeness[lag + 1] ?? 0));
  return withinPeak(likeness, period);
}

/** The place of a peak between samples, from its neighbours. */
function withinPeak(values: Float64Array, at: number): number {
  const [before, top, after] = [values[at - 1] ?? 0, values[at] as number, values[at + 1] ?? 0];
  const bend = before - 2 * top + after;
  return bend < 0 ? at + (before - after) / (2 * bend) : at;
}

/** Measures a spoken sentence. `words` is the number of its words. Deterministic. */
export function voicePrint(samples: Int16Array, words: number): VoicePrint {
  const pitches = pitchesOf(samples).sort((a, b) => a - b);
  const middle = pitches[pitches.length >> 1];
  return {
    pitchHz: middle === undefined ? null : Math.round(middle * 10) / 10,
    wordsPerSecond: Math.round((words / (samples.length / LINE_SAMPLE_RATE)) * 100) / 100,
    timbre: timbreOf(samples),
  };
}
