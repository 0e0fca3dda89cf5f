import { castLooks, type Person } from '../../../craft/images/person/cast.js';
import type { Age, Look } from '../../../craft/images/person/look.js';
import { restatedLook } from '../../../craft/images/person/stated-looks.js';
import { eraOfText, type Era } from '../../../craft/images/period.js';
import type { AgeRange, PersonFacts } from '../../../craft/people/facts.js';
import { identify } from '../../../craft/people/identify.js';
import type { Services } from '../../../kernel/services.js';
import { findProjectName } from '../../projects/project-store.js';
import { castKey } from '../cast-canon.js';
import { canonName, canonPeople, loadCanonLooks, statementHash, type CanonLooks, type CanonPerson } from './canon-people.js';
import type { BibleContent } from '../series-bible.js';
import { findKeptMood } from '../mood-board/kept-mood.js';
import { findLook, seedOf, storeLook, type StoredLook } from './look-store.js';
import { projectWordsOf } from './source-text.js';
import { visualCanonOf, type VisualCanon } from './visual-canon.js';
import { toldOfNames } from './described-people.js';

/** How a person looks now: the stored look, adjusted to what the canon has said since. A chosen look holds until the canon changes. */
export function shownLook({ chosenFor, ...look }: StoredLook, { statement }: CanonPerson, palette: readonly string[]): Look {
  return chosenFor === statementHash(statement) ? look : restatedLook(look, statement, palette);
}

/** A person of a project with the look that every picture shows. */
export interface ProjectPerson extends CanonPerson { look: Look }

/** The people of a project as pictures show them, and what the pictures have in common. */
export interface ProjectLooks { canon: CanonLooks; visual: VisualCanon; seed: string; palette: readonly string[]; people: readonly ProjectPerson[] }

const AGES: Record<AgeRange, Age> = { child: 'child', teen: 'teen', young_adult: 'young', adult: 'adult', senior: 'old' };

function personOf({ name, gender, statement }: CanonPerson, told: string, facts: PersonFacts | undefined, era: Era): Person {
  return {
    name, description: '', told: [...statement.words, told].join('. '), voice: gender === 'neutral' ? facts?.gender ?? 'neutral' : gender, era,
    ...(facts?.ageRange ? { age: AGES[facts.ageRange] } : {}),
  };
}

/** What the sources and the Bible say about who people are. */
function factsOf(people: readonly CanonPerson[], { premise = '', logline = '', episodes = [] }: BibleContent, source: string): Map<string, PersonFacts> {
  const texts = [...source.split(/\n\s*\n/), premise, logline, ...episodes.map(({ summary }) => summary), ...people.flatMap(({ statement }) => statement.words)];
  return identify(people.map(({ name }) => ({ id: name, names: [name] })), texts.filter(Boolean).map((text) => ({ kind: 'narration' as const, text })));
}

/**
 * The looks of everybody in the canon, and of `character`, who may be new to it. A person without a look gets one from the sources that
 * differs from the others; it is stored. The same project gives the same looks, and so does another one with the same name and sources.
 */
export async function projectLooks(services: Pick<Services, 'db' | 'store'>, projectId: string, character?: string): Promise<ProjectLooks> {
  const { db, store } = services;
  const [canon, name, mood] = await Promise.all([loadCanonLooks(db, projectId), findProjectName(db, projectId), findKeptMood(db, projectId)]);
  const people = canonPeople(canon, character === undefined ? [] : [character]);
  const [seed, stored] = await Promise.all([
    seedOf(store, projectId, name ?? ''), Promise.all(people.map((person) => findLook(store, projectId, person.name))),
  ]);
  const visual = visualCanonOf(canon.bible, {}, mood);
  const { palette } = visual;
  const looks = stored.includes(null) ? await decide(services, projectId, { people, stored, seed, palette, bible: canon.bible }) : stored as StoredLook[];
  return { canon, visual, seed, palette, people: people.map((person, at) => ({ ...person, look: shownLook(looks[at]!, person, palette) })) };
}

interface Undecided { people: readonly CanonPerson[]; stored: readonly (StoredLook | null)[]; seed: string; palette: readonly string[]; bible: BibleContent }

async function decide(services: Pick<Services, 'db' | 'store'>, projectId: string, { people, stored, seed, palette, bible }: Undecided): Promise<StoredLook[]> {
  const source = await projectWordsOf(services, projectId);
  const told = toldOfNames(people.map(({ name }) => name), source);
  const era = people[0]?.statement.era ?? eraOfText(source) ?? 'modern';
  const facts = factsOf(people, bible, source);
  const looks = castLooks(seed, people.map((person, at) => personOf(person, told[at]!, facts.get(person.name), era)), palette, stored) as StoredLook[];
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
