import type { LineEffect } from '../../screenplay/model.js';
import { softLimited } from '../sound/level.js';
import { pitchShifts, pitchTrack } from './pitch-track.js';
import { inRoom } from './room.js';
import { shiftPitch } from './stretch.js';

const FULL = 32_768;

/** The samples of a line with an effect: as loud as before, and longer by the tail of the room. Deterministic. */
export async function applyEffect(samples: Int16Array, effect: LineEffect): Promise<Int16Array> {
  const dry = Float32Array.from(samples, (value) => value / FULL);
  const tuned = effect.strength === 0 ? dry : await shiftPitch(dry, pitchShifts(pitchTrack(dry), effect));
  return Int16Array.from(inRoom(tuned, effect.reverb), (value) => Math.round(softLimited(value) * (FULL - 1)));
}
