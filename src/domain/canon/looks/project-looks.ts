import { castLooks, type Person } from '../../../adapters/images/person/cast.js';
import type { Look } from '../../../adapters/images/person/look.js';
import { restatedLook } from '../../../adapters/images/person/restated.js';
import { eraOfText } from '../../../adapters/images/period.js';
import type { Services } from '../../../services.js';
import { findProjectName } from '../../projects/project-store.js';
import { castKey } from '../cast-canon.js';
import { canonName, canonPeople, loadCanonLooks, paletteOfBible, statementHash, type CanonLooks, type CanonPerson } from './canon-people.js';
import { findLook, seedOf, storeLook, type StoredLook } from './look-store.js';
import { projectWordsOf } from './source-words.js';
import { toldOfNames } from './told-of-people.js';

/** How a person looks now: as decided once, with what the canon says since. A chosen look holds until the canon says something else. */
export function shownLook({ chosenFor, ...look }: StoredLook, { statement }: CanonPerson, palette: readonly string[]): Look {
  return chosenFor === statementHash(statement) ? look : restatedLook(look, statement, palette);
}

/** A person of a project with the look that every picture shows. */
export interface ProjectPerson extends CanonPerson { look: Look }

/** The people of a project as pictures show them, and what the pictures have in common. */
export interface ProjectLooks { canon: CanonLooks; seed: string; palette: readonly string[]; people: readonly ProjectPerson[] }

function personOf({ name, gender, statement }: CanonPerson, told: string, era: Person['era']): Person {
  return { name, description: '', told: [...statement.words, told].join('. '), voice: gender, ...(era ? { era } : {}) };
}

/**
 * The looks of everybody in the canon, and of `character`, who may be new to it. Whoever has no look gets one from the sources that
 * differs from the others; it is stored. The same project gives the same looks, and so does another one with the same name and sources.
 */
export async function projectLooks(services: Pick<Services, 'db' | 'store'>, projectId: string, character?: string): Promise<ProjectLooks> {
  const { db, store } = services;
  const [canon, name] = await Promise.all([loadCanonLooks(db, projectId), findProjectName(db, projectId)]);
  const people = canonPeople(canon, character === undefined ? [] : [character]);
  const [seed, stored] = await Promise.all([
    seedOf(store, projectId, name ?? ''), Promise.all(people.map((person) => findLook(store, projectId, person.name))),
  ]);
  const palette = paletteOfBible(canon.bible);
  const looks = stored.includes(null) ? await decide(services, projectId, { people, stored, seed, palette }) : stored as StoredLook[];
  return { canon, seed, palette, people: people.map((person, at) => ({ ...person, look: shownLook(looks[at]!, person, palette) })) };
}

interface Undecided { people: readonly CanonPerson[]; stored: readonly (StoredLook | null)[]; seed: string; palette: readonly string[] }

async function decide(services: Pick<Services, 'db' | 'store'>, projectId: string, { people, stored, seed, palette }: Undecided): Promise<StoredLook[]> {
  const source = await projectWordsOf(services, projectId);
  const told = toldOfNames(people.map(({ name }) => name), source);
  const era = people[0]?.statement.era ?? eraOfText(source) ?? 'modern';
  const looks = castLooks(seed, people.map((person, at) => personOf(person, told[at]!, era)), palette, stored) as StoredLook[];
  await Promise.all(looks.map(async (look, at) => {
    if (!stored[at]) await storeLook(services.store, projectId, people[at]!.name, look);
  }));
  return looks;
}

/** The person of this name or alias. Throws for a name that `projectLooks` was not asked for. */
export function personNamed({ canon, people }: ProjectLooks, character: string): ProjectPerson {
  const key = castKey(canonName(canon, character));
  const person = people.find(({ name }) => castKey(name) === key);
  if (!person) throw new Error(`nobody is called ${character}`);
  return person;
}
