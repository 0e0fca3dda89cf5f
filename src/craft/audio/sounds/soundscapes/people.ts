import { filtered, mixInto, shaped, silence, struck, type Samples } from '../dsp.js';
import { explosion, shot } from '../effects/arms.js';
import { babble, burst, roomy, thud, tick, type Random } from '../effects/gestures.js';
import { engine, hoof, wheels } from '../effects/travel.js';
import type { Soundscape } from '../sound.js';
import { LOOP_SECONDS, scape, type Loop } from './loop.js';

/** Voices without words, each at its own position and starting at its own time. `dull`, 0 to 1, removes their high frequencies. */
function talk(loop: Loop, count: number, gain: number, dull: number, random: Random): Loop {
  for (let voice = 0; voice < count; voice++) {
    const said = filtered(babble(LOOP_SECONDS - 1, 95 + random() * 130, random), { low: 150, high: 3_200 - 2_300 * dull }, 1);
    loop.add(said, random() * LOOP_SECONDS, random() * 1.8 - 0.9, gain * (0.4 + 0.6 * random()));
  }
  return loop;
}

const china = (random: Random) => (): Samples => struck(1_700 + random() * 2_600, [[1, 1, 0.07], [2.32, 0.6, 0.04]], 0.5, random, 0.1);

const far = (samples: Samples, high: number): Samples => filtered(samples, { high }, 2);

/** A carriage that drives past. */
function drivesBy(random: Random): Samples {
  const out = wheels(5, random);
  for (let at = 0.1; at < 4.6; at += 0.31) mixInto(out, hoof(580 + 60 * random(), random), at, 0.8);
  return shaped(out, (at) => Math.sin((Math.PI * at) / 5) ** 2);
}

const carPasses = (random: Random): Samples => shaped(far(engine(5, (at) => 58 - at, random), 700), (at) => Math.sin((Math.PI * at) / 5) ** 2);

/** Adds `count` beats at equal intervals over the whole loop. */
function beats(loop: Loop, count: number, gain: number, make: (index: number) => Samples): Loop {
  for (let beat = 0; beat < count; beat++) loop.add(make(beat), (beat * loop.seconds) / count, 0, gain);
  return loop;
}

