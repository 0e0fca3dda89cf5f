import { seeded } from '../random.js';
import { ageStated, STATED_AGE } from './cast.js';
import {
  AGE_CUES, BUILD_CUES, CLOTH_CUES, EXTRA_CUES, FACIAL_CUES, GARMENT_CUES, GLASSES_CUES, HAIR_COLOUR_CUES, HAIR_CUES, HAT_CUES, SKIN_CUES, WIDTH_CUES,
  type Cues,
} from './cues.js';
import { AGES, HAIR_COLOURS, type Age, type Extra, type Look } from './look.js';
import { restatedLook } from './stated-looks.js';
import { matchesOf } from '../../patterns/matches.js';

/** One thing that words change about how a person looks. */
export interface Trait {
  /** The trait in words, such as `colour of hair`. */
  name: string;
  change(look: Look): Look;
}

/** The traits that words about a person ask for, and the words that no rule understands. */
export interface Refinement { traits: readonly Trait[]; unknown: readonly string[] }

interface Found { start: number; end: number; trait: Trait }
type Rule = (phrase: string) => Found[];

/** A rule that applies the first entry of a table whose words occur in a phrase. */
function rule<T>(name: string, cues: Cues<T>, change: (look: Look, value: T) => Look): Rule {
  return (phrase) => {
    for (const [value, words] of cues) {
      const match = words.exec(phrase);
      if (match) return [{ start: match.index, end: match.index + match[0].length, trait: { name, change: (look) => change(look, value) } }];
    }
    return [];
  };
}

const CLOTHES = 'coat|dress|gown|jacket|suit|cloak|shirt|hoodie|jumper|sweater|robe|raincoat|uniform|blouse|apron|scarf|shawl|hat|cap|bonnet|turban|crown|glasses|spectacles|frames';
const BEFORE_CLOTHES = new RegExp(`^\\s*(?:[\\w-]+ )?(?:${CLOTHES})\\b`);
const BEFORE_HAIR_TOO = new RegExp(`^\\s*(?:[\\w-]+ )?(?:${CLOTHES}|hair|beard|moustache|mustache|whiskers|eyes?|eyed)\\b`);

/** Ignores words that describe clothes or hair rather than the person: an old coat makes nobody old. */
const unless = (ahead: RegExp, rules: Rule): Rule => (phrase) => rules(phrase).filter(({ end }) => !ahead.test(phrase.slice(end)));

const EYES: Cues<string> = [
  ['#3f6a90', /\bblue[ -]eye(?:s|d)\b/], ['#4f683c', /\bgreen[ -]eye(?:s|d)\b/], ['#64492f', /\b(?:brown|hazel)[ -]eye(?:s|d)\b/],
  ['#2c2420', /\b(?:dark|black)[ -]eye(?:s|d)\b/], ['#6f7f8a', /\bgr[ae]y[ -]eye(?:s|d)\b/],
];
const SHAPED_GLASSES: Cues<'round' | 'square'> = [['round', /\bround (?:glasses|spectacles)\b/], ['square', /\bsquare (?:glasses|spectacles)\b/]];
const SEX: Cues<'woman' | 'man'> = [['woman', /\b(?:woman|female|lady|girl)\b/], ['man', /\b(?:man|male|gentleman|boy)\b/]];
/** Matches words that take something away, such as `without`. */
const off = (words: string): RegExp => new RegExp(`\\b(?:no|without|removes?|takes? off)(?: (?:an?|the|her|his|their|any))? (?:${words})\\b`);
const TAKEN_OFF: Cues<Extra> = [
  ['scarf', off('scarf|muffler|shawl')], ['freckles', off('freckles')], ['scar', off('scars?')], ['patch', off('eye.?patch')], ['necklace', off('pearls|necklace')],
  ['earrings', off('ear-?rings?')],
];
const BARE: Cues<null> = [[null, off('hat|cap|bonnet|crown|bowler|fedora|headscarf|veil')]];
const NO_GLASSES: Cues<'none'> = [['none', off('glasses|spectacles|eyeglasses|monocle')]];
const CLEAN: Cues<'none'> = [['none', off('beard|moustache|mustache|whiskers|goatee|stubble')]];
const OLDER: Cues<1 | -1> = [[1, /\bolder\b/], [-1, /\byounger\b/]];

const STATED: Record<Age, string> = { child: 'a child', teen: 'a teenager', young: 'young', adult: 'in the thirties', mid: 'in the fifties', old: 'elderly' };

