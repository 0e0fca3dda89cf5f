import { NUMBER_WORD, numberOf, PERSON_WORD } from '../../people/words.js';
import { isBefore, type Era } from '../period.js';
import { lch, toLch } from '../colour.js';
import type { PersonDrawing } from '../../screenplay/model.js';
import type { Random } from '../random.js';
import { AGE_CUES, CLOTH_CUES, EXTRA_CUES, FEMININE, find, HAIR_COLOUR_CUES, HAIR_CUES, MASCULINE, type Cues } from './cues.js';
import {
  AGES, COMPLEXIONS, FACIAL_HAIR, GARMENTS, GLASSES, HAIR_COLOURS, HAIR_STYLES, HATS,
  type Age, type Complexion, type Extra, type FacialHair, type Garment, type Glasses, type HairColour, type HairStyle, type Hat, type Look,
} from './look.js';
import { hairIn } from './period-dress.js';

/** How a reader of the script sees a person, by what the script states or suggests. It outranks what word lists find in the text. */
export interface SeenLook {
  age?: Age;
  complexion?: Complexion;
  hair?: HairStyle;
  hairColour?: HairColour;
  facialHair?: FacialHair;
  glasses?: Glasses;
  hat?: Hat;
  garment?: Garment;
  drawn?: PersonDrawing;
}

/** A person as the text describes them. `voice`, from the cast or the chosen voice, decides when the words do not. */
export interface Person {
  name: string;
  description: string;
  voice?: 'female' | 'male' | 'neutral';
  /** Phrases of the text about the person; ages in them are written as `aged 19`. The description outranks them. */
  told?: string;
  /** The age that the whole text suggests, used when the description gives none. */
  age?: Age;
  seen?: SeenLook;
  /** A name that members of a family share. They get the same skin and hair colour unless something else is stated. */
  family?: string;
  /** Decides clothes, hats, hair and spectacles that the text does not give; the present by default. */
  era?: Era;
}

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
export const FAIR_HAIR = new Set<HairColour>(['blond', 'fair', 'red', 'auburn']);
/** Colours of work clothes. */
const WORK_CLOTH: Partial<Record<Garment, string>> = {
  clergy: '#27252e', dinner: '#27252e', lab: '#e8eae8', nurse: '#e8eae8', space: '#e8eae8', armour: '#8d98a3',
};

const LEAST_AFRO_SKIN = 4;
const YOUTH = new Set<Age>(['child', 'teen', 'young']);
/** Whether a person may have a beard. */
export const isGrownMan = ({ presentation, age }: Pick<Look, 'presentation' | 'age'>): boolean => presentation === 'masculine' && age !== 'child' && age !== 'teen';
/** Whether hair of this age still has the colour of youth. */
export const isBeforeGrey = (age: Age): boolean => age !== 'old' && age !== 'mid';
/** Women's garments: in the description of a man they belong to somebody else. */
export const WOMENS = new Set<Garment>(['gown', 'dress', 'bodice']);
export const PLAIN_TITLES = /\b(?:mr|mrs|miss|sir|lord|lady|gentleman|gentlewoman)\b/g;
/** Hair that shows that a person is no longer young. */
const AGES_OF_HAIR: Cues<Age> = [
  ['old', /\b(?:white|snowy|silver(?:y)?)[ -](?:\w+ )?(?:hair(?:ed)?|locks|curls|beard|head)\b|\bhair (?:was|is) (?:quite |now )?white\b/],
  ['mid', /\b(?:bald(?:-headed)?|receding|receded|thinning|gr[ae]y(?:ing|ish)?[ -](?:\w+ )?(?:hair(?:ed)?|locks|streaks|beard|whiskers|moustache)|gr[ae]y at the temples)\b/],
];
/** Kinship words at the beginning of phrases about a person, which suggest an age. */
const AGES_OF_KIN: Cues<Age> = [
  ['young', /(?:^|\. )(?:his|her|their|the|an?|my|our|whose)\s(?:[a-z-]+\s){0,3}?(?:daughter|niece|son|nephew|bride|fianc[eé]e?|sweetheart)\b/],
  ['mid', /(?:^|\. )(?:his|her|their|the|my|our)\s(?:[a-z-]+\s){0,2}?(?:mother|father|aunt|uncle)\b/],
];
/** Likely ages by the form of address when nothing tells the age: people with a title are older than people with only a first name. */
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
export const TOLD_AGE = /(?:^|[.(]\s*|\baged |\bin (?:his|her|their) )(?:about |early )?(late |mid[- ])?(\d{1,3})(?:(?=s\b|[),.;]|$| years| \.|\s*$| ?,)|(?<=\baged (?:about |early |late |mid[- ])?\d{1,3})(?![\d-]))/;

