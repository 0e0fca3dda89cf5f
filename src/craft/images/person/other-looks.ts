import type { Outfit } from '../../screenplay/model.js';
import { lch, toLch } from '../colour.js';
import type { Era } from '../period.js';
import { seeded } from '../random.js';
import { HAIR_COLOURS, type Look } from './look.js';
import { facialHairIn } from './period-dress.js';
import { hairColourOf, hairOf, isGrownMan, seenLookOf } from './traits.js';

/** How many people of a crowd are drawn. */
export const OF_A_CROWD = 5;

/**
 * The look of a person in another outfit. Face, build and skin stay. An outfit without a drawing changes only the traits that it states, and leaves drawn
 * clothes unchanged.
 */
export function lookIn(look: Look, { shown, drawn }: Outfit): Look {
  const { hairColour, garment = look.garment, hat = look.hat, complexion: _, ...traits } = seenLookOf(shown);
  const body: Look = { ...look, ...traits, ...(hairColour ? { hairColour: HAIR_COLOURS[hairColour] } : {}) };
  if (!isGrownMan(body)) body.facialHair = 'none';
  if (!look.drawn) return { ...body, garment, hat };
  if (!drawn) return body;
  const { skin, eyes, stature, stout } = look.drawn;
  return { ...body, cloth: drawn.cloth, drawn: { ...drawn, skin: drawn.skin || skin, eyes, stature, stout } };
}

/**
 * Looks for a group of similar people: `look` is one of them, and `woman` the outfit of the women, null if there are none. They dress alike, but are
 * different people.
 */
export function crowdLooks(look: Look, woman: Outfit | null, era: Era): Look[] {
  return Array.from({ length: OF_A_CROWD }, (_, at): Look => {
    const random = seeded(`crowd|${look.name}|${at}`);
    const isWoman = woman !== null && at % 2 === 1;
    const one: Look = isWoman ? { ...lookIn(look, woman), presentation: 'feminine' } : woman ? { ...look, presentation: 'masculine' } : look;
    if (one.drawn?.skin) return one;
    const age = one.age === 'young' || one.age === 'adult' || one.age === 'mid' ? random.pick(['young', 'adult', 'adult', 'mid'] as const) : one.age;
    const skin = one.skin > 8 ? one.skin : Math.min(8, Math.max(0, one.skin + random.integer(-1, 1)));
    const [lightness, chroma, hue] = toLch(one.cloth);
    const spread = woman ? 0.07 : 0.015;
    const body = {
      ...one, age, skin, hair: hairOf('', { age, presentation: one.presentation, skin }, era, random), hairColour: hairColourOf('', age, skin, random),
      brow: random.next(), eyeSize: random.next(), nose: random.integer(0, 3), jaw: random.next(), lips: random.next(),
      cloth: lch(Math.max(0.1, lightness + random.between(-spread, spread)), chroma, hue + random.between(-spread, spread) * 400),
    };
    return { ...body, facialHair: isGrownMan(body) ? random.pick(facialHairIn(era)) : 'none' };
  });
}
