import { filtered, mixInto, noise, resonant, SAMPLE_RATE, shaped, silence, struck, type Samples } from '../dsp.js';
import type { Sound } from '../sound.js';
import { beaten, burst, creak, effect, every, roomy, scattered, swish, thud, tick, type Random } from './gestures.js';

const shard = (random: Random): Samples =>
  struck(2_200 + random() * 5_500, [[1, 1, 0.07], [1.61, 0.6, 0.05], [2.47, 0.4, 0.03]], 0.35, random, 0.15);

/** Glass or china that strikes its kind. */
const clink = (hertz: number, ring: number, random: Random): Samples =>
  struck(hertz, [[1, 1, ring], [2.32, 0.6, ring * 0.6], [4.25, 0.4, ring * 0.3]], Math.max(0.3, ring * 4), random, 0.1);

/** A bell that an electric hammer strikes twenty times a second. */
function rattledBell(seconds: number, random: Random): Samples {
  const out = silence(seconds + 0.9);
  for (let stroke = 0; stroke < seconds * 20; stroke++) {
    mixInto(out, struck(stroke % 2 === 0 ? 1_150 : 1_420, [[1, 1, 0.3], [2.76, 0.5, 0.15], [5.4, 0.25, 0.07]], 0.8, random, 0.1), stroke / 20, 0.5);
  }
  return out;
}

const rustle = (seconds: number, grains: number, random: Random): Samples => {
  const out = swish(seconds, 1_800, 8_000, random, 0.4).map((value) => value * 0.35);
  for (let grain = 0; grain < grains; grain++) {
    mixInto(out, burst(0.05, 1_500, 9_000, 0.006 + random() * 0.012, random), random() * (seconds - 0.1), 0.2 + 0.5 * random());
  }
  return out;
};

