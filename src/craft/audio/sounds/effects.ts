import { faded, filtered, mixInto, noise, SAMPLE_RATE, shaped, silence, struck, type Samples } from './dsp.js';
import type { Sound } from './sound.js';

type Random = () => number;

/** A slow curve from 0 to 1 with its turns every `everySeconds`. */
function wandering(seconds: number, everySeconds: number, random: Random): (at: number) => number {
  const points = Array.from({ length: Math.ceil(seconds / everySeconds) + 2 }, random);
  return (at) => {
    const place = at / everySeconds;
    const from = Math.floor(place);
    const share = (1 - Math.cos(Math.PI * (place - from))) / 2;
    return points[from]! * (1 - share) + points[from + 1]! * share;
  };
}

/** A short knock of noise in a band, with a body that rings a little. */
function thud(hertz: number, ring: number, random: Random, hardness = 1): Samples {
  const out = struck(hertz, [[1, 1, ring], [1.7, 0.5, ring * 0.7], [2.9, 0.3, ring * 0.4]], 0.5, random, 0);
  mixInto(out, shaped(filtered(noise(0.2, random), { low: hertz, high: hertz * 12 }, 1), (at) => Math.exp(-at / 0.015)), 0, 2 * hardness);
  return out;
}

/** Many small sounds at random times. */
function scattered(out: Samples, perSecond: number, random: Random, make: () => Samples, gain = 1): void {
  const seconds = out.length / SAMPLE_RATE;
  for (let at = random() / perSecond; at < seconds; at += (-Math.log(1 - random()) / perSecond)) mixInto(out, make(), at, gain * (0.3 + 0.7 * random()));
}

const tick = (hertz: number, ring: number, random: Random): Samples => struck(hertz, [[1, 1, ring], [2.3, 0.5, ring * 0.6]], 0.15, random, 0.3);

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

function beaten(seconds: number, times: readonly number[], make: (index: number) => Samples): Samples {
  const out = silence(seconds);
  times.forEach((at, index) => mixInto(out, make(index), at, 1));
  return out;
}

const every = (seconds: number, step: number, from = 0.1): number[] =>
  Array.from({ length: Math.floor((seconds - from - 0.3) / step) + 1 }, (_, index) => from + index * step);

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

const effect = (soundId: string, label: string, tags: readonly string[], seconds: number, make: Sound['make']): Sound =>
  ({ soundId, kind: 'sfx', label, tags, seconds, make: (random) => faded(make(random), 0.02, Math.min(0.5, seconds / 6)) });

export const EFFECTS: readonly Sound[] = [
  effect('rain', 'Rain', ['weather', 'water', 'outdoors'], 8, (random) => rain(8, random)),
  effect('wind', 'Wind', ['weather', 'storm', 'outdoors'], 8, (random) => {
    const course = wandering(8, 0.9, random);
    return shaped(filtered(noise(8, random), { low: 180, high: 700 }, 3), (at) => 0.25 + course(at) ** 2);
  }),
  effect('sea-waves', 'Waves on a shore', ['sea', 'water', 'outdoors'], 8, (random) => waves(8, random)),
  effect('thunder', 'Thunder', ['weather', 'storm'], 5, (random) => thunder(5, random)),
  effect('fire', 'Fire that crackles', ['fire', 'hearth', 'indoors'], 7, (random) => fire(7, random)),
  effect('footsteps', 'Footsteps on boards', ['steps', 'walking', 'indoors'], 4,
    (random) => beaten(4, every(4, 0.56), (index) => thud(index % 2 === 0 ? 92 : 104, 0.03, random, 1.2))),
  effect('door-knock', 'Knocking at a door', ['door', 'visitor', 'indoors'], 2,
    (random) => beaten(2, [0.1, 0.36, 0.62], () => thud(170, 0.045, random, 0.9))),
  effect('door-close', 'A door falls shut', ['door', 'indoors'], 2, (random) => {
    const out = beaten(2, [0.25], () => thud(70, 0.12, random, 1.5));
    mixInto(out, tick(1_400, 0.02, random), 0.22, 0.4);
    mixInto(out, shaped(filtered(noise(0.25, random), { low: 300, high: 1_600 }), (at) => at / 0.25), 0, 0.35);
    return out;
  }),
  effect('heartbeat', 'Heartbeat', ['body', 'fear', 'tension'], 4,
    (random) => beaten(4, every(4, 0.9).flatMap((at) => [at, at + 0.26]), (index) =>
      filtered(thud(index % 2 === 0 ? 58 : 66, 0.07, random, 0.15), { high: 300 }, 1))),
  effect('clock-ticking', 'A clock ticks', ['clock', 'time', 'indoors'], 5,
    (random) => beaten(5, every(5, 0.5), (index) => tick(index % 2 === 0 ? 2_300 : 1_850, 0.012, random))),
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
];
