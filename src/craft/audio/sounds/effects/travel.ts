import { filtered, mixInto, noise, resonant, SAMPLE_RATE, shaped, silence, struck, type Samples } from '../dsp.js';
import type { Sound } from '../sound.js';
import { beaten, burst, creak, effect, every, gliding, roomy, scattered, swish, thud, tick, wandering, type Random } from './gestures.js';

/** A hoof on a road: a hollow knock. */
export const hoof = (hertz: number, random: Random): Samples => {
  const out = struck(hertz, [[1, 1, 0.022], [1.9, 0.5, 0.014], [3.1, 0.25, 0.008]], 0.2, random, 0.4);
  mixInto(out, burst(0.06, 300, 2_500, 0.008, random), 0, 0.6);
  return out;
};

/** The hoofbeats of a gait. `beats` are the places of the beats within a stride, as shares; `stride` is in seconds. */
function hooves(seconds: number, stride: number, beats: readonly number[], random: Random): Samples {
  const out = silence(seconds);
  for (let at = 0.08; at < seconds - 0.4; at += stride) {
    beats.forEach((beat, leg) => mixInto(out, hoof(560 + 70 * (leg % 2) + 40 * random(), random), at + beat * stride + 0.012 * random(), 0.7 + 0.3 * random()));
  }
  return out;
}

/** Iron tyres rolling on a road. */
export function wheels(seconds: number, random: Random): Samples {
  const course = wandering(seconds, 0.12, random);
  const out = shaped(filtered(noise(seconds, random), { low: 90, high: 520 }), (at) => 0.4 + course(at));
  scattered(out, 26, random, () => thud(150 + random() * 260, 0.015, random, 0.9), 0.3);
  return out;
}

/** Makes a sound approach and pass. */
const passing = (samples: Samples, seconds: number): Samples => shaped(samples, (at) => 0.12 + Math.sin((Math.PI * Math.min(at, seconds)) / seconds) ** 2);

/** Exhaust beats of an engine whose turns per second follow a curve. */
export function engine(seconds: number, turns: (at: number) => number, random: Random): Samples {
  const out = silence(seconds);
  let phase = 0;
  for (let index = 0; index < out.length; index++) {
    phase += turns(index / SAMPLE_RATE) / SAMPLE_RATE;
    for (let partial = 1; partial <= 12; partial++) out[index]! += Math.sin(2 * Math.PI * phase * partial * 0.5 + partial * partial) / (1 + 0.35 * partial);
  }
  mixInto(out, shaped(filtered(noise(seconds, random), { low: 120, high: 900 }), (at) => 0.5 + 0.5 * Math.sin(2 * Math.PI * turns(at) * at)), 0, 0.7);
  return filtered(out, { low: 35, high: 1_200 }, 1);
}

/** A whistle of three pipes, blown by steam. */
export function steamWhistle(seconds: number, random: Random): Samples {
  const out = silence(seconds);
  for (const hertz of [523, 622, 740]) mixInto(out, gliding(hertz * 0.985, hertz, seconds, 0.35), 0, 0.6);
  mixInto(out, swish(seconds, 900, 5_000, random), 0, 0.5);
  return out;
}

