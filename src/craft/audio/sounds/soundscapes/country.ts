import { mixInto, shaped, silence, type Samples } from '../dsp.js';
import { caw, chirp, owl } from '../effects/animals.js';
import { gliding, tick, type Random } from '../effects/gestures.js';
import type { Soundscape } from '../sound.js';
import { scape, type Loop } from './loop.js';

/** Leaves in moving air. */
const leaves = (loop: Loop, gain: number): Loop => {
  const course = loop.wandering(2.6);
  return loop.air({ low: 1_200, high: 5_500 }, gain, { curve: (at) => 0.15 + course(at) ** 2 });
};

const cricket = (random: Random) => (): Samples => {
  const hertz = 3_900 + random() * 900;
  const out = silence(0.3);
  for (let pulse = 0; pulse < 4; pulse++) mixInto(out, gliding(hertz, hertz, 0.04), pulse * 0.055);
  return out;
};

const bird = (random: Random) => (): Samples => chirp(Math.floor(random() * 4), random);

/** An insect that flies past. */
const fly = (random: Random) => (): Samples => {
  const out = gliding(190 + random() * 40, 170, 1.6, 0.9);
  return shaped(out, (at) => Math.sin((Math.PI * at) / 1.6) ** 3);
};

export const COUNTRY_SCAPES: readonly Soundscape[] = [
  scape('forest-day', 'A forest by day', ['forest', 'birds', 'day', 'outdoors'],
    (loop, random) => leaves(loop, 0.5).air({ low: 120, high: 500 }, 0.2).scatter(1.7, 0.34, bird(random))),
  scape('forest-night', 'A forest by night', ['forest', 'night', 'owl', 'outdoors'],
    (loop, random) => leaves(loop, 0.3).air({ low: 90, high: 400 }, 0.3).scatter(2.4, 0.06, cricket(random)).now(2, 0.5, () => owl(random))),
  scape('jungle', 'A jungle', ['forest', 'jungle', 'birds', 'hot', 'outdoors'],
    (loop, random) => leaves(loop, 0.3).scatter(9, 0.16, cricket(random)).scatter(2.6, 0.3, bird(random)).now(6, 0.3, () => gliding(900, 1_900, 0.35, 0.4))),
  scape('garden-day', 'A garden by day', ['garden', 'birds', 'bees', 'day', 'outdoors'],
    (loop, random) => leaves(loop, 0.25).air({ low: 150, high: 600 }, 0.12).scatter(1.1, 0.32, bird(random)).now(5, 0.2, fly(random))),
  scape('fields-day', 'Open country by day', ['field', 'country', 'larks', 'day', 'outdoors'], (loop, random) => {
    const course = loop.wandering(2.2);
    return loop.air({ low: 200, high: 900 }, 0.5, { curve: (at) => 0.3 + course(at) })
      .scatter(0.7, 0.26, bird(random)).now(3, 0.2, () => caw(random));
  }),
  scape('crickets-night', 'A summer night with crickets', ['night', 'crickets', 'field', 'garden', 'outdoors'],
    (loop, random) => loop.air({ low: 150, high: 900 }, 0.12).scatter(7, 0.3, cricket(random))),
  scape('mountain-wind', 'Thin wind on a mountain', ['mountain', 'wind', 'hills', 'outdoors'], (loop) => {
    const [slow, quick] = [loop.wandering(2.8), loop.wandering(1.1)];
    return loop.air({ low: 350, high: 1_800 }, 0.8, { curve: (at) => 0.2 + slow(at) ** 2 }).whistle(1_150, 22, 0.5, (at) => quick(at) ** 3);
  }),
  scape('desert-wind', 'Wind over sand', ['desert', 'wind', 'sand', 'outdoors'], (loop) => {
    const course = loop.wandering(2.4);
    return loop.air({ low: 2_200, high: 7_500 }, 0.5, { curve: (at) => course(at) ** 2 })
      .air({ low: 120, high: 500 }, 0.9, { curve: (at) => 0.3 + course(at) });
  }),
  scape('cave', 'A cave, with drops of water', ['cave', 'cellar', 'water', 'underground'], (loop, random) =>
    loop.air({ low: 40, high: 220 }, 0.5).now(16, 0.9, () => {
      const out = silence(1.3);
      const drip = gliding(620 + random() * 600, 1_150 + random() * 300, 0.06);
      for (const [at, gain] of [[0, 1], [0.17, 0.5], [0.39, 0.3], [0.66, 0.18], [0.97, 0.1]] as const) mixInto(out, drip, at, gain);
      return out;
    }).scatter(0.4, 0.1, () => tick(500, 0.05, random))),
];
