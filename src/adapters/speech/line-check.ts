import { LINE_SAMPLE_RATE } from './port.js';

export interface LineFacts {
  /** What was to be said. */
  text: string;
  /** All speed factors together. */
  speed: number;
  /** Linear gain the caller asked for; a line asked to be quiet may be quiet. */
  volume: number;
}

const FRAME = LINE_SAMPLE_RATE / 50;
/** RMS a frame needs to count as sound, in shares of full scale. */
const AUDIBLE = 10 ** (-50 / 20);
const LOUDEST_RMS = 10 ** (-7 / 20);
/** Nobody speaks this many letters and digits in a second. */
const FASTEST_PER_SECOND = 36;

/** Longest plausible length: digits and capitals may be read one by one, and commas and full stops breathe. */
function longestSeconds(text: string, speed: number): number {
  const words = text.split(/\s+/).filter(Boolean).length;
  const spelled = text.match(/[0-9A-Z%$#]/g)?.length ?? 0;
  const breaths = text.match(/[.,;:!?-]/g)?.length ?? 0;
  return 2 + (words * 1.2 + spelled * 0.6 + breaths * 0.6) / speed;
}

/**
 * Says what is wrong with a spoken line, or null: empty, longer or shorter than its words can be, silent, out of
 * level,
 * clipped, or not sound at all (text or a compressed file served as samples). A line asked for at volume 0 is not
 * measured for level.
 */
export function checkLine(samples: Int16Array, facts: LineFacts): string | null {
  const seconds = samples.length / LINE_SAMPLE_RATE;
  const letters = facts.text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (seconds === 0) return 'the line is empty';
  const longest = longestSeconds(facts.text, facts.speed);
  if (seconds > longest) {
    return `the line lasts ${seconds.toFixed(1)} s, more than the ${longest.toFixed(1)} s of its words`;
  }
  let total = 0;
  let clipped = 0;
  let square = 0;
  let audibleSeconds = 0;
  // The threshold follows the volume, so that a soft line is not mistaken for silence.
  const audible = AUDIBLE * Math.min(1, Math.max(facts.volume, 0.01));
  for (let start = 0; start < samples.length; start += FRAME) {
    let frameSquare = 0;
    const end = Math.min(start + FRAME, samples.length);
    for (let index = start; index < end; index++) {
      const value = (samples[index] as number) / 32768;
      total += value;
      frameSquare += value * value;
      if (Math.abs(value) > 0.9998) clipped += 1;
    }
    square += frameSquare;
    if (Math.sqrt(frameSquare / (end - start)) > audible) audibleSeconds += (end - start) / LINE_SAMPLE_RATE;
  }
  if (Math.abs(total / samples.length) > 0.08) return 'the samples are not sound: they lean to one side';
  if (Math.sqrt(square / samples.length) > LOUDEST_RMS) return 'the line is far too loud to be speech';
  if (clipped / samples.length > 0.002) return 'the line is clipped';
  if (facts.volume === 0) return null;
  if (audibleSeconds < 0.04) return 'the line is silent';
  const shortest = (letters > 12 ? letters : letters / 2) / (FASTEST_PER_SECOND * facts.speed);
  if (audibleSeconds < shortest) {
    return `only ${audibleSeconds.toFixed(2)} s are audible, less than the ${shortest.toFixed(2)} s of its words`;
  }
  return null;
}
