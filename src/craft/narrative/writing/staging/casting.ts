import { genderOfFirstName } from '../../analysis/names/first-names.js';
import type { Person } from '../../model.js';
import { registerOf } from '../../analysis/people/register.js';
import { NARRATOR, READER, type Gender } from '../../../screenplay/model.js';
import type { Role } from './assembly.js';
import type { CanonFacts } from './canon.js';
import { biblePerson, withBiblePerson, type BiblePerson } from './canon-people.js';
import type { Material, Staging } from '../material/items.js';

/** The cues of one script: every person of every source, with the names that the project already uses. */
export class Casting {
  readonly roles = new Map<string, Role>();
  readonly #cues = new Map<string, string>();
  /** The hosts of a podcast: the one who asks and the one who knows the text. */
  readonly hosts: [string, string];

  constructor(materials: readonly Material[], canon: CanonFacts, castNames: readonly string[], staging: Staging) {
    const names = [...castNames.map((name) => ({ name, aliases: [] as string[] })), ...canon.characters];
    const register = registerOf(materials.map(({ analysis }) => analysis.cast));
    materials.forEach((material, index) => {
      const people = material.analysis.cast.map((person) => ({ ...person, cue: register.of(index, person.id)?.cue ?? person.cue }));
      const taken = new Set(people.map((person) => person.cue));
      for (const person of people) {
        const cue = person.role === 'person' ? projectCue(person, names, taken) : ownCue(person, staging);
        this.#cues.set(`${index}/${person.id}`, cue);
        if (!this.roles.has(cue)) this.roles.set(cue, withBiblePerson(roleOf(person, cue), inBible(person, cue, canon.characters)));
      }
    });
    this.#add(NARRATOR, 'narrator', 'neutral', 'Tells what happens between the lines.');
    this.#add(READER, 'reader', authorGender(materials), 'Reads the words of the source.');
    const free = (name: string): boolean => !this.roles.has(name) || this.roles.get(name)?.role === 'host';
    const pairs: [string, Gender][][] = [[['ADA', 'female'], ['BEN', 'male']], [['IRIS', 'female'], ['OWEN', 'male']],
      [['HOST ONE', 'female'], ['HOST TWO', 'male']]];
    const pair = pairs.find((candidate) => candidate.every(([name]) => free(name))) ?? pairs[2]!;
    this.hosts = [pair[0]![0], pair[1]![0]];
    const hostDescriptions = ['Hosts the programme: asks where, when and how many, and doubts.',
      'Hosts the programme: knows the text, marks its pages and reads them.'];
    pair.forEach(([name, gender], index) => this.#add(name, 'host', gender, hostDescriptions[index]!));
  }

  #add(character: string, role: Role['role'], gender: Gender, description: string): void {
    if (!this.roles.has(character)) this.roles.set(character, { character, role, gender, description });
  }

  /** The cue of a person of one material; `READER` when `personId` is null or unknown, as for the words of a document. */
  cueOf(material: number, personId: string | null): string {
    return this.#cues.get(`${material}/${personId ?? ''}`) ?? READER;
  }

  /** The cue of the first-person narrator; null when the text has none. */
  narratorOf(material: Material, index: number): string | null {
    const { narrator } = material.analysis;
    return narrator === null ? null : this.cueOf(index, narrator);
  }
}

/** The sex that the author's first name suggests; neutral when it is unclear or several authors differ. */
export function authorGender(materials: readonly Material[]): Gender {
  const genders = new Set(materials.map(({ author }): Gender => genderOfFirstName(author?.replace(/^(?:Sir|Dr|Mr|Professor|Prof|Captain)\.? /u, '').split(' ')[0] ?? '') ?? 'neutral'));
  return genders.size === 1 ? [...genders][0]! : 'neutral';
}

/** The cue of a narrator or reader. A nameless first-person narrator is `NARRATOR` in a drama; in other modes, or when narration is suppressed, `READER`. */
function ownCue(person: Person, { mode, narrationPolicy }: Staging): string {
  if (person.role === 'reader') return READER;
  return person.cue === NARRATOR && (mode !== 'drama' || narrationPolicy === 'suppress') ? READER : person.cue;
}

function roleOf(person: Person, cue: string): Role {
  const role = cue === READER ? 'reader' : cue === NARRATOR ? 'narrator' : 'character';
  const { gender, description, ageRange, accent, evidence } = person;
  return { character: cue, role, gender, description, ...(ageRange ? { ageRange } : {}), ...(accent ? { accent } : {}), ...(evidence ? { evidence } : {}) };
}

/** The entries whose names this person has. */
function namesFor<N extends { name: string; aliases: string[] }>(person: Person, names: readonly N[]): N[] {
  const own = new Set([person.name, ...person.aliases, person.cue].map(plain).filter((name) => name.length > 2));
  return names.filter((entry) => [entry.name, ...entry.aliases].some((name) => own.has(plain(name))));
}

/** The character of the Series Bible that this person is; null when none or more than one fits. */
function inBible(person: Person, cue: string, people: readonly BiblePerson[]): BiblePerson | null {
  if (person.role === 'reader') return null;
  const fitting = namesFor(person, people);
  return biblePerson(cue, people) ?? (fitting.length === 1 ? fitting[0]! : null);
}

/** The project's name for a person when exactly one fits and no other person of the text has that cue; else the person's own cue. */
function projectCue(person: Person, names: readonly { name: string; aliases: string[] }[],
  taken: ReadonlySet<string>): string {
  const upper = names.map((entry) => entry.name.trim().toUpperCase());
  if (upper.includes(person.cue)) return person.cue;
  const fitting = namesFor(person, names);
  const cues = [...new Set(fitting.map((entry) => entry.name.trim().toUpperCase()))].filter((cue) => CUE.test(cue));
  const cue = cues.length === 1 ? cues[0]! : null;
  return cue !== null && !taken.has(cue) && cue !== NARRATOR && cue !== READER ? cue : person.cue;
}

const CUE = /^[\p{L}\p{N}][\p{L}\p{N} .'’-]{0,38}$/u;
const plain = (name: string): string => name.toLowerCase().replace(/^(?:the|mr|mrs|miss|dr|ms)\.? /u, '')
  .replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
