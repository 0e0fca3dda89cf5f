import { filtered, mixInto, noise, resonant, SAMPLE_RATE, shaped, silence, type Samples } from '../dsp.js';
import type { Sound } from '../sound.js';
import { effect, gliding, scattered, swish, tick, wandering, type Random } from './gestures.js';

function rain(seconds: number, random: Random): Samples {
  const out = filtered(noise(seconds, random), { low: 900, high: 7_000 });
  scattered(out, 60, random, () => tick(2_500 + random() * 4_000, 0.006, random), 0.25);
  return out;
}

function waves(seconds: number, random: Random): Samples {
  const out = silence(seconds);
  const low = filtered(noise(seconds, random), { low: 60, high: 500 });
  const foam = filtered(noise(seconds, random), { low: 1_200, high: 6_000 });
  const swell = (at: number): number => ((1 + Math.sin((2 * Math.PI * at) / 4 - 1.6)) / 2) ** 2;
  mixInto(out, shaped(low, (at) => 0.3 + swell(at)), 0, 2);
  mixInto(out, shaped(foam, (at) => swell(Math.max(0, at - 0.5))), 0, 0.9);
  return out;
}

function thunder(seconds: number, random: Random): Samples {
  const crack = shaped(filtered(noise(seconds, random), { low: 200, high: 3_000 }), (at) => Math.exp(-at / 0.12));
  const course = wandering(seconds, 0.25, random);
  const roll = shaped(filtered(noise(seconds, random), { low: 25, high: 160 }, 3), (at) => Math.exp(-at / 1.8) * (0.3 + course(at)));
  mixInto(crack, roll, 0.05, 14);
  return crack;
}

function fire(seconds: number, random: Random): Samples {
  const course = wandering(seconds, 0.3, random);
  const out = shaped(filtered(noise(seconds, random), { low: 80, high: 600 }), (at) => 0.5 + course(at));
  scattered(out, 14, random, () => shaped(filtered(noise(0.03, random), { low: 1_500, high: 8_000 }, 1), (at) => Math.exp(-at / 0.004)), 1.6);
  return out;
}

function crickets(seconds: number, random: Random): Samples {
  const out = silence(seconds);
  for (const [hertz, rate, shift] of [[4_300, 0.62, 0], [4_750, 0.81, 0.3], [3_950, 1.13, 0.5]] as const) {
    for (let at = shift; at < seconds - 0.3; at += rate) {
      for (let pulse = 0; pulse < 4; pulse++) {
        const chirp = silence(0.04).map((_value, index) => Math.sin((2 * Math.PI * hertz * index) / SAMPLE_RATE));
        mixInto(out, shaped(chirp, (time) => Math.sin((Math.PI * time) / 0.04)), at + pulse * 0.055 + random() * 0.004, 0.6);
      }
    }
  }
  mixInto(out, filtered(noise(seconds, random), { low: 200, high: 1_500 }), 0, 0.05);
  return out;
}

export const WEATHER: readonly Sound[] = [
  effect('rain', 'Rain', ['weather', 'water', 'outdoors'], 8, (random) => rain(8, random)),
  effect('wind', 'Wind', ['weather', 'storm', 'outdoors'], 8, (random) => {
    const course = wandering(8, 0.9, random);
    return shaped(filtered(noise(8, random), { low: 180, high: 700 }, 3), (at) => 0.25 + course(at) ** 2);
  }),
  effect('sea-waves', 'Waves on a shore', ['sea', 'water', 'outdoors'], 8, (random) => waves(8, random)),
  effect('thunder', 'Thunder', ['weather', 'storm'], 5, (random) => thunder(5, random)),
  effect('fire', 'Fire that crackles', ['fire', 'hearth', 'indoors'], 7, (random) => fire(7, random)),
  effect('crickets', 'Crickets at night', ['night', 'summer', 'outdoors'], 6, (random) => crickets(6, random)),
  effect('water-drops', 'Drops of water in a cave', ['water', 'cave', 'cellar'], 6, (random) => {
    const out = silence(6);
    scattered(out, 1.6, random, () => {
      const hertz = 700 + random() * 700;
      const drop = silence(0.25).map((_value, index) => Math.sin((2 * Math.PI * hertz * (1 + index / SAMPLE_RATE * 3) * index) / SAMPLE_RATE));
      return shaped(drop, (at) => Math.exp(-at / 0.04) * Math.min(1, at / 0.002));
    });
    const echo = out.slice();
    for (const [delay, gain] of [[0.19, 0.45], [0.41, 0.25], [0.67, 0.12]] as const) mixInto(out, echo, delay, gain);
    return out;
  }),
  effect('wind-gust', 'A gust of wind', ['weather', 'storm', 'outdoors'], 4, (random) => {
    const blast = shaped(filtered(noise(4, random), { low: 200, high: 900 }, 3), (at) => Math.sin((Math.PI * at) / 4) ** 2);
    for (const [hertz, gain] of [[620, 0.9], [910, 0.5]] as const) {
      const course = wandering(4, 0.5, random);
      mixInto(blast, shaped(resonant(noise(4, random), hertz, 18), (at) => Math.sin((Math.PI * at) / 4) ** 3 * (0.4 + course(at))), 0, gain);
    }
    return blast;
  }),
  effect('splash', 'Something falls into water', ['water', 'river', 'sea'], 3, (random) => {
    const out = silence(3);
    mixInto(out, swish(0.9, 300, 5_000, random, 0.07), 0.05, 2);
    mixInto(out, swish(0.35, 60, 350, random, 0.15), 0.05, 3);
    for (let at = 0.35; at < 2.2; at += 0.04 + random() * 0.12) {
      const hertz = 500 + random() * 1_300;
      mixInto(out, gliding(hertz, hertz * 1.6, 0.06), at, 0.25 * Math.exp(-at / 0.8));
    }
    return out;
  }),
  effect('pouring', 'A drink is poured', ['water', 'table', 'indoors'], 4, (random) => {
    const out = silence(4);
    for (let at = 0.1; at < 3.2; at += 0.008 + random() * 0.024) {
      const hertz = (420 + at * 170) * (0.8 + 0.5 * random());
      mixInto(out, gliding(hertz, hertz * 1.35, 0.045), at, (0.3 + random()) * Math.min(1, (at - 0.1) / 0.2, (3.3 - at) / 0.3));
    }
    mixInto(out, swish(3.2, 900, 4_000, random, 0.3), 0.1, 0.25);
    return out;
  }),
];
