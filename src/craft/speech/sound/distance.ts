import type { Distance } from '../../screenplay/model.js';
import { LINE_SAMPLE_RATE } from '../port.js';
import { softLimited } from './level.js';

interface Biquad { b0: number; b1: number; b2: number; a1: number; a2: number }

/** A second-order low-pass or high-pass filter (bilinear transform, Butterworth). */
function passFilter(kind: 'low' | 'high', cornerHz: number): Biquad {
  const angle = (2 * Math.PI * cornerHz) / LINE_SAMPLE_RATE;
  const alpha = Math.sin(angle) / Math.SQRT2;
  const cosine = Math.cos(angle);
  const edge = kind === 'low' ? (1 - cosine) / 2 : (1 + cosine) / 2;
  const scale = 1 / (1 + alpha);
  return { b0: edge * scale, b1: (kind === 'low' ? 2 * edge : -2 * edge) * scale, b2: edge * scale, a1: -2 * cosine * scale, a2: (1 - alpha) * scale };
}

function filtered(samples: Float32Array, { b0, b1, b2, a1, a2 }: Biquad): Float32Array {
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return samples.map((value) => {
    const result = b0 * value + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    [x2, x1, y2, y1] = [x1, value, y1, result];
    return result;
  });
}

/** The first reflections of a distant voice: delays in milliseconds, and shares of the sound. */
const REFLECTIONS: readonly (readonly [delayMs: number, share: number])[] = [[17, 0.34], [29, 0.27], [47, 0.21], [71, 0.15], [103, 0.1]];
const FAR_CORNER_HZ = 2_600;
const [TELEPHONE_LOW_HZ, TELEPHONE_HIGH_HZ] = [350, 3_100];
/** A small speaker distorts a little, and is turned up. */
const TELEPHONE_DRIVE = 1.5;

function reflected(samples: Float32Array): Float32Array {
  const tail = Math.round((REFLECTIONS.at(-1)![0] * LINE_SAMPLE_RATE) / 1000);
  const room = new Float32Array(samples.length + tail);
  room.set(samples);
  for (const [delayMs, share] of REFLECTIONS) {
    const delay = Math.round((delayMs * LINE_SAMPLE_RATE) / 1000);
    for (let index = 0; index < samples.length; index++) room[index + delay] = (room[index + delay] as number) + share * (samples[index] as number);
  }
  return room;
}

/**
 * Puts a spoken line at a distance or on a telephone: `far` loses its high tones and gets the first echoes of a room, `telephone` keeps the band of a small
 * speaker. Deterministic. A line of whole milliseconds stays one.
 */
export function atDistance(samples: Int16Array, distance: Distance | undefined): Int16Array {
  if (distance === undefined) return samples;
  const line = Float32Array.from(samples, (value) => value / 32_768);
  const heard = distance === 'far'
    ? reflected(filtered(line, passFilter('low', FAR_CORNER_HZ)))
    : filtered(filtered(line, passFilter('high', TELEPHONE_LOW_HZ)), passFilter('low', TELEPHONE_HIGH_HZ)).map((value) => value * TELEPHONE_DRIVE);
  return Int16Array.from(heard, (value) => Math.round(softLimited(value) * 32_767));
}