export const THINGS_HEARD: readonly Sound[] = [
  effect('clock-ticking', 'A clock ticks', ['clock', 'time', 'indoors'], 5,
    (random) => beaten(5, every(5, 0.5), (index) => tick(index % 2 === 0 ? 2_300 : 1_850, 0.012, random))),
  effect('clock-strikes', 'A clock strikes three times', ['clock', 'hour', 'indoors'], 6, (random) => {
    const out = silence(6);
    for (const at of [0.06, 1.36, 2.66]) mixInto(out, struck(392, [[1, 1, 1.3], [2.1, 0.6, 0.8], [3.4, 0.4, 0.5], [5.2, 0.2, 0.2]], 3, random, 0.2), at);
    return out;
  }),
  effect('telephone', 'A telephone rings', ['telephone', 'bell', 'indoors'], 5, (random) => {
    const out = silence(5);
    mixInto(out, rattledBell(1.4, random), 0.05);
    mixInto(out, rattledBell(1.4, random), 2.7);
    return out;
  }),
  effect('phone-buzz', 'A telephone buzzes on a table', ['telephone', 'message', 'indoors'], 3, (random) => beaten(3, [0.06, 1.1], () => {
    const buzz = silence(0.7);
    for (let at = 0; at < 0.65; at += 1 / 155) mixInto(buzz, burst(0.01, 120, 1_800, 0.002, random), at);
    return resonant(buzz, 310, 2);
  })),
  effect('glass-breaks', 'Glass breaks', ['glass', 'window', 'danger'], 2, (random) => {
    const out = silence(2);
    mixInto(out, burst(0.25, 1_200, 11_000, 0.04, random), 0.04, 1.6);
    for (let at = 0.05; at < 1.4; at += 0.008 + 0.09 * random() * (0.3 + at)) mixInto(out, shard(random), at, (0.3 + 0.7 * random()) * Math.exp(-at / 0.45));
    return out;
  }),
  effect('glasses-clink', 'Glasses touch', ['glass', 'table', 'toast'], 2, (random) => beaten(2, [0.06, 0.2], (index) => clink(index === 0 ? 2_050 : 2_480, 0.25, random))),
  effect('dishes', 'China and knives clatter', ['dishes', 'table', 'kitchen'], 3, (random) => {
    const out = silence(3);
    for (let at = 0.06; at < 2.3; at += 0.06 + random() * 0.3) {
      mixInto(out, clink(1_300 + random() * 2_200, 0.06 + random() * 0.08, random), at, 0.4 + 0.6 * random());
    }
    return out;
  }),
  effect('coins', 'Coins fall on wood', ['coins', 'money', 'table'], 2, (random) => {
    const out = silence(2);
    for (let at = 0.06; at < 1.1; at += 0.04 + random() * 0.16) {
      mixInto(out, struck(3_900 + random() * 2_600, [[1, 1, 0.12], [1.53, 0.6, 0.09], [2.41, 0.3, 0.04]], 0.6, random, 0.1), at, 0.4 + 0.6 * random());
      mixInto(out, thud(300, 0.01, random, 0.8), at, 0.25);
    }
    return out;
  }),
  effect('paper-rustles', 'Paper rustles', ['paper', 'letter', 'indoors'], 2, (random) => {
    const out = silence(2);
    mixInto(out, rustle(0.8, 40, random), 0.05);
    mixInto(out, rustle(0.7, 30, random), 1, 0.8);
    return out;
  }),
  effect('paper-torn', 'Paper is torn', ['paper', 'letter', 'anger'], 2, (random) => {
    const out = silence(2);
    const tear = swish(0.9, 1_500, 9_000, random, 0.7);
    scattered(tear, 240, random, () => burst(0.02, 2_000, 10_000, 0.002, random), 0.6);
    mixInto(out, shaped(tear, (at) => Math.min(1, (0.9 - at) / 0.05)), 0.05);
    return out;
  }),
  effect('typing', 'A typewriter', ['typing', 'office', 'writing'], 4, (random) => {
    const out = silence(4);
    for (let at = 0.06; at < 2.9; at += 0.11 + random() * 0.13) {
      mixInto(out, tick(1_700 + random() * 700, 0.01, random), at, 0.9);
      mixInto(out, thud(260, 0.012, random, 1.4), at + 0.012, 0.6);
    }
    mixInto(out, struck(2_640, [[1, 1, 0.4], [2.7, 0.4, 0.2]], 0.9, random, 0.1), 3, 0.7);
    return out;
  }),
  effect('match-struck', 'A match is struck', ['fire', 'match', 'indoors'], 2, (random) => {
    const out = silence(2);
    mixInto(out, swish(0.22, 2_200, 9_000, random, 0.4), 0.05, 1);
    mixInto(out, shaped(filtered(noise(1.1, random), { low: 500, high: 4_500 }), (at) => Math.min(1, at / 0.04) * Math.exp(-at / 0.28)), 0.24, 1.6);
    return out;
  }),
  effect('curtains-drawn', 'Curtains are drawn on their rings', ['curtains', 'window', 'indoors'], 2, (random) => {
    const out = silence(2);
    mixInto(out, swish(0.75, 900, 6_000, random, 0.6), 0.05, 0.8);
    for (let ring = 0; ring < 9; ring++) mixInto(out, tick(2_100 + random() * 900, 0.015, random), 0.1 + ring * 0.075 + random() * 0.02, 0.35);
    return out;
  }),
  effect('chain', 'A chain rattles', ['chain', 'metal', 'prison'], 3, (random) => {
    const out = silence(3);
    for (let at = 0.06; at < 2.2; at += 0.03 + random() * 0.11) {
      mixInto(out, struck(1_250 + random() * 1_500, [[1, 1, 0.06], [1.83, 0.7, 0.05], [3.2, 0.4, 0.02]], 0.4, random, 0.2), at, 0.3 + 0.7 * random());
    }
    return out;
  }),
  effect('hammering', 'A hammer on wood', ['hammer', 'tool', 'work'], 3, (random) => beaten(3, every(3, 0.55), () => {
    const blow = thud(330, 0.03, random, 2);
    mixInto(blow, tick(1_500, 0.02, random), 0, 0.6);
    return roomy(blow, 0.3, 0.2, random);
  })),
  effect('wood-chopped', 'Wood is chopped', ['axe', 'wood', 'outdoors'], 3, (random) => beaten(3, every(3, 1.1), () => {
    const blow = thud(190, 0.03, random, 2.6);
    mixInto(blow, creak(0.25, 90, 40, 700, random), 0.03, 0.5);
    return blow;
  })),
  effect('crash', 'Things fall and break', ['crash', 'danger'], 3, (random) => {
    const out = silence(3);
    mixInto(out, thud(66, 0.12, random, 3), 0.06);
    scattered(out, 16, random, () => (random() < 0.5 ? thud(140 + random() * 320, 0.03, random, 1.6) : shard(random)), 0.8);
    return shaped(out, (at) => Math.exp(-at / 0.75));
  }),
  effect('alarm', 'An electronic alarm', ['alarm', 'machine', 'danger'], 3, () => {
    const out = silence(3);
    for (let at = 0.06; at < 2.6; at += 0.5) {
      const beep = silence(0.24).map((_value, index) => Math.sign(Math.sin((2 * Math.PI * 980 * index) / SAMPLE_RATE)) * 0.4);
      mixInto(out, shaped(filtered(beep, { high: 4_500 }, 1), (time) => Math.min(1, time / 0.004, (0.24 - time) / 0.004)), at);
    }
    return out;
  }),
];
