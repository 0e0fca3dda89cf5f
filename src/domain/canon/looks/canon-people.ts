import { createHash } from 'node:crypto';
import type { FoundEra } from '../../../craft/images/period.js';
import type { Statement } from '../../../craft/images/person/stated-looks.js';
import type { Db } from '../../../kernel/db/database.js';
import { castKey, type CanonCharacter } from '../cast-canon.js';
import { findCastCanon } from '../cast-canon-store.js';
import { findSeriesBible } from '../series-bible-store.js';
import type { BibleContent } from '../series-bible.js';
import { findCastLook, type LookEntry } from './cast-look.js';
import { isOfAnother, statedEra, wordsByPerson } from './visual-words.js';

/** What a project's canon says about how its people and pictures look. */
export interface CanonLooks {
  bible: BibleContent;
  characters: readonly CanonCharacter[];
  directions: readonly LookEntry[];
}

export async function loadCanonLooks(db: Db, projectId: string): Promise<CanonLooks> {
  const [bible, canon, directions] = await Promise.all([findSeriesBible(db, projectId), findCastCanon(db, projectId), findCastLook(db, projectId)]);
  return { bible: bible?.content ?? {}, characters: canon?.characters ?? [], directions };
}

/** One person of the canon with what the canon says about their look. */
export interface CanonPerson {
  name: string;
  gender: CanonCharacter['gender'];
  statement: Statement;
}

const matches = (name: string) => {
  const key = castKey(name);
  return (other: { name: string; aliases?: readonly string[] }): boolean =>
    castKey(other.name) === key || (other.aliases ?? []).some((alias) => castKey(alias) === key);
};

/** The canon's name for the person whom a cue calls by name or alias; the cue itself for somebody new. */
export const canonName = ({ characters }: Pick<CanonLooks, 'characters'>, cue: string): string => characters.find(matches(cue))?.name ?? cue;

/** The age of the story as the Bible states or suggests it, or null. */
export function eraOfBible(
  { visualStyle = '', productionDesign = '', characterDesign = '', visualTruths = '', canonTimeline = '' }: BibleContent,
): FoundEra | null {
  return statedEra([visualStyle, productionDesign, characterDesign, visualTruths].join('\n')) ?? statedEra(canonTimeline);
}

/**
 * The people of the canon, and others by name, with what the canon says about their looks: the direction first, then an episode's
 * override, the character design, what must be true in pictures, and the role. Words about people without a name, such as an old woman, are left out.
 */
export function canonPeople(canon: CanonLooks, others: readonly string[] = [], avatar = ''): CanonPerson[] {
  const { bible, characters, directions } = canon;
  const known = [...characters.map(({ name }) => name), ...bible.characters?.map(({ name }) => name) ?? [], ...directions.map(({ name }) => name), ...others];
  // The canon's spelling of a name replaces other spellings.
  const spelled = known.map((name) => canonName(canon, name));
  const names = spelled.filter((name, at) => spelled.findIndex((other) => castKey(other) === castKey(name)) === at);
  const entries = names.map((name) => {
    const cast = characters.find(matches(name));
    const entry = bible.characters?.find((character) => [name, ...cast?.aliases ?? []].some((other) => castKey(other) === castKey(character.name)));
    return { name, cast, entry, names: [name, ...cast?.aliases ?? []] };
  });
  const texts = [avatar, bible.characterDesign ?? '', bible.visualTruths ?? ''].map((text) => wordsByPerson(text, entries, isOfAnother));
  const era = eraOfBible(bible)?.era;
  const everybody = texts.slice(0, 2).flatMap(({ nobody }) => nobody).join('. ');
  return entries.map(({ name, cast, entry }, at) => {
    const direction = directions.find(matches(name));
    const words = [direction?.lookDirection ?? '', ...texts.map(({ about }) => about[at]!.join('. ')), entry?.role ?? ''].filter(Boolean);
    return {
      name, gender: cast?.gender ?? 'neutral',
      statement: {
        words, everybody, ...(direction?.lookDirection ? { isDirected: true } : {}), ...(direction?.age ? { age: direction.age } : {}), ...(era ? { era } : {}),
      },
    };
  });
}

/** A hash of what the canon says about a person. A chosen look holds until this hash changes. */
export const statementHash = ({ words, age = '' }: Statement): string =>
  createHash('sha256').update(JSON.stringify([words, age])).digest('hex').slice(0, 32);