const GREYS: readonly string[] = [HAIR_COLOURS.grey, HAIR_COLOURS.white, HAIR_COLOURS.silver];
const isGrown = (age: Age): boolean => age !== 'child' && age !== 'teen';

/** The same person at another age. The hair turns grey or back to a colour as the age requires, and its style changes only between children and adults. */
function aged(look: Look, age: Age): Look {
  const other = restatedLook(look, { words: [], age: STATED[age] });
  const { hairColour, hair } = other;
  return {
    ...other, hairColour: GREYS.includes(hairColour) === GREYS.includes(look.hairColour) ? look.hairColour : hairColour,
    hair: isGrown(age) === isGrown(look.age) ? look.hair : hair, garment: look.garment, cloth: look.cloth, hat: look.hat,
  };
}

const nextAge = (look: Look, step: 1 | -1): Look =>
  aged(look, AGES[Math.min(AGES.length - 1, Math.max(0, AGES.indexOf(look.age) + step))]!);

const statedYears: Rule = (phrase) => {
  const stated = STATED_AGE.exec(phrase);
  const age = ageStated(phrase, STATED_AGE);
  return stated && age ? [{ start: stated.index, end: stated.index + stated[0].length, trait: { name: 'age', change: (look) => aged(look, age) } }] : [];
};
const years = /\b(?:years?|year)[ -](?:old|of age)\b/;

const ages: Rule = (phrase) => {
  const [found] = statedYears(phrase);
  const unit = years.exec(phrase);
  if (found) return unit ? [found, { ...found, start: unit.index, end: unit.index + unit[0].length }] : [found];
  return [...rule('age', OLDER, nextAge)(phrase), ...unless(BEFORE_HAIR_TOO, rule('age', AGE_CUES, aged))(phrase)];
};

const isGrownMan = ({ presentation, age }: Look): boolean => presentation === 'masculine' && isGrown(age);

const extrasOf: Rule = (phrase) => {
  const off = rule('scarf, scar or jewellery', TAKEN_OFF, (look, extra) => ({ ...look, extras: look.extras.filter((one) => one !== extra) }))(phrase);
  const on = /\bhead ?scarf\b/.test(phrase) ? [] : EXTRA_CUES.flatMap((cue) => rule('scarf, scar or jewellery', [cue], (look, extra) => (
    { ...look, extras: [...new Set([...look.extras, extra])] }))(phrase));
  return off.length > 0 ? off : on;
};

const withHat = (hat: Look['hat']) => (look: Look): Look => {
  if (hat === 'headscarf') return { ...look, hat, hair: 'none' };
  return { ...look, hat, hair: look.hair === 'none' ? 'bun' : look.hair };
};

/** The rules in order; sex comes first because it changes traits, such as hair, that later rules may state. */
const RULES: readonly Rule[] = [
  rule('sex', SEX, (look, sex) => restatedLook(look, { words: [`a ${sex}`], age: STATED[look.age] })),
  ages,
  rule('skin', SKIN_CUES, (look, [least, most]) => ({ ...look, skin: seeded(`skin|${look.name}`).integer(least, most) })),
  rule('hair', HAIR_CUES, (look, [feminine, masculine]) => ({ ...look, hair: look.presentation === 'feminine' ? feminine : masculine })),
  unless(BEFORE_CLOTHES, rule('colour of hair', HAIR_COLOUR_CUES, (look, colour) => ({ ...look, hairColour: HAIR_COLOURS[colour] }))),
  rule('eyes', EYES, (look, eyeColour) => ({ ...look, eyeColour })),
  rule('beard', [...CLEAN, ...FACIAL_CUES], (look, facialHair) => (isGrownMan(look) ? { ...look, facialHair } : look)),
  (phrase) => {
    const shaped = rule('glasses', [...NO_GLASSES, ...SHAPED_GLASSES], (look, glasses) => ({ ...look, glasses }))(phrase);
    return shaped.length > 0 ? shaped : rule('glasses', GLASSES_CUES, (look, [glasses]) => ({ ...look, glasses: glasses! }))(phrase);
  },
  rule('garment', GARMENT_CUES, (look, garment) => ({ ...look, garment })),
  (phrase) => {
    const bare = rule('hat', BARE, (look) => withHat('none')(look))(phrase);
    return bare.length > 0 ? bare : rule('hat', HAT_CUES, (look, hat) => withHat(hat)(look))(phrase);
  },
  rule('colour of clothes', CLOTH_CUES, (look, cloth) => ({ ...look, cloth })),
  unless(BEFORE_HAIR_TOO, rule('width of face', WIDTH_CUES, (look, faceWidth) => ({ ...look, faceWidth }))),
  unless(BEFORE_HAIR_TOO, rule('build', BUILD_CUES, (look, build) => ({ ...look, build }))),
  extrasOf,
];

