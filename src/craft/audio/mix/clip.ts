import { LevelMeter } from '../level-meter.js';

/** Sample rate in Hz of the mix and of everything that is mixed under voices. */
export const MIX_RATE = 48_000;

/** A sound to mix under voices: interleaved left and right, 16 bits, `MIX_RATE`, at `CLIP_LUFS`. The end of a loop leads seamlessly to its beginning. */
export interface Clip { frames: Int16Array; loops: boolean }

/** Two channels of samples at `MIX_RATE`; the same array twice is a mono sound. */
export interface Stereo { left: Float32Array; right: Float32Array }

/** Loudness of every clip; the mix scales it relative to the voices. Low enough that peaks do not clip. */
export const CLIP_LUFS = -20;
const PEAK = 0.98;

function interleaved(channels: readonly Float32Array[], gain: number): Int16Array {
  const count = channels.length;
  const samples = new Int16Array(channels[0]!.length * count);
  channels.forEach((channel, at) => {
    // The other channel of a mono sound is the same array, and computing takes longer than copying.
    const isSame = at > 0 && channel === channels[0];
    for (let index = 0; index < channel.length; index++) {
      const place = index * count + at;
      samples[place] = isSame ? samples[place - at]! : Math.round(PEAK * Math.tanh((channel[index]! * gain) / PEAK) * 32_767);
    }
  });
  return samples;
}

/** One or two channels as interleaved samples at a loudness in LUFS; peaks above full scale are limited softly. */
export function levelled(channels: readonly [Float32Array] | readonly [Float32Array, Float32Array], sampleRate: number, lufs: number): Int16Array {
  let peak = 1e-9;
  for (const channel of channels) for (const value of channel) peak = Math.max(peak, Math.abs(value));
  const meter = new LevelMeter(sampleRate, channels.length);
  meter.add(interleaved(channels, 0.5 / peak));
  return interleaved(channels, (0.5 / peak) * 10 ** ((lufs - meter.integrated()) / 20));
}

/** Makes a clip of a stereo sound at `MIX_RATE`. */
export const clipOf = ({ left, right }: Stereo, loops: boolean): Clip => ({ frames: levelled([left, right], MIX_RATE, CLIP_LUFS), loops });
