import { LINE_SAMPLE_RATE } from '../port.js';
import { resample } from '../resample.js';
import type { EdgeRule } from '../sound/edges.js';
import { withEffort } from '../sound/effort.js';
import { gainFactor, softLimited, strengthOf } from '../sound/level.js';
import { withVibrato } from '../sound/vibrato.js';
import { whispered } from '../sound/whisper.js';
import type { LineShape } from './job.js';

/** RMS of a whisper relative to the same words spoken; below 1 because noise sounds louder than its RMS. */
const WHISPER_SHARE = 0.7;
/** The model puts up to half a second of near silence around its words. */
export const EDGES: EdgeRule = {
  speechLevel: 0.004, before: 0.03 * LINE_SAMPLE_RATE, after: 0.07 * LINE_SAMPLE_RATE, fade: 0.008 * LINE_SAMPLE_RATE,
};

function asWhisper(line: Float32Array): Float32Array {
  const made = whispered(line, LINE_SAMPLE_RATE);
  const factor = (WHISPER_SHARE * strengthOf(line)) / Math.max(strengthOf(made), 1e-9);
  return made.map((value) => value * factor);
}

/** Turns what the model spoke into the character's line: mono samples at 24 kHz, padded to whole milliseconds. */
export function shapeLine(spoken: Float32Array, shape: LineShape): Int16Array {
  let line = spoken;
  if (shape.whisper) line = asWhisper(line);
  if (shape.tractFactor !== 1) line = resample(line, LINE_SAMPLE_RATE * shape.tractFactor, LINE_SAMPLE_RATE);
  if (shape.vibrato) line = withVibrato(line);
  line = withEffort(line, shape.effortDb, LINE_SAMPLE_RATE);
  const gain = gainFactor(shape.gainDb);
  const perMillisecond = LINE_SAMPLE_RATE / 1000;
  const shaped = new Int16Array(Math.ceil(line.length / perMillisecond) * perMillisecond);
  for (let index = 0; index < line.length; index++) shaped[index] = Math.round(softLimited((line[index] as number) * gain) * 32767);
  return shaped;
}
