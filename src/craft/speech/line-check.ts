import { LINE_SAMPLE_RATE } from './port.js';

export interface LineFacts {
  /** Text of the line. */
  text: string;
  /** Product of all speed factors. */
  speed: number;
  /** Requested linear gain; scales the level below which a line counts as silent. */
  volume: number;
}

/** Samples in a frame of 20 ms. */
const FRAME = LINE_SAMPLE_RATE / 50;
/** A frame counts as audible from this RMS on; 1 is full scale. */
const MIN_AUDIBLE_RMS = 10 ** (-50 / 20);
const MAX_RMS = 10 ** (-7 / 20);
/** Letters and digits a second of the fastest speakers. */
const MAX_LETTERS_PER_SECOND = 36;

/** Longest plausible duration in seconds: voices may spell digits and capitals, and pause at punctuation. */
function maxSeconds(text: string, speed: number): number {
  const words = text.split(/\s+/).filter(Boolean).length;
  const spelled = text.match(/[0-9A-Z%$#]/g)?.length ?? 0;
  const pauses = text.match(/[.,;:!?-]/g)?.length ?? 0;
  return 2 + (words * 1.2 + spelled * 0.6 + pauses * 0.6) / speed;
}

/**
 * Describes the fault of a spoken line: empty, longer or shorter than its words can be, silent, too loud, clipped, or not
 * sound at all (text or a compressed file in place of samples). Null for a good line. A line of volume 0 may be silent.
 */
export function findLineFault(samples: Int16Array, facts: LineFacts): string | null {
  const seconds = samples.length / LINE_SAMPLE_RATE;
  const letters = facts.text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (seconds === 0) return 'the line is empty';
  const longest = maxSeconds(facts.text, facts.speed);
  if (seconds > longest) {
    return `the line lasts ${seconds.toFixed(1)} s, more than the ${longest.toFixed(1)} s of its words`;
  }
  let total = 0;
  let clipped = 0;
  let square = 0;
  let audibleSeconds = 0;
  // Scaled by the volume, so that a soft line does not count as silent.
  const audible = MIN_AUDIBLE_RMS * Math.min(1, Math.max(facts.volume, 0.01));
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
  if (Math.abs(total / samples.length) > 0.08) return 'the samples are not sound: their mean is not zero';
  if (Math.sqrt(square / samples.length) > MAX_RMS) return 'the line is far too loud to be speech';
  if (clipped / samples.length > 0.002) return 'the line is clipped';
  if (facts.volume === 0) return null;
  if (audibleSeconds < 0.04) return 'the line is silent';
  const shortest = (letters > 12 ? letters : letters / 2) / (MAX_LETTERS_PER_SECOND * facts.speed);
  if (audibleSeconds < shortest) {
    return `only ${audibleSeconds.toFixed(2)} s are audible, less than the ${shortest.toFixed(2)} s of its words`;
  }
  return null;
}
