import { SEEN_TELLER, type CastMember, type Outfit, type Screenplay, type SeenPerson, type Sight, type ToldOf } from '../../screenplay/model.js';
import { isToldIn } from '../told-words.js';
import { UNKNOWN, type SightAnswer } from './question.js';
import { isToldByUnnamed, type ScriptUnit } from './units.js';

const MAX_NAME_WORDS = 4;
const ARTICLE = /^(?:the|an?|one of the|his|her|their)\s+/iu;
const TITLE = /^(?:MR|MRS|MISS|MS|DR|DOCTOR|SIR|LADY|LORD|CAPTAIN|COLONEL|MAJOR|AUNT|UNCLE|OLD|YOUNG|LITTLE)\s+/u;
/** Words for several people, or for nobody in particular. */
const NO_PERSON = /^(?:he|she|it|they|we|you|i|all|both|others?|every(?:body|one)|some(?:body|one)|nobody|crowd|people|guests|men|women|children|boys|girls|soldiers|sailors)$/iu;
/** How many spoken lines may belong to people whom a sight does not show: voices from elsewhere are few. */
const [AWAY_AT_ALL, AWAY_SHARE] = [1, 0.2];

/** A value, such as a sight, and the entry to which it belongs. */
export interface Placed<T> { entryIndex: number; value: T }
/** What a window's answer says of a script. */
export interface Seen {
  era: string | null;
  people: SeenPerson[];
  sights: Placed<Sight>[];
  told: Placed<ToldOf>[];
  saidTo: Placed<string>[];
  outfits: Dressed[];
}

/** What somebody wears in one or more sights. */
export interface Dressed { name: string; outfit: Outfit }

