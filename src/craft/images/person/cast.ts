import { colourDistance, hueDistance, isColour, lch, toLch } from '../colour.js';
import { drawnBuild } from '../drawn/typical-looks.js';
import { isBefore } from '../period.js';
import { seeded, type Random } from '../random.js';
import { BUILD_CUES, FACIAL_CUES, find, GARMENT_CUES, GLASSES_CUES, HAIR_COLOUR_CUES, HAT_CUES, SKIN_CUES, WIDTH_CUES } from './cues.js';
import { HAIR_COLOURS, SKINS_OF, type Age, type Look } from './look.js';
import { facialHairIn, garmentIn, garmentsOf, glassesIn, hatIn, usualHats } from './period-dress.js';
import {
  ageOf, clothOf, extrasOf, FAIR_HAIR, hairColourOf, hairOf, isBeforeGrey, isGrownMan, PLAIN_TITLES, presentationOf, WOMENS, type Person,
} from './traits.js';

export type { Person, SeenLook } from './traits.js';
export { ageStated, seenLookOf, STATED_AGE, TOLD_AGE } from './traits.js';

const EYES = ['#3b2a1e', '#2c2420', '#4f683c', '#3f6a90', '#64492f'] as const;
const DARK_EYES = EYES.slice(0, 2);

/** Number of candidate looks of a person; the candidate that differs most from the rest of the cast is chosen. */
const CANDIDATES = 14;

/** A person whose look is already decided, with the family name. */
export interface Relative { family: string | undefined; look: Look }

/** One possible look: what the text states; the rest is random. `fixed` is the same for all candidates of a person. */
export function candidateLook(
  person: Person, palette: readonly string[], random: Random, fixed: Random, fixedAge?: Age, others: readonly Relative[] = [],
): Look {
  const name = person.name.toLowerCase();
  const described = `${person.description} ${person.name}`.toLowerCase().replace(/[’]/g, '\'');
  const told = (person.told ?? '').toLowerCase().replace(/[’]/g, '\'');
  const text = `${described} ${told}`;
  const { era = 'modern', seen = {} } = person;
  const age = fixedAge ?? ageOf(person, random);
  const presentation = presentationOf(described, name, person, random);
  const relative = others.find(({ family }) => family !== undefined && family === person.family)?.look;
  // Fair and red hair is drawn on fair skin unless the text says otherwise.
  const statedHair = seen.hairColour ?? find(HAIR_COLOUR_CUES, text);
  const statedSkin = seen.complexion ? null : find(SKIN_CUES, text);
  const [least, most] = statedSkin ?? (seen.complexion ? SKINS_OF[seen.complexion] : statedHair && FAIR_HAIR.has(statedHair) ? [0, 2] : [0, 8]);
  const chosenSkin = random.integer(least, most);
  const skin = relative && statedSkin === null && relative.skin >= least && relative.skin <= most ? relative.skin : chosenSkin;
  // A person's trade says more about their clothes than a common title.
  const worn = [seen.garment ?? null, ...[described.replace(PLAIN_TITLES, ' '), told, described].map((words) => find(GARMENT_CUES, words))]
    .find((one) => one !== null && !(presentation === 'masculine' && WOMENS.has(one))) ?? null;
  const garment = worn ? garmentIn(era, worn, presentation) : random.pick(garmentsOf(era, presentation));
  // In earlier eras women wore other caps than men, so a cap becomes a bonnet.
  const isWomanOfOld = presentation === 'feminine' && isBefore(era, 'midcentury');
  const statedHat = seen.hat ?? find(HAT_CUES, described) ?? find(HAT_CUES, told);
  const called = hatIn(era, statedHat ?? (worn ? 'none' : random.pick(usualHats(era, presentation, age))));
  const hat = called === 'nurse' && presentation === 'masculine' ? 'none' : called === 'cap' && isWomanOfOld ? 'bonnet' : called;
  const chosenHair = seen.hairColour ? HAIR_COLOURS[seen.hairColour] : hairColourOf(text, age, skin, random);
  // Does not apply to people who married into the family.
  const sharesHair = relative && statedHair === null && isBeforeGrey(relative.age) === isBeforeGrey(age) && !/\bmrs\b/.test(described);
  const hairColour = sharesHair ? relative.hairColour : chosenHair;
  const glasses = seen.glasses ? [seen.glasses] : find(GLASSES_CUES, text);
  // Random, but equal for all candidates: otherwise the one with glasses would nearly always differ most from the cast.
  const wearsGlasses = fixed.chance(age === 'old' || age === 'mid' ? 0.14 : isBefore(era, 'modern') ? 0 : 0.06);
  const cloth = seen.drawn?.cloth ?? clothOf(text, garment, { era, presentation }, palette, random);
  return {
    version: 1, name: person.name, age, presentation, skin, hairColour,
    // Under a bonnet the hair is pinned up.
    hair: hat === 'headscarf' ? 'none' : hat === 'bonnet' ? 'bun' : seen.hair ?? hairOf(text, { age, presentation, skin }, era, random),
    eyeColour: random.pick(skin >= 5 && skin <= 8 ? DARK_EYES : EYES), brow: random.next(), eyeSize: random.next(),
    nose: random.integer(0, 3), jaw: random.next(), lips: random.next(),
    faceWidth: find(WIDTH_CUES, text) ?? random.next(), build: find(BUILD_CUES, text) ?? random.between(0.25, 0.75),
    facialHair: isGrownMan({ presentation, age }) ? seen.facialHair ?? find(FACIAL_CUES, text) ?? random.pick(age === 'young' ? ['none', 'none', ...facialHairIn(era)] as const : facialHairIn(era)) : 'none',
    glasses: glassesIn(era, glasses ? random.pick(glasses) : wearsGlasses && !/patch|one-eyed/.test(text) ? random.pick(['round', 'square'] as const) : 'none'),
    hat: seen.drawn ? 'none' : hat, garment, cloth, trim: lch(random.between(0.52, 0.8), isBefore(era, 'modern') ? random.between(0.04, 0.085) : random.between(0.08, 0.14), (toLch(cloth)[2] + random.pick([150, 180, 60, 210])) % 360),
    extras: extrasOf(text, { presentation, garment, skin, hairColour, age }, random),
    ...(seen.drawn ? { ...drawnBuild(seen.drawn), eyeColour: seen.drawn.eyes, drawn: seen.drawn } : {}),
  };
}

