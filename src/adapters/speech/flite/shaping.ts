import { resample } from '../resample.js';
import { LINE_SAMPLE_RATE } from '../port.js';
import { whispered } from './whisper.js';

/** Sample rate of the flite voices in use, in Hz. */
export const FLITE_SAMPLE_RATE = 16_000;

export interface Shape { tractFactor: number; gainDb: number; vibrato: boolean; whisper: boolean }

const VIBRATO_HZ = 5.2;
const VIBRATO_DEPTH_S = 0.00022;
/** RMS of a whisper relative to the same words spoken; below 1 because noise sounds louder than its RMS. */
const WHISPER_SHARE = 0.8;
/** The soft limiter begins at this level; 1 is full scale. */
const KNEE = 0.75;

/** Modulates a delay by a fifth of a millisecond, so that the pitch varies by about 12 cents either way. */
function withVibrato(samples: Float32Array): Float32Array {
  const depth = VIBRATO_DEPTH_S * LINE_SAMPLE_RATE;
  return samples.map((_, index) => {
    const position = index - depth * (1 + Math.sin((2 * Math.PI * VIBRATO_HZ * index) / LINE_SAMPLE_RATE));
    const whole = Math.floor(position);
    if (whole < 0) return samples[0] as number;
    const share = position - whole;
    return (samples[whole] as number) * (1 - share) + (samples[whole + 1] ?? 0) * share;
  });
}

const softLimited = (value: number): number => {
  const size = Math.abs(value);
  if (size <= KNEE) return value;
  return Math.sign(value) * (KNEE + (1 - KNEE) * Math.tanh((size - KNEE) / (1 - KNEE)) * 0.98);
};

function whisper(line: Float32Array): Float32Array {
  const strength = (samples: Float32Array): number => (
    Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0))
  );
  const made = whispered(line, FLITE_SAMPLE_RATE);
  const factor = (WHISPER_SHARE * strength(line)) / Math.max(strength(made), 1e-9);
  return made.map((value) => value * factor);
}

/** flite adds faint noise before and after the words; samples above this level are speech. */
const SPEECH_LEVEL = 100;
const [KEPT_BEFORE, KEPT_AFTER, FADE] = [0.025, 0.04, 0.005].map((seconds) => seconds * FLITE_SAMPLE_RATE) as [number, number, number];

/** Trims the silence around the words, so that only requested pauses remain. */
function withoutEdges(samples: Int16Array): Float32Array {
  const isSpeech = (value: number): boolean => Math.abs(value) > SPEECH_LEVEL;
  const first = samples.findIndex(isSpeech);
  if (first < 0) return new Float32Array(samples);
  const line = new Float32Array(samples.subarray(Math.max(0, first - KEPT_BEFORE), samples.findLastIndex(isSpeech) + KEPT_AFTER));
  for (let index = 0; index < Math.min(FADE, line.length); index++) {
    const share = index / FADE;
    line[index] = (line[index] as number) * share;
    line[line.length - 1 - index] = (line[line.length - 1 - index] as number) * share;
  }
  return line;
}

/** Turns flite's 16 kHz samples into the character's voice: mono at 24 kHz, trimmed, padded to whole milliseconds. */
export function shapeLine(samples: Int16Array, shape: Shape): Int16Array {
  let line = withoutEdges(samples);
  if (shape.whisper) line = whisper(line);
  line = resample(line, FLITE_SAMPLE_RATE * shape.tractFactor, LINE_SAMPLE_RATE);
  if (shape.vibrato) line = withVibrato(line);
  const gain = 10 ** (shape.gainDb / 20) / 32768;
  const perMillisecond = LINE_SAMPLE_RATE / 1000;
  const shaped = new Int16Array(Math.ceil(line.length / perMillisecond) * perMillisecond);
  for (let index = 0; index < line.length; index++) shaped[index] = Math.round(softLimited((line[index] as number) * gain) * 32767);
  return shaped;
}
