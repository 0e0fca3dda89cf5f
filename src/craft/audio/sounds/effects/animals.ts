import { filtered, mixInto, noise, resonant, shaped, silence, type Samples } from '../dsp.js';
import type { Sound } from '../sound.js';
import { effect, gliding, type Random } from './gestures.js';

/** One bark: a rough voice with falling pitch, shaped by the resonances of a dog's throat. */
function bark(hertz: number, random: Random): Samples {
  const source = gliding(hertz * 1.25, hertz * 0.7, 0.17, 0.9);
  mixInto(source, filtered(noise(0.17, random), { low: 400, high: 3_500 }), 0, 0.6);
  const out = resonant(source, 620, 3);
  mixInto(out, resonant(source, 1_350, 4), 0, 0.8);
  mixInto(out, source, 0, 0.15);
  return shaped(out, (at) => Math.min(1, at / 0.012) * Math.exp(-at / 0.1));
}

/** One call of a small bird; `kind` chooses among its songs. */
export function chirp(kind: number, random: Random): Samples {
  const out = silence(0.8);
  const base = 2_600 + kind * 620;
  const notes = 2 + Math.floor(random() * 4);
  for (let note = 0; note < notes; note++) {
    const from = base * (0.85 + 0.4 * random());
    mixInto(out, gliding(from, from * (kind % 2 === 0 ? 1.28 : 0.78), 0.05 + 0.06 * random()), note * (0.1 + 0.03 * kind), 0.6 + 0.4 * random());
  }
  return out;
}

/** The cry of a gull, which breaks and falls. */
export function gull(random: Random): Samples {
  const out = silence(0.7);
  const hertz = 950 + random() * 250;
  mixInto(out, gliding(hertz * 0.8, hertz * 1.25, 0.14, 0.6), 0);
  mixInto(out, gliding(hertz * 1.2, hertz * 0.75, 0.4, 0.6), 0.12);
  return out;
}

/** An owl: a long note and a trembling one. */
export function owl(random: Random): Samples {
  const out = silence(2);
  const hertz = 400 + random() * 40;
  mixInto(out, gliding(hertz * 0.95, hertz, 0.5, 0.08), 0.05);
  mixInto(out, shaped(gliding(hertz, hertz * 0.93, 0.85, 0.08), (at) => 0.65 + 0.35 * Math.sin(2 * Math.PI * 11 * at)), 0.9);
  return out;
}

/** A crow: a hoarse voice. */
export function caw(random: Random): Samples {
  const source = gliding(560, 430, 0.34, 1);
  mixInto(source, filtered(noise(0.34, random), { low: 700, high: 2_600 }), 0, 1.1);
  return shaped(resonant(source, 1_150, 2), (at) => Math.min(1, at / 0.02) * (0.6 + 0.4 * Math.sign(Math.sin(2 * Math.PI * 62 * at))));
}

function called(seconds: number, times: readonly number[], make: () => Samples): Samples {
  const out = silence(seconds);
  for (const at of times) mixInto(out, make(), at);
  return out;
}

export const ANIMALS: readonly Sound[] = [
  effect('dog-barks', 'A dog barks', ['dog', 'animal'], 3, (random) => called(3, [0.05, 0.42, 1.15, 1.5], () => bark(300 + random() * 40, random))),
  effect('dog-howls', 'A dog howls', ['dog', 'night', 'animal'], 4, () => {
    const out = silence(4);
    const voice = gliding(330, 560, 0.7, 0.5);
    mixInto(out, voice, 0.1);
    mixInto(out, gliding(555, 390, 2.4, 0.5), 0.5);
    return resonant(out, 640, 0.9);
  }),
  effect('birdsong', 'Birds sing', ['birds', 'morning', 'outdoors'], 6, (random) => {
    const out = silence(6);
    for (let at = 0.1; at < 5.1; at += 0.2 + random() * 0.5) mixInto(out, chirp(Math.floor(random() * 4), random), at, 0.4 + 0.6 * random());
    return out;
  }),
  effect('gulls', 'Gulls cry', ['birds', 'sea', 'outdoors'], 5, (random) => called(5, [0.1, 0.8, 1.4, 2.6, 3.3], () => gull(random))),
  effect('owl-hoots', 'An owl hoots', ['birds', 'night', 'forest'], 3, (random) => called(3, [0.1], () => owl(random))),
  effect('crows', 'Crows caw', ['birds', 'field', 'omen'], 4, (random) => called(4, [0.08, 0.6, 1.9, 2.4], () => caw(random))),
];