export const PEOPLE_SCAPES: readonly Soundscape[] = [
  scape('street-horses', 'A street with horses and carriages', ['street', 'city', 'carriages', 'old', 'outdoors'], (loop, random) =>
    talk(loop.air({ low: 90, high: 500 }, 0.35), 5, 0.5, 0.6, random).now(6, 0.45, () => drivesBy(random)).now(18, 0.1, () => thud(230, 0.012, random, 1.2))),
  scape('street-traffic', 'A street with cars', ['street', 'city', 'traffic', 'modern', 'outdoors'], (loop, random) =>
    loop.air({ low: 50, high: 400 }, 1).air({ low: 600, high: 2_500 }, 0.12).now(7, 0.6, () => carPasses(random))),
  scape('market-crowd', 'A market crowd, without words', ['market', 'crowd', 'city', 'outdoors'], (loop, random) =>
    talk(loop.air({ low: 100, high: 700 }, 0.15), 16, 1, 0.1, random).now(9, 0.25, () => thud(180 + random() * 240, 0.03, random, 1))
      .now(5, 0.12, china(random))),
  scape('tavern', 'A tavern, with voices and glasses', ['tavern', 'inn', 'bar', 'crowd', 'indoors'], (loop, random) =>
    talk(loop.air({ low: 80, high: 400 }, 0.15), 11, 1, 0.4, random).scatter(1.3, 0.14, china(random)).now(7, 0.25, () => thud(140, 0.04, random, 0.9))),
  scape('hall-murmur', 'A hall full of quiet people', ['church', 'theatre', 'court', 'hall', 'crowd', 'indoors'], (loop, random) =>
    talk(loop.air({ low: 80, high: 500 }, 0.3), 9, 0.6, 0.85, random).now(6, 0.15, () => roomy(thud(160, 0.03, random, 0.7), 1.6, 0.5, random))),
  scape('battle-far', 'A battle far away', ['battle', 'war', 'guns', 'outdoors'], (loop, random) =>
    loop.air({ low: 80, high: 350 }, 0.25).now(7, 1.1, () => far(explosion(3, random), 160)).scatter(2.2, 0.25, () => far(shot(200, 0.8, random), 900))),
  scape('railway-station', 'A railway station with steam', ['station', 'train', 'steam', 'crowd', 'outdoors'], (loop, random) =>
    talk(loop.air({ low: 500, high: 3_500 }, 0.2), 7, 0.7, 0.5, random).now(14, 0.5, () => burst(0.5, 250, 2_500, 0.12, random))
      .now(4, 0.3, () => thud(190, 0.06, random, 1.4))),
  scape('train-inside', 'In a train: rails and wheels', ['train', 'railway', 'journey', 'indoors'], (loop, random) => {
    loop.air({ low: 40, high: 260 }, 1).air({ low: 500, high: 1_800 }, 0.08);
    return beats(beats(loop, 32, 1, () => far(thud(150, 0.03, random, 1.5), 1_400)), 32, 0.8, () => {
      const late = silence(0.7);
      mixInto(late, far(thud(170, 0.03, random, 1.3), 1_400), 0.13);
      return late;
    });
  }),
  scape('carriage-inside', 'In a carriage: wheels and hooves', ['carriage', 'coach', 'journey', 'old', 'indoors'], (loop, random) => {
    const course = loop.wandering(0.5);
    loop.air({ low: 70, high: 380 }, 1, { curve: (at) => 0.5 + course(at) }).scatter(7, 0.4, () => thud(130 + random() * 150, 0.02, random, 0.8));
    return beats(loop, 78, 0.45, (index) => far(hoof(520 + 60 * (index % 2), random), 1_500));
  }),
  scape('car-inside', 'In a car: its engine and the road', ['car', 'motor', 'journey', 'modern', 'indoors'],
    (loop) => loop.air({ low: 40, high: 260 }, 1).hum(47, 0.12).hum(94, 0.08).hum(141, 0.05).air({ low: 700, high: 2_200 }, 0.05)),
  scape('engine-room', 'An engine room', ['engine', 'machine', 'ship', 'factory', 'indoors'], (loop, random) =>
    beats(loop.air({ low: 60, high: 500 }, 0.6).hum(58, 0.18).hum(116, 0.12).hum(290, 0.03), 60, 0.7, () => thud(95, 0.05, random, 1.1))
      .scatter(3, 0.1, () => tick(900 + random() * 900, 0.03, random))),
  scape('office', 'An office, with typing far off', ['office', 'work', 'indoors'], (loop, random) =>
    talk(loop.air({ low: 60, high: 350 }, 0.5).hum(120, 0.01), 3, 0.25, 0.8, random).scatter(4, 0.12, () => tick(1_500 + random() * 800, 0.008, random))),
];

export const ROOM_SCAPES: readonly Soundscape[] = [
  scape('room-tone', 'A quiet room', ['room', 'quiet', 'indoors'], (loop) => loop.air({ low: 40, high: 240 }, 1).air({ low: 400, high: 2_000 }, 0.03)),
  scape('room-clock', 'A quiet room with a clock', ['room', 'clock', 'night', 'indoors'], (loop, random) =>
    beats(loop.air({ low: 40, high: 240 }, 0.5), 48, 0.5, (index) => tick(index % 2 === 0 ? 2_200 : 1_800, 0.012, random))),
  scape('large-room', 'A large bare room', ['hall', 'castle', 'church', 'museum', 'warehouse', 'indoors'], (loop, random) => {
    const course = loop.wandering(3);
    return loop.air({ low: 50, high: 300 }, 1, { curve: (at) => 0.6 + 0.4 * course(at) })
      .now(4, 0.15, () => roomy(thud(180, 0.04, random, 0.8), 2, 0.6, random));
  }),
  scape('spaceship', 'In a spaceship: a low hum', ['space', 'machine', 'future', 'indoors'],
    (loop) => loop.air({ low: 40, high: 200 }, 0.6).hum(55, 0.15).hum(82.5, 0.1).hum(110.4, 0.05).hum(440.5, 0.008)),
];
