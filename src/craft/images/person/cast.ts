import { colourDistance, hueDistance, isColour, lch, toLch } from '../colour.js';
import { isBefore, type Era } from '../period.js';
import { seeded, type Random } from '../random.js';
import {
  AGE_CUES, BUILD_CUES, CLOTH_CUES, EXTRA_CUES, FACIAL_CUES, FEMININE, find, GARMENT_CUES, GLASSES_CUES, HAIR_COLOUR_CUES, HAIR_CUES, HAT_CUES,
  MASCULINE, SKIN_CUES, WIDTH_CUES, type Cues,
} from './cues.js';
import { HAIR_COLOURS, type Age, type Extra, type Garment, type HairColour, type HairStyle, type Look } from './look.js';
import { facialHairIn, garmentIn, garmentsOf, glassesIn, hairIn, hatIn, usualHats } from './period-dress.js';

/** A person as the text describes them. `voice`, from the cast or the chosen voice, decides when the words do not. */
export interface Person {
  name: string;
  description: string;
  voice?: 'female' | 'male' | 'neutral';
  /** Phrases of the text about the person; ages in them are written as `aged 19`. The description outranks them. */
  told?: string;
  /** The age as the whole text tells it, for which the description gives none. */
  age?: Age;
  /** The age that a reader of the script gives; only a number in the description goes before it. */
  seenAge?: Age;
  /** A name that members of a family share: where nothing is said they have skin and hair of one colour. */
  family?: string;
  /** Decides clothes, hats, hair and spectacles that the text does not give; the present by default. */
  era?: Era;
}

/** Number of candidate looks of a person; the candidate that differs most from the rest of the cast is chosen. */
const CANDIDATES = 14;

const HAIR: Record<Look['presentation'], { child: readonly HairStyle[]; adult: readonly HairStyle[]; old: readonly HairStyle[] }> = {
  feminine: {
    child: ['braids', 'bob', 'ponytail', 'curlylong'], adult: ['long', 'bob', 'bun', 'wavylong', 'ponytail', 'curlylong', 'pixie', 'braids', 'updo', 'afro'],
    old: ['bun', 'updo', 'bob', 'pixie'],
  },
  masculine: {
    child: ['mop', 'short', 'curly', 'side'], adult: ['short', 'side', 'crop', 'curly', 'slick', 'wavy', 'bald', 'receding', 'mop', 'afro'],
    old: ['receding', 'bald', 'side', 'slick'],
  },
};
const YOUNG_HAIR: readonly HairColour[] = ['black', 'darkbrown', 'brown', 'auburn', 'blond', 'red', 'fair', 'black'];
const DARK_HAIR: readonly HairColour[] = ['black', 'black', 'darkbrown'];
const FAIR_HAIR = new Set<HairColour>(['blond', 'fair', 'red', 'auburn']);
const EYES = ['#3b2a1e', '#2c2420', '#4f683c', '#3f6a90', '#64492f'] as const;
const DARK_EYES = EYES.slice(0, 2);
/** Colours of work clothes. */
const WORK_CLOTH: Partial<Record<Garment, string>> = {
  clergy: '#27252e', dinner: '#27252e', lab: '#e8eae8', nurse: '#e8eae8', space: '#e8eae8', armour: '#8d98a3',
};

