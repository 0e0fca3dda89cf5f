import type { Ffmpeg } from '../../ffmpeg/run.js';
import { samplesOf } from '../raster.js';

const SIDE = 9;
const FULL = 255;
/** Pictures that are closer than this show nearly the same: one picture, cropped or encoded in another way, or a copy. */
export const MIN_LIKENESS_DISTANCE = 0.1;

/** A short fingerprint of a portrait, for comparing pixels where nothing is known about its content. */
export const fingerprintOf = async (ffmpeg: Ffmpeg, bytes: Buffer): Promise<string> => (await samplesOf(ffmpeg, bytes, SIDE)).toString('base64');

const lightness = (samples: Buffer, at: number): number => samples[at * 3]! * 0.3 + samples[at * 3 + 1]! * 0.59 + samples[at * 3 + 2]! * 0.11;

/**
 * The distance of two fingerprints, from 0 for equal pictures to about 1: one half compares the colours of a coarse grid, the other the direction of light
 * between neighbours. Throws `RangeError` for text that is no fingerprint.
 */
export function likenessDistance(one: string, other: string): number {
  const [first, second] = [Buffer.from(one, 'base64'), Buffer.from(other, 'base64')];
  if (first.length !== SIDE * SIDE * 3 || second.length !== first.length) throw new RangeError('no fingerprint of a picture');
  let colour = 0;
  for (let at = 0; at < first.length; at++) colour += Math.abs(first[at]! - second[at]!) / FULL;
  let flipped = 0;
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x + 1 < SIDE; x++) {
      const at = y * SIDE + x;
      if (lightness(first, at) > lightness(first, at + 1) !== lightness(second, at) > lightness(second, at + 1)) flipped++;
    }
  }
  return 0.5 * Math.min(1, (colour / first.length) * 3) + 0.5 * Math.min(1, (flipped / (SIDE * (SIDE - 1))) * 2);
}
