import { faded, filtered, mixInto, noise, resonant, SAMPLE_RATE, shaped, silence, struck, type Samples } from '../dsp.js';
import type { Sound } from '../sound.js';

export type Random = () => number;

/** A slow random curve from 0 to 1 with a new value every `everySeconds`. */
export function wandering(seconds: number, everySeconds: number, random: Random): (at: number) => number {
  const points = Array.from({ length: Math.ceil(seconds / everySeconds) + 2 }, random);
  return (at) => {
    const place = at / everySeconds;
    const from = Math.floor(place);
    const share = (1 - Math.cos(Math.PI * (place - from))) / 2;
    return points[from]! * (1 - share) + points[from + 1]! * share;
  };
}

/** A short knock of noise in a band, with a briefly resonating body. */
export function thud(hertz: number, ring: number, random: Random, hardness = 1): Samples {
  const out = struck(hertz, [[1, 1, ring], [1.7, 0.5, ring * 0.7], [2.9, 0.3, ring * 0.4]], 0.5, random, 0);
  mixInto(out, shaped(filtered(noise(0.2, random), { low: hertz, high: hertz * 12 }, 1), (at) => Math.exp(-at / 0.015)), 0, 2 * hardness);
  return out;
}

/** Adds many small sounds at random times. */
export function scattered(out: Samples, perSecond: number, random: Random, make: () => Samples, gain = 1): void {
  const seconds = out.length / SAMPLE_RATE;
  for (let at = random() / perSecond; at < seconds; at += (-Math.log(1 - random()) / perSecond)) mixInto(out, make(), at, gain * (0.3 + 0.7 * random()));
}

/** A small hard click. */
export const tick = (hertz: number, ring: number, random: Random): Samples => struck(hertz, [[1, 1, ring], [2.3, 0.5, ring * 0.6]], 0.15, random, 0.3);

/** Places a sound at each of these times, in seconds. */
export function beaten(seconds: number, times: readonly number[], make: (index: number) => Samples): Samples {
  const out = silence(seconds);
  times.forEach((at, index) => mixInto(out, make(index), at, 1));
  return out;
}

/** Equally spaced times, in seconds. */
export const every = (seconds: number, step: number, from = 0.1): number[] =>
  Array.from({ length: Math.floor((seconds - from - 0.3) / step) + 1 }, (_, index) => from + index * step);


/** A tone that glides from one pitch to another; `rough` is the strength of its octave and twelfth. */
export function gliding(from: number, to: number, seconds: number, rough = 0): Samples {
  const out = silence(seconds);
  let phase = 0;
  for (let index = 0; index < out.length; index++) {
    phase += (2 * Math.PI * (from + ((to - from) * index) / out.length)) / SAMPLE_RATE;
    out[index] = (Math.sin(phase) + rough * Math.sin(2 * phase) + rough * 0.7 * Math.sin(3 * phase)) * Math.sin((Math.PI * index) / out.length) ** 0.6;
  }
  return out;
}

/** A hiss in a frequency band with rising and falling level: cloth, paper, air. */
export const swish = (seconds: number, low: number, high: number, random: Random, peak = 0.5): Samples =>
  shaped(filtered(noise(seconds, random), { low, high }, 2), (at) => Math.min(at / (peak * seconds), (seconds - at) / ((1 - peak) * seconds)) ** 1.5);

/** A sharp burst of decaying noise. */
export const burst = (seconds: number, low: number, high: number, decay: number, random: Random): Samples =>
  shaped(filtered(noise(seconds, random), { low, high }, 1), (at) => Math.min(1, at / 0.001) * Math.exp(-at / decay));

/** Rubbing that sticks and slips: a hinge, a floor board, the foot of a chair. The number of slips per second changes from `from` to `to`. */
export function creak(seconds: number, from: number, to: number, hertz: number, random: Random): Samples {
  const out = silence(seconds);
  for (let at = 0.02; at < seconds - 0.05; at += (0.75 + 0.5 * random()) / (from + ((to - from) * at) / seconds)) {
    mixInto(out, struck(hertz * (0.97 + 0.06 * random()), [[1, 1, 0.012], [2.4, 0.6, 0.008], [3.9, 0.4, 0.005]], 0.06, random, 0.1), at, 0.5 + 0.5 * random());
  }
  return shaped(out, (at) => Math.sin((Math.PI * at) / seconds) ** 0.5);
}

/** Amplitude of a glottal pulse, which makes a voice about as loud as the other sounds. */
const PULSE = 12;
const VOWELS = [[700, 1_150], [420, 1_900], [320, 2_250], [520, 900], [350, 750]] as const;

/** A voice without words: syllables of changing vowels at a pitch in Hz. */
export function babble(seconds: number, hertz: number, random: Random): Samples {
  const out = silence(seconds);
  for (let at = random() * 0.3; at < seconds - 0.35;) {
    const lasts = 0.12 + 0.16 * random();
    const pulses = silence(lasts);
    const pitch = hertz * (0.9 + 0.25 * random());
    for (let beat = 0; beat < lasts * pitch; beat++) pulses[Math.min(pulses.length - 1, Math.round((beat / pitch) * SAMPLE_RATE))] = PULSE;
    const [first, second] = VOWELS[Math.floor(random() * VOWELS.length)]!;
    const voiced = resonant(pulses, first, 6);
    mixInto(voiced, resonant(pulses, second, 9), 0, 0.5);
    mixInto(out, shaped(voiced, (time) => Math.sin((Math.PI * time) / lasts)), at, 0.4 + 0.6 * random());
    at += lasts + (random() < 0.18 ? 0.3 + 0.7 * random() : 0.02);
  }
  return out;
}

/** Adds the reverberation of a room: delayed, weaker copies of the sound, and a tail. */
export function roomy(samples: Samples, seconds: number, gain: number, random: Random): Samples {
  const out = silence(samples.length / SAMPLE_RATE + seconds);
  mixInto(out, samples, 0);
  for (let echo = 0; echo < 24; echo++) {
    const at = 0.012 + seconds * random() ** 1.5;
    mixInto(out, filtered(samples, { high: 5_000 - 3_500 * (at / seconds) }, 1), at, (gain * (random() < 0.5 ? -1 : 1) * Math.exp((-3 * at) / seconds)) / 2);
  }
  return out;
}

/** Cuts the sound, or pads it with silence, to a length in seconds. */
function lasting(seconds: number, sound: Samples): Samples {
  const out = silence(seconds);
  mixInto(out, sound, 0);
  return out;
}

/** An effect of the catalogue with exactly its length, faded at both ends so that neither clicks. */
export const effect = (soundId: string, label: string, tags: readonly string[], seconds: number, make: Sound['make']): Sound =>
  ({ soundId, kind: 'sfx', label, tags, seconds, make: (random) => faded(lasting(seconds, make(random)), 0.02, Math.min(0.5, seconds / 6)) });