const LEAST_AFRO_SKIN = 4;
const YOUTH = new Set<Age>(['child', 'teen', 'young']);
const isGrown = (age: Age): boolean => age !== 'old' && age !== 'mid';
/** Told of a man they are somebody else's. */
const WOMENS = new Set<Garment>(['gown', 'dress', 'bodice']);
const PLAIN_TITLES = /\b(?:mr|mrs|miss|sir|lord|lady|gentleman|gentlewoman)\b/g;
/** Hair by which people are known to be no longer young. */
const AGES_OF_HAIR: Cues<Age> = [
  ['old', /\b(?:white|snowy|silver(?:y)?)[ -](?:\w+ )?(?:hair(?:ed)?|locks|curls|beard|head)\b|\bhair (?:was|is) (?:quite |now )?white\b/],
  ['mid', /\b(?:bald(?:-headed)?|receding|receded|thinning|gr[ae]y(?:ing|ish)?[ -](?:\w+ )?(?:hair(?:ed)?|locks|streaks|beard|whiskers|moustache)|gr[ae]y at the temples)\b/],
];
/** Relatives as whom phrases about somebody begin. */
const AGES_OF_KIN: Cues<Age> = [
  ['young', /(?:^|\. )(?:his|her|their|the|an?|my|our|whose)\s(?:[a-z-]+\s){0,3}?(?:daughter|niece|son|nephew|bride|fianc[eé]e?|sweetheart)\b/],
  ['mid', /(?:^|\. )(?:his|her|their|the|my|our)\s(?:[a-z-]+\s){0,2}?(?:mother|father|aunt|uncle)\b/],
];
/** How people are called where nothing tells their age: who has a title is older than who has only a first name. */
const AGES_OF_TITLES: readonly (readonly [readonly Age[], RegExp])[] = [
  [['old'], /\b(?:grandmother|grandfather|granny|dowager)\b/],
  [['mid', 'mid', 'adult'], /\b(?:sir|lord|lady|colonel|general|admiral|judge|bishop|professor|alderman|aunt|uncle|mother|father|squire)\b/],
  [['young', 'young', 'adult'], /\b(?:miss|master|mademoiselle|lieutenant)\b/],
  [['adult', 'adult', 'mid'], /\b(?:mrs|madame|reverend|major|inspector|doctor|dr)\b/],
  [['adult'], /\b(?:mr|captain|sergeant)\b/],
];
const AGES_OF_NAMES: readonly Age[] = ['young', 'young', 'adult'];
const agesOf = (called: string): readonly Age[] => AGES_OF_TITLES.find(([, titles]) => titles.test(called))?.[0] ?? AGES_OF_NAMES;

export const STATED_AGE = /\b(late |mid[- ])?(\d{1,2})(?:s\b|-year|\b)/;
/** In running text a number is an age only with words that say so, or directly after the name. */
export const TOLD_AGE = /(?:^|[.(]\s*|\baged |\bin (?:his|her|their) )(?:about |early )?(late |mid[- ])?(\d{1,3})(?=s\b|[),.;]|$| years| \.|\s*$| ?,)/;

/** The age that a number in the words states, or null. */
export function ageStated(text: string, pattern: RegExp): Age | null {
  const stated = pattern.exec(text);
  const years = stated ? Number(stated[2]) + (stated[1] === undefined ? 0 : stated[1] === 'late ' ? 7 : 4) : 0;
  if (years >= 3) {
    const limits: readonly (readonly [number, Age])[] = [[12, 'child'], [19, 'teen'], [30, 'young'], [46, 'adult'], [60, 'mid']];
    return limits.find(([below]) => years < below)?.[1] ?? 'old';
  }
  return null;
}

function ageOf({ name, description, told = '', age, seenAge }: Person, random: Random): Age {
  const [described, phrases] = [description.toLowerCase(), told.toLowerCase()];
  return ageStated(described, STATED_AGE) ?? seenAge ?? ageStated(phrases, TOLD_AGE) ?? find(AGE_CUES, described) ?? age ?? find(AGE_CUES, phrases)
    ?? find(AGES_OF_HAIR, `${described} ${phrases}`) ?? find(AGES_OF_KIN, phrases) ?? random.pick(agesOf(`${described} ${name.toLowerCase()}`));
}

function presentationOf(text: string, name: string, { voice, told = '' }: Person, random: Random): Look['presentation'] {
  // A title in the name decides before words in the text, which may describe another person ("wife of the king").
  for (const words of [name, text]) {
    const [feminine, masculine] = [FEMININE.test(words), MASCULINE.test(words)];
    if (feminine !== masculine) return feminine ? 'feminine' : 'masculine';
  }
  if (voice === 'female') return 'feminine';
  if (voice === 'male') return 'masculine';
  const [feminine, masculine] = [FEMININE.test(told.toLowerCase()), MASCULINE.test(told.toLowerCase())];
  if (feminine !== masculine) return feminine ? 'feminine' : 'masculine';
  return random.chance(0.5) ? 'feminine' : 'masculine';
}