const keyOf = (name: string): string => name.trim().replace(ARTICLE, '').replaceAll(/[^\p{L}\p{N}\s’'-]/gu, ' ').replaceAll(/\s+/gu, ' ').trim().toUpperCase();

/** Finds people of a script by the names that answers give them. */
export class Names {
  private readonly cues: ReadonlyMap<string, string>;
  private readonly others = new Map<string, string>();
  private readonly tellers: ReadonlySet<string>;

  /** `text` is what the model was shown. People without a line must be called by their names there. */
  constructor(script: Pick<Screenplay, 'cast' | 'entries'>, known: readonly SeenPerson[], private readonly text: string) {
    const { cast } = script;
    const isSeen = ({ role }: CastMember): boolean => role === 'character';
    const tellers = cast.filter((member) => !isSeen(member)).map(({ character }) => character);
    this.cues = new Map(cast.filter(isSeen).map(({ character, sameAs }) => [keyOf(character), sameAs ?? character]));
    for (const { name } of known) if (!tellers.includes(name)) this.others.set(keyOf(name), name);
    this.tellers = new Set(tellers.map(keyOf));
    if (isToldByUnnamed(script)) this.others.set(keyOf(SEEN_TELLER), SEEN_TELLER);
  }

  /** The person of this name, or null. A title may be missing in the cast: Mrs. Brand is found as BRAND. */
  find(name: string): string | null {
    const key = keyOf(name);
    return this.cues.get(key) ?? this.others.get(key) ?? this.cues.get(key.replace(TITLE, '')) ?? null;
  }

  /**
   * Like `find`, but also accepts new people. Null for nobody, a narrator, a name of too many words or one that the shown text does not contain, and, without
   * `many`, for a crowd.
   */
  add(name: string, many = false): string | null {
    const key = keyOf(name);
    const found = this.find(name);
    if (found !== null || key === '' || this.tellers.has(key) || (!many && NO_PERSON.test(key))) return found;
    if (key.split(' ').length > MAX_NAME_WORDS || !isToldIn(key, this.text)) return null;
    this.others.set(key, key);
    return key;
  }
}

/** The parts of a description of looks that the text contains. */
const toldLooks = (looks: string, text: string): string => looks.split(/[,;.]+/u).map((part) => part.trim()).filter((part) => part !== '' && isToldIn(part, text)).join(', ');

const unique = <T>(values: readonly (T | null)[]): T[] => [...new Set(values.filter((value) => value !== null))];

/** Begins a told part that continues about the person of the told part right before it. */
const GOES_ON = /^(?:he|she|his|her)\b/iu;

/**
 * Whom each told part is about, by its index among the parts. A part that the answer leaves out and that begins with "he" or "she" is about the same person
 * as the one before.
 */
function toldIn(told: SightAnswer['told'], units: readonly ScriptUnit[], names: Names): Map<number, Omit<ToldOf, 'from'>> {
  const of = new Map<number, Omit<ToldOf, 'from'>>();
  units.forEach(({ isTold, text, sceneIndex }, at) => {
    if (!isTold) return;
    const own = told.find(({ n }) => n === at + 1);
    const people = unique((own?.who ?? []).map((name) => names.find(name)));
    const before = units[at - 1]?.sceneIndex === sceneIndex ? of.get(at - 1) : undefined;
    if (own && people.length > 0) of.set(at, { people, mood: own.mood });
    else if (!own && before && GOES_ON.test(text)) of.set(at, { people: before.people.slice(0, 1), mood: 'neutral' });
  });
  return of;
}

const knownOf = (traits: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(traits).filter(([, value]) => value !== UNKNOWN));

const thingsOf = (names: readonly string[]): string[] => [...new Set(names.map((name) => name.replaceAll(/[\s"]+/gu, ' ').trim()).filter(Boolean))];

/** Who at a sight looks different from their first appearance, each person once. */
function dressedIn({ there, worn }: SightAnswer['sights'][number], names: Names): Dressed[] {
  const present = new Set(there.map((name) => names.find(name)));
  const dressed = new Map<string, Dressed>();
  for (const { who, wears, ...traits } of worn) {
    const name = names.find(who);
    const words = wears.replaceAll(/\s+/gu, ' ').trim();
    if (name !== null && present.has(name) && words !== '' && !dressed.has(name)) dressed.set(name, { name, outfit: { wears: words, shown: knownOf(traits) } });
  }
  return [...dressed.values()];
}

/** To whom spoken parts are said, where an answer tells this. */
function saidToIn(told: SightAnswer['told'], units: readonly ScriptUnit[], names: Names): Placed<string>[] {
  return told.flatMap(({ n, who: [first] }): Placed<string>[] => {
    const unit = units[n - 1];
    const name = unit && !unit.isTold && first !== undefined ? names.find(first) : null;
    return unit && name !== null && name !== names.find(unit.speaker ?? '') ? [{ entryIndex: unit.entryIndex, value: name }] : [];
  });
}

/** What an answer says of a script, reduced to places and looks that the text contains and people that `names` knows. */
export function seenIn({ era, people, sights, told }: SightAnswer, units: readonly ScriptUnit[], names: Names, text: string): Seen {
  const seen = people.flatMap(({ name, sex, looks, many, ...traits }): SeenPerson[] => {
    const known = names.add(name, many);
    if (known === null) return [];
    return [{ name: known, sex: sex === UNKNOWN ? 'neutral' : sex, looks: toldLooks(looks, text), shown: knownOf(traits), ...(many ? { many } : {}) }];
  });
  const sorted = [...sights].sort((one, other) => one.n - other.n);
  return {
    era: era === UNKNOWN ? null : era, people: seen,
    outfits: sights.flatMap((sight) => dressedIn(sight, names)),
    sights: sorted.flatMap((sight, at) => {
      const { n, kind, side, place, time, weather, there, movable } = sight;
      const unit = units[at === 0 ? 0 : n - 1];
      if (!unit || (at > 0 && sorted[at - 1]!.n === n)) return [];
      const words = place.trim();
      const worn = dressedIn(sight, names).map(({ name, outfit: { wears } }) => ({ name, wears }));
      return [{ entryIndex: unit.entryIndex, value: {
        from: unit.from, kind, side, place: isToldIn(words, text) ? words : '', time, weather, people: unique(there.map((name) => names.find(name))),
        ...(worn.length > 0 ? { worn } : {}), ...(movable.length > 0 ? { movable: thingsOf(movable) } : {}),
      } }];
    }),
    saidTo: saidToIn(told, units, names),
    told: [...toldIn(told, units, names)].map(([at, value]) => ({ entryIndex: units[at]!.entryIndex, value: { from: units[at]!.from, ...value } })),
  };
}

/** The spoken parts whose speakers are not at the sight, with their numbers. */
function awayIn({ sights }: SightAnswer, units: readonly ScriptUnit[], names: Names): { n: number; speaker: string }[] {
  return units.flatMap(({ speaker, isTold }, at) => {
    const cue = isTold || speaker === null ? null : names.find(speaker);
    const sight = sights.reduce<SightAnswer['sights'][number] | null>((last, one) => (one.n <= at + 1 && (last === null || one.n > last.n) ? one : last), null);
    return cue === null || sight === null || sight.there.some((name) => names.find(name) === cue) ? [] : [{ n: at + 1, speaker: cue }];
  });
}

/** What is wrong with an answer, for the model to read. */
export function complaintsAbout(answer: SightAnswer, units: readonly ScriptUnit[], names: Names): string[] {
  for (const { name, many } of answer.people) names.add(name, many);
  const called = [...answer.sights.flatMap(({ there }) => there), ...answer.told.flatMap(({ who }) => who)];
  const strangers = unique(called.map((name) => (names.find(name) === null ? name : null)));
  const away = awayIn(answer, units, names);
  return [
    ...(answer.sights.some(({ n }) => n === 1) ? [] : ['the first sight begins with part 1']),
    ...strangers.slice(0, 4).map((name) => `"${name}" is neither in the list nor in "people"`),
    ...(tooManyAway(away.length, units) ? away.slice(0, 4).map(({ n, speaker }) => `${speaker} says part ${n} and is not there`) : []),
  ];
}

const tooManyAway = (away: number, units: readonly ScriptUnit[]): boolean =>
  away > AWAY_AT_ALL + AWAY_SHARE * units.filter(({ isTold }) => !isTold).length;

/** Why an answer is not used: too many people speak where its sights do not show them. Null for a usable answer. */
export function flawOf(answer: SightAnswer, units: readonly ScriptUnit[], names: Names): string | null {
  const away = awayIn(answer, units, names).length;
  return tooManyAway(away, units) ? `of the people who speak it did not see ${away} where they do` : null;
}
