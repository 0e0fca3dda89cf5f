import { filtered, mixInto, noise, SAMPLE_RATE, shaped, silence, type Samples } from '../dsp.js';
import type { Sound } from '../sound.js';
import { babble, beaten, burst, effect, every, roomy, scattered, swish, thud, tick, wandering, type Random } from './gestures.js';

/** A step on loose ground: heel and toe, each a rush of grains. */
function crunch(low: number, high: number, random: Random): Samples {
  const out = silence(0.4);
  mixInto(out, swish(0.13, low, high, random, 0.3), 0.001, 1);
  mixInto(out, swish(0.17, low, high, random, 0.35), 0.12, 0.75);
  scattered(out, 60, random, () => tick(low * 2 + random() * high * 0.6, 0.004, random), 0.12);
  return shaped(out, (at) => Math.max(0, 1 - at / 0.36));
}

const clap = (random: Random): Samples => burst(0.12, 500 + random() * 700, 3_500 + random() * 2_500, 0.012 + random() * 0.01, random);

/** Many voices at once, without intelligible words. */
export function voices(seconds: number, count: number, random: Random): Samples {
  const out = silence(seconds);
  for (let voice = 0; voice < count; voice++) mixInto(out, babble(seconds, 95 + random() * 130, random), 0, 0.5 + random() * 0.5);
  return filtered(out, { low: 150, high: 2_600 }, 1);
}

export const PEOPLE: readonly Sound[] = [
  effect('footsteps', 'Footsteps on boards', ['steps', 'walking', 'indoors'], 4,
    (random) => beaten(4, every(4, 0.56), (index) => thud(index % 2 === 0 ? 92 : 104, 0.03, random, 1.2))),
  effect('footsteps-stone', 'Footsteps on stone', ['steps', 'walking', 'street'], 4, (random) => beaten(4, every(4, 0.54), (index) => {
    const step = thud(index % 2 === 0 ? 240 : 270, 0.012, random, 1.5);
    mixInto(step, tick(1_900 + random() * 500, 0.008, random), 0, 0.5);
    return roomy(step, 0.25, 0.2, random);
  })),
  effect('footsteps-gravel', 'Footsteps on gravel', ['steps', 'walking', 'outdoors'], 4,
    (random) => beaten(4, every(4, 0.58), () => crunch(900, 5_000, random))),
  effect('footsteps-snow', 'Footsteps in snow', ['steps', 'walking', 'winter'], 4,
    (random) => beaten(4, every(4, 0.66), () => crunch(350, 1_900, random))),
  effect('footsteps-leaves', 'Footsteps through dry leaves', ['steps', 'walking', 'forest'], 4,
    (random) => beaten(4, every(4, 0.62), () => crunch(1_800, 8_000, random))),
  effect('footsteps-stairs', 'Footsteps up wooden stairs', ['steps', 'stairs', 'indoors'], 3, (random) => beaten(3, every(3, 0.42), (index) => {
    const step = thud(118 + index * 5, 0.035, random, 1.3);
    mixInto(step, tick(700 + random() * 200, 0.012, random), 0.03, 0.25);
    return step;
  })),
  effect('running-steps', 'Somebody runs', ['steps', 'running', 'haste'], 3,
    (random) => beaten(3, every(3, 0.27), (index) => thud(index % 2 === 0 ? 100 : 112, 0.025, random, 1.8))),
  effect('heartbeat', 'Heartbeat', ['body', 'fear', 'tension'], 4,
    (random) => beaten(4, every(4, 0.9).flatMap((at) => [at, at + 0.26]), (index) =>
      filtered(thud(index % 2 === 0 ? 58 : 66, 0.07, random, 0.15), { high: 300 }, 1))),
  effect('applause', 'Applause', ['people', 'theatre', 'joy'], 6, (random) => {
    const out = silence(6);
    scattered(out, 110, random, () => clap(random), 0.6);
    return shaped(out, (at) => Math.min(1, at / 0.7, (6 - at) / 2.5));
  }),
  effect('hands-clapped', 'Hands are clapped twice', ['people', 'signal'], 1.5,
    (random) => beaten(1.5, [0.06, 0.42], () => roomy(clap(random), 0.4, 0.3, random))),
  effect('crowd-murmur', 'A crowd murmurs, without words', ['people', 'crowd'], 6, (random) => voices(6, 12, random)),
  effect('crowd-cheer', 'A crowd roars, without words', ['people', 'crowd', 'joy'], 6, (random) => {
    const out = silence(6);
    for (let voice = 0; voice < 18; voice++) mixInto(out, babble(6, 230 + random() * 260, random), random() * 0.4, 0.6);
    mixInto(out, filtered(noise(6, random), { low: 500, high: 2_400 }), 0, 0.5);
    scattered(out, 24, random, () => clap(random), 0.4);
    return shaped(out, (at) => Math.min(1, at / 0.5, (6 - at) / 2.5));
  }),
  effect('body-falls', 'Something heavy falls to the floor', ['fall', 'indoors'], 1.5, (random) => {
    const out = silence(1.5);
    mixInto(out, thud(62, 0.09, random, 1.6), 0.08);
    mixInto(out, thud(84, 0.05, random, 1.1), 0.24, 0.5);
    mixInto(out, swish(0.3, 200, 1_500, random, 0.2), 0.08, 0.5);
    return out;
  }),
  effect('slap', 'A slap', ['blow', 'anger'], 1, (random) => {
    const out = silence(1);
    mixInto(out, roomy(burst(0.15, 350, 5_500, 0.014, random), 0.3, 0.25, random), 0.05, 2);
    return out;
  }),
  effect('horn-call', 'A horn is blown, two notes', ['horn', 'signal', 'hunt'], 3, (random) => {
    const out = silence(3);
    const course = wandering(3, 0.4, random);
    let phase = 0;
    for (let index = 0; index < out.length; index++) {
      const at = index / SAMPLE_RATE;
      phase += (2 * Math.PI * (at < 0.7 ? 233 : 311)) / SAMPLE_RATE;
      for (let partial = 1; partial <= 7; partial++) out[index]! += Math.sin(partial * phase) / partial ** 1.2;
      out[index]! *= Math.min(1, at / 0.06, (2.8 - Math.min(2.8, at)) / 0.5) * (0.85 + 0.15 * course(at)) * (Math.abs(at - 0.7) < 0.04 ? 0.3 : 1);
    }
    return out;
  }),
];