/** Number words that only an age can be: `aged nine`, `a girl of nine`, `nine years old`. */
const YEARS = new RegExp(`\\b(?:aged|(?:boy|girl|child|lad|lass|man|woman) of)\\s+(?:about |only |nearly |barely )?(${NUMBER_WORD})(?![\\w-])`
  + `|(?<![\\w-])(${NUMBER_WORD})[- ]years?[- ](?:old|of age)\\b`, 'g');
/** Number words from thirteen on that stand like an age: `deckhand, nineteen`, `is forty-one and tall`, `a widow of sixty`. A mother of three is no child. */
const GROWN_YEARS = new RegExp(`(^|[,.;:(–—]\\s*|\\b(?:${PERSON_WORD} of|is|was|looks|looked|turned|about|nearly|barely|almost|only|just)\\s+)(${NUMBER_WORD})`
  + '(?=\\s*(?:[,.;:)–—]|$)|\\s+(?:and|but|in|with|who|whose|when)\\b)', 'g');
const LEAST_GROWN = 13;

/** The text, which is in lower case, with ages in digits: `deckhand, aged 19,` for `deckhand, nineteen`. */
const withYears = (text: string): string => text
  .replace(YEARS, (_all, behind: string | undefined, ahead: string | undefined) => `aged ${numberOf(behind ?? ahead!)},`)
  .replace(GROWN_YEARS, (all, before: string, words: string) => (numberOf(words)! < LEAST_GROWN ? all : `${before}aged ${numberOf(words)},`));

/** The age that a number in the words states, in digits or in words, or null. */
export function ageStated(text: string, pattern: RegExp): Age | null {
  const stated = pattern.exec(withYears(text));
  const years = stated ? Number(stated[2]) + (stated[1] === undefined ? 0 : stated[1] === 'late ' ? 7 : 4) : 0;
  if (years >= 3) {
    const limits: readonly (readonly [number, Age])[] = [[12, 'child'], [19, 'teen'], [30, 'young'], [46, 'adult'], [60, 'mid']];
    return limits.find(([below]) => years < below)?.[1] ?? 'old';
  }
  return null;
}

export function ageOf({ name, description, told = '', age, seen }: Person, random: Random): Age {
  const [described, phrases] = [description.toLowerCase(), told.toLowerCase()];
  return ageStated(described, STATED_AGE) ?? seen?.age ?? ageStated(phrases, TOLD_AGE) ?? find(AGE_CUES, described) ?? age ?? find(AGE_CUES, phrases)
    ?? find(AGES_OF_HAIR, `${described} ${phrases}`) ?? find(AGES_OF_KIN, phrases) ?? random.pick(agesOf(`${described} ${name.toLowerCase()}`));
}

