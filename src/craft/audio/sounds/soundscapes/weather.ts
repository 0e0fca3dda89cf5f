import { filtered, noise, shaped, type Samples } from '../dsp.js';
import { burst, thud, tick, wandering, type Random } from '../effects/gestures.js';
import type { Soundscape } from '../sound.js';
import { scape, type Loop } from './loop.js';

const drop = (low: number, high: number, ring: number, random: Random) => (): Samples => tick(low + random() * (high - low), ring, random);

/** Distant rolling thunder. */
function farThunder(random: Random): Samples {
  const course = wandering(5, 0.3, random);
  return shaped(filtered(noise(5, random), { low: 25, high: 130 }, 3), (at) => Math.min(1, at / 0.5) * Math.exp(-at / 1.6) * (0.3 + course(at)));
}

const gusts = (loop: Loop): ((at: number) => number) => {
  const course = loop.wandering(1.7);
  return (at) => 0.2 + course(at) ** 2;
};

const howl = (loop: Loop, hertz: number, gain: number): Loop => {
  const course = loop.wandering(2.3);
  return loop.whistle(hertz, 16, gain, (at) => course(at) ** 3);
};

export const WEATHER_SCAPES: readonly Soundscape[] = [
  scape('rain-falling', 'Steady rain', ['rain', 'weather', 'outdoors'],
    (loop, random) => loop.air({ low: 900, high: 7_000 }, 1).air({ low: 200, high: 900 }, 0.35).scatter(70, 0.3, drop(2_500, 6_500, 0.006, random))),
  scape('rain-on-roof', 'Rain on a roof, heard from inside', ['rain', 'weather', 'indoors'],
    (loop, random) => loop.air({ low: 120, high: 900 }, 1).scatter(55, 0.5, drop(350, 1_100, 0.014, random))
      .scatter(4, 0.35, () => tick(900 + random() * 400, 0.03, random))),
  scape('thunderstorm', 'A storm with rain and thunder', ['storm', 'rain', 'thunder', 'weather', 'outdoors'], (loop, random) => {
    loop.air({ low: 700, high: 6_000 }, 0.9).scatter(60, 0.3, drop(2_200, 6_000, 0.006, random))
      .air({ low: 150, high: 600 }, 1.4, { curve: gusts(loop), passes: 3 });
    return loop.now(4, 16, () => farThunder(random));
  }),
  scape('wind-blowing', 'Wind that rises and falls', ['wind', 'weather', 'outdoors'],
    (loop) => howl(howl(loop.air({ low: 160, high: 700 }, 1, { curve: gusts(loop), passes: 3 }), 580, 0.6), 830, 0.35)),
  scape('wind-outside', 'Wind around a house, heard from inside', ['wind', 'weather', 'indoors', 'old'],
    (loop, random) => howl(howl(loop.air({ low: 60, high: 260 }, 1, { curve: gusts(loop) }), 340, 0.9), 470, 0.5)
      .now(5, 0.15, () => thud(130, 0.03, random, 0.5))),
  scape('snow-silence', 'Open country in snow, a muffled air', ['snow', 'winter', 'weather', 'outdoors'],
    (loop) => loop.air({ low: 60, high: 320 }, 1, { curve: gusts(loop) }).air({ low: 2_500, high: 7_000 }, 0.05)),
  scape('fire-side', 'A fire in a hearth', ['fire', 'hearth', 'indoors', 'camp'], (loop, random) => {
    const course = loop.wandering(0.4);
    return loop.air({ low: 80, high: 600 }, 1, { curve: (at) => 0.5 + course(at) })
      .scatter(12, 1.6, () => burst(0.03, 1_500, 8_000, 0.004, random)).scatter(0.8, 2.2, () => burst(0.05, 500, 4_000, 0.008, random));
  }),
];
