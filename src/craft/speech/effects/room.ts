import type { RoomName } from '../../screenplay/model.js';
import { LINE_SAMPLE_RATE } from '../port.js';
import { tailOf } from './line-effect.js';

/**
 * The first reflections (milliseconds, share), the seconds until the sound is 60 dB quieter, its level relative to the voice, and how fast the high tones
 * decay.
 */
interface Room { walls: readonly (readonly [delayMs: number, share: number])[]; decaySeconds: number; level: number; damping: number }

const BUILT: Readonly<Record<Exclude<RoomName, 'none'>, Room>> = {
  room: { walls: [[7, 0.3], [13, 0.24], [19, 0.18]], decaySeconds: 0.45, level: 0.16, damping: 0.45 },
  chapel: { walls: [[23, 0.22], [37, 0.19], [53, 0.17], [71, 0.13]], decaySeconds: 2.4, level: 0.2, damping: 0.3 },
  hall: { walls: [[31, 0.2], [47, 0.18], [67, 0.15], [97, 0.12]], decaySeconds: 1.7, level: 0.22, damping: 0.4 },
};

/** Lengths of the paths of the sound in a room, without a common divisor, so that its echoes fall on no beat. */
const PATHS_MS = [29.7, 37.1, 41.1, 43.7, 53.3, 59.9, 67.3, 73.1];
/**
 * The share of the sum of all paths that is subtracted from each path before it is fed back (a Householder matrix). It mixes the paths without making them
 * louder.
 */
const MIXING = 2 / PATHS_MS.length;

/**
 * A line as it is heard in a room: the first walls, then a network of eight delays whose high tones decay first. The line becomes longer by
 * the tail of the room, which is faded out.
 */
export function inRoom(samples: Float32Array, name: RoomName): Float32Array {
  if (name === 'none') return samples;
  const { walls, decaySeconds, level, damping } = BUILT[name];
  const tail = Math.round((tailOf({ reverb: name }) * LINE_SAMPLE_RATE) / 1000);
  const heard = new Float32Array(samples.length + tail);
  const paths = PATHS_MS.map((ms) => {
    const length = Math.round((ms * LINE_SAMPLE_RATE) / 1000);
    return { buffer: new Float32Array(length), at: 0, gain: 10 ** ((-3 * length) / LINE_SAMPLE_RATE / decaySeconds), low: 0 };
  });
  const echoes = walls.map(([ms, share]) => ({ delay: Math.round((ms * LINE_SAMPLE_RATE) / 1000), share }));
  for (let index = 0; index < heard.length; index++) {
    const dry = samples[index] ?? 0;
    let early = 0;
    for (const { delay, share } of echoes) early += share * (samples[index - delay] ?? 0);
    let sum = 0;
    for (const path of paths) {
      path.low += (1 - damping) * (path.buffer[path.at]! - path.low);
      sum += path.low;
    }
    for (const path of paths) {
      path.buffer[path.at] = dry + path.gain * (path.low - MIXING * sum);
      path.at = (path.at + 1) % path.buffer.length;
    }
    const fade = Math.min(1, (heard.length - index) / Math.max(1, tail));
    heard[index] = dry + (early + level * sum) * fade;
  }
  return heard;
}
