import { resample } from '../resample.js';
import { LINE_SAMPLE_RATE } from '../port.js';
import { leadOf, withoutEdges, type EdgeRule } from '../sound/edges.js';
import { withEffort } from '../sound/effort.js';
import { softLimited, strengthOf } from '../sound/level.js';
import { withVibrato } from '../sound/vibrato.js';
import { whispered } from '../sound/whisper.js';

/** Sample rate of the flite voices in use, in Hz. */
export const FLITE_SAMPLE_RATE = 16_000;

export interface Shape {
  tractFactor: number;
  /** Lift of the high tones in decibels. */
  brightnessDb: number;
  gainDb: number;
  vibrato: boolean;
  whisper: boolean;
}

/** RMS of a whisper relative to the same words spoken; below 1 because noise sounds louder than its RMS. */
const WHISPER_SHARE = 0.8;

function whisper(line: Float32Array): Float32Array {
  const made = whispered(line, FLITE_SAMPLE_RATE);
  const factor = (WHISPER_SHARE * strengthOf(line)) / Math.max(strengthOf(made), 1e-9);
  return made.map((value) => value * factor);
}

/** flite adds faint noise before and after the words. */
const EDGES: EdgeRule = { speechLevel: 100, before: 0.025 * FLITE_SAMPLE_RATE, after: 0.04 * FLITE_SAMPLE_RATE, fade: 0.005 * FLITE_SAMPLE_RATE };

/** The millisecond of the shaped line at which this second of flite's samples is heard. */
export function shapedClock(samples: Int16Array, { tractFactor }: Shape): (seconds: number) => number {
  const lead = leadOf(new Float32Array(samples), EDGES) / FLITE_SAMPLE_RATE;
  return (seconds) => ((seconds - lead) * 1000) / tractFactor;
}

/** Turns flite's 16 kHz samples into the character's voice: mono at 24 kHz, trimmed, padded to whole milliseconds. */
export function shapeLine(samples: Int16Array, shape: Shape): Int16Array {
  let line = withoutEdges(new Float32Array(samples), EDGES);
  if (shape.whisper) line = whisper(line);
  line = resample(line, FLITE_SAMPLE_RATE * shape.tractFactor, LINE_SAMPLE_RATE);
  line = withEffort(line, shape.brightnessDb, LINE_SAMPLE_RATE);
  if (shape.vibrato) line = withVibrato(line);
  const gain = 10 ** (shape.gainDb / 20) / 32768;
  const perMillisecond = LINE_SAMPLE_RATE / 1000;
  const shaped = new Int16Array(Math.ceil(line.length / perMillisecond) * perMillisecond);
  for (let index = 0; index < line.length; index++) shaped[index] = Math.round(softLimited((line[index] as number) * gain) * 32767);
  return shaped;
}
