import { clipOf, MIX_RATE, type Clip } from '../../audio/mix/clip.js';
import type { MixSpan } from '../../audio/mix/mix.js';
import { TARGET_LUFS } from '../../audio/loudness.js';
import { seedOf } from '../../audio/score/bed.js';
import { filtered, noise, SAMPLE_RATE, seeded } from '../../audio/sounds/dsp.js';
import { resample } from '../../speech/resample.js';

/** The sound of passages without speech or music: silence, or the room tone. */
export const QUIET_TRACKS = ['silence', 'room_tone'] as const;
export type QuietTrack = (typeof QUIET_TRACKS)[number];

/** Loudness of the room tone in a finished film: so quiet that one notices it only when it stops. */
export const ROOM_LUFS = -60;
/** The level of the room relative to the voices, which are as loud as the film. */
const ROOM_DB = ROOM_LUFS - TARGET_LUFS;
const LOOP_SECONDS = 14;
/** The end of a loop passes into its beginning, so that no seam is heard. */
const SEAM_SECONDS = 2;

/** One channel of noise: mostly low frequencies, with a little of the higher ones. */
function air(seconds: number, random: () => number): Float32Array {
  const all = noise(seconds, random);
  const [low, middle, high] = [filtered(all, { low: 45, high: 160 }), filtered(all, { low: 120, high: 700 }), filtered(all, { low: 900, high: 5_000 }, 1)];
  return resample(low.map((value, at) => 2.4 * value + 1.1 * middle[at]! + 0.08 * high[at]!), SAMPLE_RATE, MIX_RATE);
}

/** A seamless loop: the sound after its end fades into its beginning at constant power. */
function looped(sound: Float32Array, length: number): Float32Array {
  const seam = Math.min(length, sound.length - length);
  return sound.slice(0, length).map((value, at) => {
    if (at >= seam) return value;
    const share = (at / seam) * (Math.PI / 2);
    return value * Math.sin(share) + sound[length + at]! * Math.cos(share);
  });
}

/** The room tone as a loop of `seconds`, by default 14, at the loudness of all clips. It has two channels; equal seeds give equal rooms. */
export function roomTone(seed: string, seconds = LOOP_SECONDS): Clip {
  const random = seeded(seedOf(`room ${seed}`));
  const length = Math.round(seconds * MIX_RATE);
  const channel = (): Float32Array => looped(air(seconds + SEAM_SECONDS, random), length);
  return clipOf({ left: channel(), right: channel() }, true);
}

/** The room tone under the whole film: a bed of its mix that is not ducked under voices. */
export const roomToneSpan = (durationMs: number, seed: string): MixSpan =>
  ({ clip: roomTone(seed), startMs: 0, endMs: durationMs, levelDb: ROOM_DB, ducking: 0, fadeInMs: 300, fadeOutMs: 300, anchor: 'start' });