export function presentationOf(text: string, name: string, { voice, told = '' }: Person, random: Random): Look['presentation'] {
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

export function hairOf(text: string, look: Pick<Look, 'age' | 'presentation' | 'skin'>, era: Era, random: Random): HairStyle {
  const stated = find(HAIR_CUES, text);
  if (stated) return stated[look.presentation === 'feminine' ? 0 : 1];
  const old = hairIn(era, look.presentation, look.age);
  const own = HAIR[look.presentation];
  const choices = old ?? (look.age === 'child' ? own.child : look.age === 'old' ? own.old : own.adult);
  const picked = random.pick(choices);
  const isUnlikely = (picked === 'afro' && look.skin < LEAST_AFRO_SKIN) || (picked === 'braids' && !YOUTH.has(look.age)) || ((picked === 'bald' || picked === 'receding') && YOUTH.has(look.age));
  return isUnlikely ? choices[0]! : picked;
}

export function hairColourOf(text: string, age: Age, skin: number, random: Random): string {
  const stated = find(HAIR_COLOUR_CUES, text);
  if (stated) return HAIR_COLOURS[stated];
  const choices: readonly HairColour[] = age === 'old' ? ['white', 'grey', 'silver']
    : skin >= 5 && skin <= 8 ? (age === 'mid' ? ['grey', ...DARK_HAIR] : DARK_HAIR)
      : age === 'mid' ? ['grey', 'darkbrown', 'black', 'brown'] : YOUNG_HAIR;
  return HAIR_COLOURS[random.pick(choices)];
}

const OILSKIN_COLOURS = ['#d0a32e', '#4d5640', '#2f3d4a'] as const;

export function clothOf(text: string, garment: Garment, { era, presentation }: { era: Era; presentation: Look['presentation'] }, palette: readonly string[], random: Random): string {
  const stated = find(CLOTH_CUES, text);
  if (stated) return stated;
  const work = WORK_CLOTH[garment];
  if (work) return work;
  if (garment === 'uniform') return lch(0.38, 0.07, random.pick([255, 145, 20]));
  if (garment === 'oilskin') return random.pick(OILSKIN_COLOURS);
  const plainCoat = garment === 'coat' && presentation === 'masculine' && isBefore(era, 'modern');
  if (plainCoat || ['frock', 'suit', 'workwear'].includes(garment)) return lch(random.between(0.28, 0.44), random.between(0.015, 0.06), random.pick([250, 270, 60, 30, 160]));
  const hue = palette.length > 0 && random.chance(0.4) ? toLch(random.pick(palette))[2] : random.between(0, 360);
  // Dyes before the modern era were darker and less bright.
  if (isBefore(era, 'modern')) return lch(random.between(0.32, 0.56), random.between(0.04, 0.085), hue);
  return lch(random.between(0.38, 0.68), random.between(0.07, 0.13), hue);
}

export function extrasOf(text: string, look: Pick<Look, 'presentation' | 'garment' | 'skin' | 'hairColour' | 'age'>, random: Random): Extra[] {
  const extras = new Set<Extra>(EXTRA_CUES.filter(([, words]) => words.test(text)).map(([extra]) => extra));
  if (look.presentation === 'feminine' && look.age !== 'child' && random.chance(0.4)) extras.add('earrings');
  if ((look.garment === 'gown' || look.garment === 'dress') && random.chance(0.5)) extras.add('necklace');
  if (look.garment === 'coat' && random.chance(0.5)) extras.add('scarf');
  const red = look.hairColour === HAIR_COLOURS.red || look.hairColour === HAIR_COLOURS.auburn;
  if (look.skin < 2 && red && random.chance(0.6)) extras.add('freckles');
  return [...extras];
}

/** The traits that a reader sees, keyed by name, limited to values that drawings have. */
export function seenLookOf(shown: Readonly<Record<string, string>>): SeenLook {
  const one = <K extends string, T extends string>(trait: K, values: readonly T[]): Partial<Record<K, T>> => {
    const value = shown[trait];
    return value !== undefined && (values as readonly string[]).includes(value) ? { [trait]: value } as Record<K, T> : {};
  };
  return {
    ...one('age', AGES), ...one('complexion', COMPLEXIONS), ...one('hair', HAIR_STYLES), ...one('hairColour', Object.keys(HAIR_COLOURS) as HairColour[]),
    ...one('facialHair', FACIAL_HAIR), ...one('glasses', GLASSES), ...one('hat', HATS), ...one('garment', GARMENTS),
  };
}
