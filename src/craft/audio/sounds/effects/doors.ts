import { filtered, mixInto, noise, shaped, silence, struck, type Samples } from '../dsp.js';
import type { Sound } from '../sound.js';
import { beaten, burst, creak, effect, roomy, swish, thud, tick, type Random } from './gestures.js';

const INDOORS = 'indoors';

/** The click of a springing lock bolt. */
const latch = (random: Random): Samples => tick(1_400, 0.02, random);

function metalTurn(out: Samples, at: number, random: Random): void {
  for (let step = 0; step < 4; step++) mixInto(out, tick(2_600 + random() * 1_600, 0.008, random), at + step * 0.07 + random() * 0.02, 0.5 + 0.4 * random());
}

export const DOORS: readonly Sound[] = [
  effect('door-knock', 'Knocking at a door', ['door', 'visitor', INDOORS], 2,
    (random) => beaten(2, [0.1, 0.36, 0.62], () => thud(170, 0.045, random, 0.9))),
  effect('door-close', 'A door falls shut', ['door', INDOORS], 2, (random) => {
    const out = beaten(2, [0.25], () => thud(70, 0.12, random, 1.5));
    mixInto(out, latch(random), 0.22, 0.4);
    mixInto(out, shaped(filtered(noise(0.25, random), { low: 300, high: 1_600 }), (at) => at / 0.25), 0, 0.35);
    return out;
  }),
  effect('door-open', 'A door is opened, and its hinge creaks', ['door', INDOORS], 2, (random) => {
    const out = silence(2);
    mixInto(out, latch(random), 0.06, 0.9);
    mixInto(out, thud(120, 0.03, random, 0.6), 0.12, 0.5);
    mixInto(out, creak(1.1, 26, 44, 620, random), 0.3, 0.7);
    mixInto(out, swish(0.9, 150, 700, random), 0.3, 0.3);
    return out;
  }),
  effect('door-slam', 'A door is slammed', ['door', 'anger', INDOORS], 2, (random) => {
    const out = silence(2);
    const slam = thud(58, 0.16, random, 3.5);
    mixInto(slam, burst(0.3, 120, 2_500, 0.035, random), 0, 3);
    mixInto(out, swish(0.2, 200, 1_200, random, 0.9), 0, 0.3);
    mixInto(out, roomy(slam, 0.8, 0.4, random), 0.18);
    for (let rattle = 0; rattle < 5; rattle++) mixInto(out, tick(900 + random() * 700, 0.015, random), 0.24 + rattle * 0.05, 0.5 / (rattle + 1));
    return out;
  }),
  effect('door-creak', 'A hinge creaks slowly', ['door', 'old', 'suspense'], 3, (random) => creak(2.8, 12, 38, 540, random)),
  effect('door-bell', 'A bell on a wire by the door', ['door', 'bell', 'visitor'], 3, (random) => {
    const out = silence(3);
    [0.05, 0.19, 0.36, 0.5, 0.68, 0.83, 1.05].forEach((at, index) =>
      mixInto(out, struck(1_650, [[1, 1, 0.5], [2.7, 0.5, 0.3], [5.2, 0.3, 0.12]], 1.8, random, 0.2), at, 1 - index * 0.11));
    return out;
  }),
  effect('key-in-lock', 'A key turns in a lock', ['door', 'key', INDOORS], 2, (random) => {
    const out = silence(2);
    metalTurn(out, 0.06, random);
    metalTurn(out, 0.6, random);
    mixInto(out, thud(420, 0.02, random, 1.4), 1.02, 0.8);
    mixInto(out, latch(random), 1.04, 1);
    return out;
  }),
  effect('keys', 'A bunch of keys', ['key', 'metal'], 2, (random) => {
    const out = silence(2);
    for (let at = 0.05; at < 1.4; at += 0.03 + random() * 0.12) {
      mixInto(out, struck(3_100 + random() * 3_400, [[1, 1, 0.05], [1.47, 0.6, 0.04], [2.09, 0.4, 0.02]], 0.3, random, 0.1), at, 0.3 + 0.7 * random());
    }
    return out;
  }),
  effect('window-sash', 'A sash window is pushed up', ['window', INDOORS], 2, (random) => {
    const out = silence(2);
    mixInto(out, thud(150, 0.03, random, 0.8), 0.06, 0.6);
    mixInto(out, swish(0.7, 300, 2_200, random, 0.4), 0.12, 1);
    mixInto(out, creak(0.7, 40, 90, 900, random), 0.12, 0.3);
    mixInto(out, thud(110, 0.06, random, 1.2), 0.82);
    return out;
  }),
  effect('floor-creak', 'A floor board creaks', ['floor', 'old', INDOORS], 2, (random) => {
    const out = silence(2);
    mixInto(out, creak(0.5, 50, 24, 410, random), 0.08);
    mixInto(out, creak(0.4, 30, 60, 370, random), 0.95, 0.7);
    return out;
  }),
  effect('chair-scrape', 'A chair is pushed back', ['chair', INDOORS], 2, (random) => {
    const out = silence(2);
    mixInto(out, creak(0.65, 70, 130, 330, random), 0.06, 1);
    mixInto(out, swish(0.65, 200, 2_400, random, 0.3), 0.06, 0.8);
    mixInto(out, thud(95, 0.04, random, 1), 0.78, 0.7);
    return out;
  }),
];
