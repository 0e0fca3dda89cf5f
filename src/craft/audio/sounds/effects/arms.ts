import { filtered, mixInto, noise, shaped, silence, struck, type Samples } from '../dsp.js';
import type { Sound } from '../sound.js';
import { burst, effect, roomy, swish, thud, wandering, type Random } from './gestures.js';

/** A shot: a crack, a low boom, and the echo of the surroundings. */
export function shot(boom: number, seconds: number, random: Random): Samples {
  const out = burst(0.4, 350, 9_000, 0.018, random).map((value) => value * 3);
  mixInto(out, burst(0.4, 40, boom, 0.09, random), 0, 4);
  return roomy(out, seconds, 0.6, random);
}

/** A steel blade that is hit: inharmonic partials. */
const blade = (hertz: number, random: Random): Samples =>
  struck(hertz, [[1, 1, 0.35], [1.51, 0.8, 0.3], [2.33, 0.7, 0.22], [3.67, 0.5, 0.12], [5.12, 0.4, 0.06]], 1.4, random, 0.35);

export function explosion(seconds: number, random: Random): Samples {
  const course = wandering(seconds, 0.2, random);
  const boom = (at: number): number => 9 * Math.min(1, at / 0.004) * Math.exp(-at / 0.9) * (0.5 + course(at));
  const out = shaped(filtered(noise(seconds, random), { low: 25, high: 220 }, 2), boom);
  mixInto(out, burst(0.6, 120, 4_000, 0.09, random), 0, 4);
  return out;
}

const drum = (hertz: number, random: Random): Samples => struck(hertz, [[1, 1, 0.16], [1.59, 0.5, 0.1], [2.3, 0.3, 0.07]], 0.7, random, 0.4);

export const ARMS: readonly Sound[] = [
  effect('gunshot', 'A shot', ['gun', 'danger'], 2.5, (random) => {
    const out = silence(2.5);
    mixInto(out, shot(220, 1.5, random), 0.03);
    return out;
  }),
  effect('gunshots', 'Three shots', ['gun', 'fight', 'danger'], 3, (random) => {
    const out = silence(3);
    for (const at of [0.03, 0.55, 0.92]) mixInto(out, shot(200 + random() * 60, 1.2, random), at, 0.8 + 0.2 * random());
    return out;
  }),
  effect('cannon', 'A cannon is fired', ['gun', 'battle', 'war'], 4, (random) => {
    const out = silence(4);
    mixInto(out, explosion(3, random), 0.03);
    return roomy(out, 1.5, 0.5, random);
  }),
  effect('explosion', 'An explosion', ['danger', 'war'], 4, (random) => {
    const out = silence(4);
    mixInto(out, explosion(3.6, random), 0.03);
    for (let at = 0.3; at < 2.4; at += random() * 0.12) mixInto(out, thud(120 + random() * 300, 0.02, random, 1.3), at, 0.7 * Math.exp(-at));
    return out;
  }),
  effect('sword-drawn', 'A sword is drawn', ['sword', 'fight'], 2, (random) => {
    const out = silence(2);
    mixInto(out, swish(0.5, 2_500, 10_000, random, 0.8), 0.05, 0.9);
    mixInto(out, blade(1_480, random), 0.42, 0.5);
    return out;
  }),
  effect('swords-clash', 'Swords clash', ['sword', 'fight'], 3, (random) => {
    const out = silence(3);
    for (const [at, hertz] of [[0.05, 1_250], [0.5, 1_620], [0.82, 1_390], [1.4, 1_180]] as const) mixInto(out, blade(hertz, random), at);
    return out;
  }),
  effect('drum-roll', 'A drum is beaten', ['drum', 'march', 'war'], 4, (random) => {
    const out = silence(4);
    for (let bar = 0; bar < 3; bar++) {
      for (const beat of [0, 0.5, 0.75, 1]) mixInto(out, drum(128, random), 0.05 + bar * 1.1 + beat * 0.6, beat === 0 ? 1 : 0.7);
    }
    return out;
  }),
];