/** Words that say nothing by themselves. */
const IDLE = new Set(('a an the this that his her their hers its him she he they it them and or but with wearing wears wear worn in on of to for as is are be been being '
  + 'has have had having make makes made give gives given gets get draw drawn look looks looking should shall must can could would please more much very rather quite '
  + 'somewhat slightly little bit some now instead also too just hair haired face faced skin colour color aged age about person portrait let put').split(' '));

/** Splits several adjectives before `hair` into a phrase each: long red hair. */
function spread(phrase: string): string[] {
  const [, adjectives = ''] = /^((?:[a-z-]+ )+)hair$/.exec(phrase) ?? [];
  const each = adjectives.trim().split(' ').filter((word) => word && !IDLE.has(word));
  return each.length > 1 ? each.map((word) => `${word} hair`) : [phrase];
}

const phrasesOf = (words: string): string[] => words.toLowerCase().replace(/[’]/g, '\'').replace(/salt and pepper/g, 'salt_and_pepper').replace(/dark brown/g, 'dark-brown')
  .split(/[,;.!?:\n]+|\b(?:and|but|with|wearing)\b/).map((phrase) => phrase.trim().replace(/\s+/g, ' ')).filter(Boolean).flatMap(spread);

/** Reads words about how a person shall look: hair, beard, age, glasses, hat, clothes and their colour, eyes, skin, build, scarf, scar, jewellery. */
export function readRefinement(words: string): Refinement {
  const unknown: string[] = [];
  const traits: Trait[] = [];
  for (const phrase of phrasesOf(words)) {
    const found = RULES.flatMap((each) => each(phrase));
    const covered = (at: number): boolean => found.some(({ start, end }) => at >= start && at < end);
    const left = matchesOf(phrase, /[\p{L}\p{N}'-]+/gu).filter(({ 0: word, index }) => !covered(index) && !IDLE.has(word.replace(/'s$/, '')));
    unknown.push(...left.map(([word]) => word));
    traits.push(...found.map(({ trait }) => trait));
  }
  return { traits: ordered(traits), unknown: [...new Set(unknown)] };
}

const ORDER = ['sex', 'age'];
/** Puts sex and age first, in whatever order they were stated, because other traits depend on them. */
const ordered = (traits: readonly Trait[]): Trait[] =>
  [...ORDER.flatMap((name) => traits.filter((trait) => trait.name === name)), ...traits.filter(({ name }) => !ORDER.includes(name))];

/** The look with the requested traits, and no other changes. */
export const refinedLook = (look: Look, { traits }: Refinement): Look => traits.reduce((now, { change }) => change(now), look);

/** The traits that cannot be drawn on this person, or that the person has already. */
export function withoutEffect(look: Look, { traits }: Refinement): string[] {
  const wanted = refinedLook(look, { traits, unknown: [] });
  const drawn = (one: Look): string => JSON.stringify(one);
  if (drawn(wanted) === drawn(look)) return [...new Set(traits.map(({ name }) => name))];
  const grown = traits.filter(({ name }) => ORDER.includes(name)).reduce((now, { change }) => change(now), look);
  return [...new Set(traits.filter(({ name, change }) => name === 'beard' && change(grown) === grown).map(({ name }) => name))];
}

/** Another drawing of the same person: other facial features, but the same traits in words. */
export function redrawnLook(look: Look, seed: string): Look {
  const random = seeded(`redrawn|${seed}|${look.name.toLowerCase()}`);
  const other = (now: number): number => (now + random.between(0.3, 0.7)) % 1;
  return {
    ...look, brow: other(look.brow), eyeSize: other(look.eyeSize), nose: (look.nose + random.integer(1, 3)) % 4, jaw: other(look.jaw), lips: other(look.lips),
    faceWidth: Math.min(1, Math.max(0, look.faceWidth + (look.faceWidth > 0.5 ? -1 : 1) * random.between(0.15, 0.35))),
  };
}
