import { isBefore, type Era } from '../period.js';
import { seeded } from '../random.js';
import { ageStated, candidateLook, STATED_AGE, TOLD_AGE } from './cast.js';
import {
  AGE_CUES, BUILD_CUES, CLOTH_CUES, EXTRA_CUES, FACIAL_CUES, FEMININE, find, GARMENT_CUES, GLASSES_CUES, HAIR_COLOUR_CUES, HAIR_CUES, HAT_CUES,
  MASCULINE, SKIN_CUES, WIDTH_CUES, type Cues,
} from './cues.js';
import type { Age, Look } from './look.js';
import { garmentIn } from './period-dress.js';

/** A statement about how a person looks, beyond the text that decided the look. */
export interface Statement {
  /** Words about this person, the most important first. */
  words: readonly string[];
  /** The first of the words are the user's own direction for this person: its age outranks that of all others. */
  isDirected?: boolean;
  /** Words about the clothes of all people; words about the person outrank them. */
  everybody?: string;
  /** The age, in years or words. */
  age?: string;
  /** The era of the story, if stated. */
  era?: Era;
}

const plain = (text: string): string => text.toLowerCase().replace(/[’]/g, '\'');

/** The value from the first text that states one; null when none does. */
function firstStated<T>(cues: Cues<T>, texts: readonly string[]): T | null {
  for (const text of texts) {
    const value = find(cues, text);
    if (value !== null) return value;
  }
  return null;
}

/** The age in the first text that states years; without years, in the first that tells an age otherwise: `nineteen` outranks `old`. */
function ageToldIn(texts: readonly string[]): Age | null {
  const years = texts.map((text) => ageStated(text, TOLD_AGE)).find((age) => age !== null);
  return years ?? firstStated(AGE_CUES, texts);
}

function statedAge({ age = '', words, isDirected = false }: Statement): Age | null {
  const stated = plain(age);
  const own = stated && (ageStated(stated, STATED_AGE) ?? (/\b\d{3}\b/.test(stated) ? 'old' : find(AGE_CUES, stated)));
  if (own) return own;
  const texts = words.map(plain);
  return ageToldIn(texts.slice(0, isDirected ? 1 : 0)) ?? ageToldIn(texts);
}

function statedSex(texts: readonly string[]): Look['presentation'] | null {
  for (const text of texts) {
    const [feminine, masculine] = [FEMININE.test(text), MASCULINE.test(text)];
    if (feminine !== masculine) return feminine ? 'feminine' : 'masculine';
  }
  return null;
}

const GREYS: ReadonlySet<Age> = new Set(['mid', 'old']);
const grownUp = (age: Age): boolean => age !== 'child' && age !== 'teen';

/**
 * The look with the changes that a statement asks for: the same person, but older, or in another coat. Traits that depend on these change too, such as the
 * hair of a person who is made old; everything else stays. The same arguments give the same look.
 */
export function restatedLook(look: Look, statement: Statement, palette: readonly string[] = []): Look {
  const words = statement.words.map(plain);
  const clothing = [...words, plain(statement.everybody ?? '')];
  const [age, presentation] = [statedAge(statement) ?? look.age, statedSex(words) ?? look.presentation];
  const era = statement.era ?? 'modern';
  const random = seeded(`restated|${look.name.toLowerCase()}|${look.hair}|${look.cloth}`);
  // A random person of this age and sex, the source of all traits that depend on these.
  const other = candidateLook({ name: '', description: words.join('. '), voice: presentation === 'feminine' ? 'female' : 'male', era }, palette, random, random.fork('fixed'), age);
  const grown = age !== look.age && (grownUp(age) !== grownUp(look.age) || age === 'old' || look.age === 'old');
  const turned = presentation !== look.presentation;
  const worn = firstStated(GARMENT_CUES, clothing);
  const garment = worn ? garmentIn(era, worn, presentation) : turned ? other.garment
    : statement.era ? garmentIn(era, look.garment, presentation) : look.garment;
  const hat = firstStated(HAT_CUES, clothing);
  const stated = <T, K extends keyof Look>(cues: Cues<T>, trait: K, follows = false): Look[K] =>
    (follows || firstStated(cues, words) !== null ? other[trait] : look[trait]);
  const changed: Look = {
    ...look, age, presentation, garment,
    skin: stated(SKIN_CUES, 'skin'),
    hair: stated(HAIR_CUES, 'hair', turned || grown),
    hairColour: stated(HAIR_COLOUR_CUES, 'hairColour', age !== look.age && GREYS.has(age) !== GREYS.has(look.age)),
    faceWidth: stated(WIDTH_CUES, 'faceWidth'), build: stated(BUILD_CUES, 'build'),
    facialHair: presentation === 'feminine' || !grownUp(age) ? 'none' : stated(FACIAL_CUES, 'facialHair', turned),
    glasses: stated(GLASSES_CUES, 'glasses'),
    hat: hat === null ? (worn ? 'none' : look.hat) : firstStated(HAT_CUES, words) !== null ? other.hat : hat,
    cloth: firstStated(CLOTH_CUES, clothing) ?? (garment !== look.garment && (worn || isBefore(era, 'modern')) ? other.cloth : look.cloth),
    extras: [...new Set([...look.extras, ...EXTRA_CUES.filter(([, cue]) => words.some((text) => cue.test(text))).map(([extra]) => extra)])],
  };
  // The model's drawing shows the person before this change, so it is dropped.
  if ((['garment', 'hat', 'cloth', 'age', 'presentation', 'skin'] as const).some((trait) => changed[trait] !== look[trait])) delete changed.drawn;
  if (changed.hat === 'headscarf') changed.hair = 'none';
  else if (changed.hair === 'none') changed.hair = other.hair === 'none' ? 'bun' : other.hair;
  return changed;
}

const WORDS_OF_TRAITS: Partial<Record<keyof Look, string>> = {
  hairColour: 'colour of hair', facialHair: 'beard', faceWidth: 'width of face', presentation: 'sex', garment: 'garment', cloth: 'colour of clothes', extras: 'scarf, scar or jewellery',
};

/** The traits, in words, in which a look contradicts a statement. */
export function unmetTraits(look: Look, statement: Statement): string[] {
  const wanted = restatedLook(look, statement);
  return (Object.keys(wanted) as (keyof Look)[]).filter((trait) => JSON.stringify(wanted[trait]) !== JSON.stringify(look[trait]))
    .map((trait) => WORDS_OF_TRAITS[trait] ?? trait);
}
