import type { Era } from '../../../craft/images/period.js';
import { castLooks, seenLookOf, type Person } from '../../../craft/images/person/cast.js';
import type { Age, Look } from '../../../craft/images/person/look.js';
import { CHARACTER_VOICES } from '../../../craft/speech/flite/voices.js';
import type { ObjectStore } from '../../../kernel/storage/port.js';
import { sexOfGivenName } from '../../../craft/people/names/given-names.js';
import type { AgeRange } from '../../../craft/people/facts.js';
import type { CastMember, Screenplay } from '../../../craft/screenplay/model.js';
import { castKey } from '../../canon/cast-canon.js';
import { canonName, canonPeople, type CanonLooks, type CanonPerson } from '../../canon/looks/canon-people.js';
import { findLook, lookKey, storeLook, type StoredLook } from '../../canon/looks/look-store.js';
import { shownLook } from '../../canon/looks/project-looks.js';
import type { CurrentRead } from '../read-store.js';
import { toldOfPeople } from '../../canon/looks/described-people.js';

/** True for cast members who are drawn; a narrator is only heard. */
export const isSeen = ({ role }: CastMember): boolean => role !== 'narrator';

const AGES: Record<AgeRange, Age> = { child: 'child', teen: 'teen', young_adult: 'young', adult: 'adult', senior: 'old' };

interface Wardrobe {
  read: Pick<CurrentRead, 'projectId' | 'voiceMap'>;
  screenplay: Screenplay;
  palette: readonly string[];
  era: Era;
  source: string;
  seed: string;
  canon: CanonLooks;
  /** The episode's own words about how people look. */
  avatar: string;
}

const TITLE = /^(?:mrs?|miss|ms|dr|doctor|sir|lady|lord|captain|colonel|major|professor|master|madam|reverend|the)\.?\s+/iu;

/** The last name of a person whose full name, or title and name, is known; an empty object for others. */
function familyOf({ character, description, role }: CastMember): { family?: string } {
  if (role !== 'character') return {};
  const name = /^(\p{Lu}[\p{L}.’'-]*(?:\s\p{Lu}[\p{L}.’'-]*)+)[.,]/u.exec(description)?.[1] ?? character;
  const rest = name.replace(TITLE, '');
  const last = rest.split(/\s+/u).at(-1)!;
  return rest !== name || /\s/u.test(rest) ? { family: last.toLowerCase() } : {};
}

function personOf(member: CastMember, told: string, { read, era, screenplay }: Wardrobe): Person {
  const { character, description, role, ageRange } = member;
  const seen = screenplay.seen?.people.find(({ name }) => name === (member.sameAs ?? character));
  const gender = member.gender === 'neutral' ? seen?.sex ?? 'neutral' : member.gender;
  const heard = CHARACTER_VOICES.find(({ voiceId }) => voiceId === read.voiceMap[character]?.voiceId)?.gender;
  return {
    name: character, description, told: [seen?.looks ?? '', told].filter(Boolean).join('. '), voice: gender === 'neutral' ? heard ?? sexOfGivenName(character.toLowerCase())?.sex ?? 'neutral' : gender,
    // The hosts of a programme live today, whatever they speak of.
    era: role === 'host' ? 'modern' : era, ...familyOf(member), ...(ageRange ? { age: AGES[ageRange] } : {}), ...(seen ? { seen: { ...seenLookOf(seen.shown), ...(seen.drawn ? { drawn: seen.drawn } : {}) } } : {}),
  };
}

/** What the canon says about a cast member. For hosts, who live today, the era of the story is left out. */
function statedOf(people: readonly CanonPerson[], name: string, role: CastMember['role']): CanonPerson {
  const person = people.find((one) => castKey(one.name) === castKey(name)) ?? { name, gender: 'neutral', statement: { words: [] } };
  const { era: _era, everybody: _everybody, ...own } = person.statement;
  return role === 'host' ? { ...person, statement: own } : person;
}

/**
 * The looks of all visible cast members, by seat: each look as first decided, updated by what the canon says now. A member without a look gets one that
 * differs from the others, and it is stored.
 */
export async function looksOf(store: ObjectStore, wardrobe: Wardrobe): Promise<(Look | null)[]> {
  const { read: { projectId }, screenplay, palette, source, seed, canon, avatar } = wardrobe;
  const told = toldOfPeople(screenplay, source);
  const members = screenplay.cast.filter(isSeen);
  const names = members.map(({ character, sameAs }) => canonName(canon, sameAs ?? character));
  const canonical = canonPeople(canon, names, avatar);
  const stated = members.map(({ role }, at) => statedOf(canonical, names[at]!, role));
  const known = await Promise.all(names.map((name) => findLook(store, projectId, name)));
  const people = members.map((member, at) => {
    const person = personOf(member, told[screenplay.cast.indexOf(member)]!, wardrobe);
    return { ...person, told: [...stated[at]!.statement.words, person.told].filter(Boolean).join('. ') };
  });
  const decided: StoredLook[] = castLooks(seed, people, palette, known);
  const keys = names.map((name) => lookKey(projectId, name));
  const looks = await Promise.all(decided.map(async (look, at) => {
    // A second cue of the same person, such as VOSS for CAPTAIN MARA VOSS, shows the first one's look.
    const first = keys.indexOf(keys[at]!);
    if (first === at && !known[at]) await storeLook(store, projectId, names[at]!, look);
    return shownLook(decided[first]!, stated[first]!, palette);
  }));
  return screenplay.cast.map((member) => (isSeen(member) ? looks[members.indexOf(member)]! : null));
}