function hairOf(text: string, look: Pick<Look, 'age' | 'presentation' | 'skin'>, era: Era, random: Random): HairStyle {
  const stated = find(HAIR_CUES, text);
  if (stated) return stated[look.presentation === 'feminine' ? 0 : 1];
  const old = hairIn(era, look.presentation, look.age);
  const own = HAIR[look.presentation];
  const choices = old ?? (look.age === 'child' ? own.child : look.age === 'old' ? own.old : own.adult);
  const picked = random.pick(choices);
  const isUnlikely = (picked === 'afro' && look.skin < LEAST_AFRO_SKIN) || (picked === 'braids' && !YOUTH.has(look.age)) || ((picked === 'bald' || picked === 'receding') && YOUTH.has(look.age));
  return isUnlikely ? choices[0]! : picked;
}

function hairColourOf(text: string, age: Age, skin: number, random: Random): string {
  const stated = find(HAIR_COLOUR_CUES, text);
  if (stated) return HAIR_COLOURS[stated];
  const choices: readonly HairColour[] = age === 'old' ? ['white', 'grey', 'silver']
    : skin >= 5 && skin <= 8 ? (age === 'mid' ? ['grey', ...DARK_HAIR] : DARK_HAIR)
      : age === 'mid' ? ['grey', 'darkbrown', 'black', 'brown'] : YOUNG_HAIR;
  return HAIR_COLOURS[random.pick(choices)];
}

const OILSKIN_COLOURS = ['#d0a32e', '#4d5640', '#2f3d4a'] as const;

function clothOf(text: string, garment: Garment, { era, presentation }: { era: Era; presentation: Look['presentation'] }, palette: readonly string[], random: Random): string {
  const stated = find(CLOTH_CUES, text);
  if (stated) return stated;
  const work = WORK_CLOTH[garment];
  if (work) return work;
  if (garment === 'uniform') return lch(0.38, 0.07, random.pick([255, 145, 20]));
  if (garment === 'oilskin') return random.pick(OILSKIN_COLOURS);
  const plainCoat = garment === 'coat' && presentation === 'masculine' && isBefore(era, 'modern');
  if (plainCoat || ['frock', 'suit', 'workwear'].includes(garment)) return lch(random.between(0.28, 0.44), random.between(0.015, 0.06), random.pick([250, 270, 60, 30, 160]));
  const hue = palette.length > 0 && random.chance(0.4) ? toLch(random.pick(palette))[2] : random.between(0, 360);
  // Dyes before ours were deeper and less bright.
  if (isBefore(era, 'modern')) return lch(random.between(0.32, 0.56), random.between(0.04, 0.085), hue);
  return lch(random.between(0.38, 0.68), random.between(0.07, 0.13), hue);
}

function extrasOf(text: string, look: Pick<Look, 'presentation' | 'garment' | 'skin' | 'hairColour' | 'age'>, random: Random): Extra[] {
  const extras = new Set<Extra>(EXTRA_CUES.filter(([, words]) => words.test(text)).map(([extra]) => extra));
  if (look.presentation === 'feminine' && look.age !== 'child' && random.chance(0.4)) extras.add('earrings');
  if ((look.garment === 'gown' || look.garment === 'dress') && random.chance(0.5)) extras.add('necklace');
  if (look.garment === 'coat' && random.chance(0.5)) extras.add('scarf');
  const red = look.hairColour === HAIR_COLOURS.red || look.hairColour === HAIR_COLOURS.auburn;
  if (look.skin < 2 && red && random.chance(0.6)) extras.add('freckles');
  return [...extras];
}

/** Somebody who is drawn already, with the name of their family. */
export interface Relative { family: string | undefined; look: Look }

