import type { Samples } from '../dsp.js';
import { gull } from '../effects/animals.js';
import { creak, gliding, thud, type Random } from '../effects/gestures.js';
import type { Soundscape } from '../sound.js';
import { LOOP_SECONDS, scape, type Loop } from './loop.js';

const bubble = (low: number, high: number, random: Random) => (): Samples => {
  const hertz = low + random() * (high - low);
  return gliding(hertz, hertz * 1.4, 0.03 + random() * 0.05);
};

/** A level curve of waves that come in `times` times per loop. */
const swell = (times: number, late = 0) => (at: number): number => ((1 + Math.sin((2 * Math.PI * times * (at - late)) / LOOP_SECONDS)) / 2) ** 2;

const surf = (loop: Loop, times: number): Loop => loop.air({ low: 60, high: 500 }, 1.6, { curve: (at) => 0.3 + swell(times)(at) })
  .air({ low: 1_200, high: 6_000 }, 0.9, { curve: swell(times, 0.5) });

const timbers = (loop: Loop, random: Random): Loop => loop.now(7, 0.5, () => creak(0.9, 14, 30, 300 + random() * 120, random));

export const WATER_SCAPES: readonly Soundscape[] = [
  scape('sea-shore', 'The sea at a shore', ['sea', 'beach', 'coast', 'outdoors'], (loop) => surf(loop, 5)),
  scape('harbour', 'A harbour, with gulls and water at the wall', ['sea', 'harbour', 'port', 'gulls', 'outdoors'], (loop, random) =>
    surf(loop, 7).air({ low: 80, high: 300 }, 0.4).scatter(5, 0.5, bubble(300, 800, random)).now(6, 1.1, () => gull(random))
      .now(4, 0.7, () => thud(110, 0.05, random, 0.6))),
  scape('ship-under-way', 'On deck: bow wave, wind and timbers', ['ship', 'sea', 'sail', 'outdoors'], (loop, random) => {
    const course = loop.wandering(1.9);
    return timbers(surf(loop, 6).air({ low: 200, high: 800 }, 0.8, { curve: (at) => 0.3 + course(at) }), random);
  }),
  scape('ship-below', 'Below deck: timbers, and water at the hull', ['ship', 'cabin', 'sea', 'indoors'], (loop, random) =>
    timbers(loop.air({ low: 40, high: 240 }, 1, { curve: (at) => 0.4 + swell(5)(at) }), random).scatter(4, 0.35, bubble(180, 420, random))
      .now(5, 0.6, () => creak(0.6, 40, 22, 520, random))),
  scape('river', 'A river that runs over stones', ['river', 'stream', 'water', 'outdoors'],
    (loop, random) => loop.air({ low: 400, high: 2_600 }, 0.5).air({ low: 90, high: 400 }, 0.5).scatter(80, 0.5, bubble(350, 1_500, random))),
  scape('lake-still', 'Still water at a bank', ['lake', 'pond', 'water', 'outdoors'],
    (loop, random) => loop.air({ low: 150, high: 700 }, 0.4).scatter(3, 0.9, bubble(260, 700, random))
      .air({ low: 60, high: 240 }, 0.7, { curve: (at) => 0.4 + swell(8)(at) })),
];