export const TRAVEL: readonly Sound[] = [
  effect('horse-walks', 'A horse walks on a road', ['horse', 'road', 'outdoors'], 4, (random) => hooves(4, 1, [0, 0.26, 0.5, 0.77], random)),
  effect('horse-trots', 'A horse trots up', ['horse', 'road', 'outdoors'], 4, (random) => hooves(4, 0.62, [0, 0.5], random)),
  effect('horse-gallops', 'A horse gallops', ['horse', 'haste', 'outdoors'], 4, (random) => hooves(4, 0.44, [0, 0.17, 0.33], random)),
  effect('carriage', 'A carriage with one horse goes by', ['carriage', 'horse', 'street'], 6, (random) => {
    const out = wheels(6, random);
    mixInto(out, hooves(6, 0.62, [0, 0.5], random), 0, 0.9);
    return passing(out, 6);
  }),
  effect('cart', 'A cart creaks by', ['cart', 'road', 'outdoors'], 6, (random) => {
    const out = wheels(6, random);
    for (let at = 0.4; at < 5.2; at += 1.1) mixInto(out, creak(0.5, 22, 40, 480, random), at, 0.6);
    return passing(out, 6);
  }),
  effect('whip-crack', 'A whip cracks', ['whip', 'horse'], 1, (random) => {
    const out = silence(1);
    mixInto(out, swish(0.22, 700, 4_000, random, 0.9), 0.03, 0.4);
    mixInto(out, roomy(burst(0.1, 1_500, 12_000, 0.006, random), 0.35, 0.3, random), 0.24, 3);
    return out;
  }),
  effect('train-passes', 'A steam train goes by', ['train', 'railway', 'steam'], 7, (random) => {
    const out = filtered(noise(7, random), { low: 40, high: 300 }, 2);
    for (let at = 0.1; at < 6.7; at += 0.21) mixInto(out, burst(0.2, 250, 2_800, 0.05, random), at, 0.9);
    for (let at = 0.2; at < 6.6; at += 0.62) {
      for (const joint of [0, 0.09]) mixInto(out, thud(210, 0.02, random, 1.6), at + joint, 0.7);
    }
    return passing(out, 7);
  }),
  effect('train-whistle', 'The whistle of a steam train', ['train', 'railway', 'signal'], 4, (random) => {
    const out = silence(4);
    mixInto(out, steamWhistle(0.9, random), 0.1);
    mixInto(out, steamWhistle(1.7, random), 1.2);
    return roomy(out, 0.6, 0.3, random);
  }),
  effect('ship-horn', 'The horn of a steamer', ['ship', 'sea', 'fog'], 5, (random) => {
    const out = silence(5);
    for (const hertz of [98, 147, 196.4]) mixInto(out, gliding(hertz * 0.97, hertz, 3.4, 0.8), 0.1, 0.6);
    mixInto(out, swish(3.4, 200, 1_400, random), 0.1, 0.25);
    return roomy(out, 1.4, 0.4, random);
  }),
  effect('engine-starts', 'An engine is started and runs', ['car', 'motor', 'machine'], 5, (random) => {
    const out = silence(5);
    for (let turn = 0; turn < 6; turn++) mixInto(out, swish(0.16, 250, 1_600, random), 0.08 + turn * 0.17, 0.8);
    mixInto(out, engine(3.8, (at) => 34 + 30 * Math.exp(-at / 0.5), random), 1.12, 0.9);
    return out;
  }),
  effect('car-passes', 'A car drives by', ['car', 'motor', 'street'], 5, (random) => {
    const out = engine(5, (at) => 62 - 9 / (1 + Math.exp(-(at - 2.5) * 3)), random);
    mixInto(out, filtered(noise(5, random), { low: 300, high: 2_200 }), 0, 0.8);
    return passing(out, 5);
  }),
  effect('brakes-screech', 'Brakes screech', ['car', 'danger', 'street'], 2, (random) => {
    const course = wandering(1.5, 0.09, random);
    const out = silence(2);
    for (const [hertz, gain] of [[1_180, 1], [1_790, 0.6], [2_650, 0.4]] as const) {
      mixInto(out, shaped(resonant(noise(1.5, random), hertz, 30), (at) => (0.5 + course(at)) * Math.min(1, at / 0.05, (1.5 - at) / 0.3)), 0.05, gain);
    }
    return out;
  }),
  effect('siren', 'A siren rises and falls', ['siren', 'police', 'danger'], 5, () => {
    const out = silence(5);
    let phase = 0;
    for (let index = 0; index < out.length; index++) {
      const at = index / SAMPLE_RATE;
      phase += (2 * Math.PI * (700 + 320 * Math.sin((2 * Math.PI * at) / 2.5 - 1.5))) / SAMPLE_RATE;
      out[index] = (Math.sin(phase) + 0.35 * Math.sin(2 * phase) + 0.2 * Math.sin(3 * phase)) * Math.min(1, at / 0.4, (5 - at) / 1.2);
    }
    return out;
  }),
  effect('oars', 'A boat is rowed', ['boat', 'water', 'river'], 5, (random) => beaten(5, every(5, 1.6), () => {
    const stroke = silence(1.4);
    mixInto(stroke, creak(0.35, 30, 60, 420, random), 0, 0.5);
    mixInto(stroke, swish(0.8, 300, 2_600, random, 0.15), 0.2, 0.9);
    scattered(stroke, 9, random, () => tick(900 + random() * 900, 0.012, random), 0.12);
    return shaped(stroke, (at) => Math.min(1, (1.4 - at) / 0.4));
  })),
];