/** One possible look: what the text states; the rest is random. `fixed` is the same for all candidates of a person. */
export function candidateLook(
  person: Person, palette: readonly string[], random: Random, fixed: Random, fixedAge?: Age, others: readonly Relative[] = [],
): Look {
  const name = person.name.toLowerCase();
  const described = `${person.description} ${person.name}`.toLowerCase().replace(/[’]/g, '\'');
  const told = (person.told ?? '').toLowerCase().replace(/[’]/g, '\'');
  const text = `${described} ${told}`;
  const era = person.era ?? 'modern';
  const age = fixedAge ?? ageOf(person, random);
  const presentation = presentationOf(described, name, person, random);
  const relative = others.find(({ family }) => family !== undefined && family === person.family)?.look;
  // Fair and red hair is drawn on fair skin unless the text says otherwise.
  const statedHair = find(HAIR_COLOUR_CUES, text);
  const [least, most] = find(SKIN_CUES, text) ?? (statedHair && FAIR_HAIR.has(statedHair) ? [0, 2] : [0, 8]);
  const chosenSkin = random.integer(least, most);
  const skin = relative && find(SKIN_CUES, text) === null && relative.skin >= least && relative.skin <= most ? relative.skin : chosenSkin;
  const grownMan = presentation === 'masculine' && age !== 'child' && age !== 'teen';
  // What somebody does says more of their clothes than a title that everybody has.
  const worn = [described.replace(PLAIN_TITLES, ' '), told, described].map((words) => find(GARMENT_CUES, words))
    .find((one) => one !== null && !(presentation === 'masculine' && WOMENS.has(one))) ?? null;
  const garment = worn ? garmentIn(era, worn, presentation) : random.pick(garmentsOf(era, presentation));
  const statedHat = find(HAT_CUES, described) ?? find(HAT_CUES, told);
  const called = hatIn(era, statedHat ?? (worn ? 'none' : random.pick(usualHats(era, presentation, age))));
  const hat = called === 'nurse' && presentation === 'masculine' ? 'none' : called;
  const chosenHair = hairColourOf(text, age, skin, random);
  // Who married into a family has hair of their own.
  const sharesHair = relative && statedHair === null && isGrown(relative.age) === isGrown(age) && !/\bmrs\b/.test(described);
  const hairColour = sharesHair ? relative.hairColour : chosenHair;
  const glasses = find(GLASSES_CUES, text);
  // The same for all candidates: otherwise the one with glasses would nearly always differ most.
  const wearsGlasses = fixed.chance(age === 'old' || age === 'mid' ? 0.14 : isBefore(era, 'modern') ? 0 : 0.06);
  const cloth = clothOf(text, garment, { era, presentation }, palette, random);
  return {
    version: 1, name: person.name, age, presentation, skin, hairColour,
    // Under a bonnet the hair is pinned up.
    hair: hat === 'headscarf' ? 'none' : hat === 'bonnet' ? 'bun' : hairOf(text, { age, presentation, skin }, era, random),
    eyeColour: random.pick(skin >= 5 && skin <= 8 ? DARK_EYES : EYES), brow: random.next(), eyeSize: random.next(),
    nose: random.integer(0, 3), jaw: random.next(), lips: random.next(),
    faceWidth: find(WIDTH_CUES, text) ?? random.next(), build: find(BUILD_CUES, text) ?? random.between(0.25, 0.75),
    facialHair: grownMan ? find(FACIAL_CUES, text) ?? random.pick(age === 'young' ? ['none', 'none', ...facialHairIn(era)] as const : facialHairIn(era)) : 'none',
    glasses: glassesIn(era, glasses ? random.pick(glasses) : wearsGlasses && !/patch|one-eyed/.test(text) ? random.pick(['round', 'square'] as const) : 'none'),
    hat, garment, cloth, trim: lch(random.between(0.52, 0.8), isBefore(era, 'modern') ? random.between(0.04, 0.085) : random.between(0.08, 0.14), (toLch(cloth)[2] + random.pick([150, 180, 60, 210])) % 360),
    extras: extrasOf(text, { presentation, garment, skin, hairColour, age }, random),
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