/** How different two people look, from 0 for the same look; between members of a cast it is about 6. */
export function lookDistance(one: Look, two: Look): number {
  const differs = (trait: keyof Look, weight: number) => (one[trait] === two[trait] ? 0 : weight);
  const hue = hueDistance(toLch(one.cloth)[2], toLch(two.cloth)[2]) / 180;
  return differs('hair', 2) + colourDistance(one.hairColour, two.hairColour) * 4 + hue * 3 + Math.abs(toLch(one.cloth)[0] - toLch(two.cloth)[0]) * 3
    + differs('garment', 1) + differs('presentation', 1.5) + differs('age', 1) + differs('facialHair', 1) + differs('glasses', 0.8)
    + Math.abs(one.faceWidth - two.faceWidth) * 2 + differs('hat', 1) + Math.abs(one.skin - two.skin) * 0.35;
}

/**
 * Decides how the people of a cast look. A look follows what the text states; the rest is chosen so that people differ. A
 * person never changes the looks of people before them in `people`. `decided` has, at the index of a person, a look that
 * is kept. The same arguments give the same looks.
 */
export function castLooks(
  seed: string, people: readonly Person[], palette: readonly string[] = [], decided: readonly (Look | null)[] = [],
): Look[] {
  const colours = palette.filter(isColour);
  const cast: Look[] = [];
  const kept = decided.filter((look) => look !== null);
  for (const [at, person] of people.entries()) {
    const decidedLook = decided[at];
    if (decidedLook) {
      cast.push(decidedLook);
      continue;
    }
    const others = [...new Set([...kept, ...cast])];
    const relatives = people.flatMap(({ family }, seat) => { const look = decided[seat] ?? cast[seat]; return look ? [{ family, look }] : []; });
    const stream = `look|${seed}|${person.name.toLowerCase()}`;
    let [best, bestDistance]: [Look | null, number] = [null, -1];
    for (let index = 0; index < (others.length > 0 ? CANDIDATES : 1); index++) {
      const look = candidateLook(person, colours, seeded(`${stream}|${index}`), seeded(stream), undefined, relatives);
      const distance = others.length > 0 ? Math.min(...others.map((other) => lookDistance(look, other))) : 0;
      if (distance > bestDistance + 1e-9) [best, bestDistance] = [look, distance];
    }
    cast.push(best!);
  }
  return cast;
}
