import type { Person } from '../../model.js';

/** A person of one or several sources: one cue and one name everywhere. */
export interface Registered { cue: string; name: string; aliases: string[]; gender: Person['gender'] }

/** The people of several sources as one list: people with the same name in two sources are one person. */
export interface Register {
  people: Registered[];
  /** The person with this id in the analysis of one source; undefined for a source or an id that is not in the register. */
  of(source: number, id: string): Registered | undefined;
}

const TITLE = /^(?:the|mr|mrs|miss|ms|dr|doctor|sir|lady|lord|captain|colonel|professor)\.?\s+/iu;
const plain = (form: string): string => form.toLowerCase().replace(/[^\p{L}\p{N}’' -]+/gu, '').replace(/\s+/gu, ' ').trim();
const bare = (form: string): string => plain(form).replace(TITLE, '').replace(TITLE, '');
const isName = (form: string): boolean => /^\p{Lu}/u.test(form) && form.length > 2;
const titleOf = (form: string): string | null => /^(mrs|miss|lady)\b/iu.exec(form)?.[1]?.toLowerCase() ?? null;

/** True when gender and title do not conflict: a Mrs. Quill is neither a Miss Quill nor a man. */
function mayBeOne(known: Registered, person: Person): boolean {
  if (known.gender !== 'neutral' && person.gender !== 'neutral' && known.gender !== person.gender) return false;
  const [one, other] = [titleOf(known.name), titleOf(person.name)];
  return one === null || other === null || one === other;
}

/** True when a full name is the same, or the only name of one is a part of the other's. */
function sameName(known: Registered, person: Person): boolean {
  const [own, theirs] = [[person.name, ...person.aliases], [known.name, ...known.aliases]].map((forms) => forms.filter(isName));
  const [mine, others] = [own!.map(bare), theirs!.map(bare)];
  const full = (forms: readonly string[]): string[] => forms.filter((form) => form.includes(' '));
  if (full(mine).length > 0 && full(others).length > 0) return full(mine).some((form) => others.includes(form));
  return mine.some((form) => others.some((other) => form === other || other.endsWith(` ${form}`) || form.endsWith(` ${other}`)));
}

/** The register of several sources, from their casts in the order of the sources. The first source that contains a person determines the cue. */
export function registerOf(casts: readonly (readonly Person[])[]): Register {
  const people: Registered[] = [];
  const byId = new Map<string, Registered>();
  casts.forEach((cast, source) => {
    const own = new Set<Registered>();
    const free = (known: Registered): boolean => !own.has(known);
    for (const person of cast) {
      const fitting = person.role === 'person' ? people.filter((known) => free(known) && mayBeOne(known, person) && sameName(known, person)) : [];
      const found = people.find((known) => free(known) && known.cue === person.cue) ?? (fitting.length === 1 ? fitting[0]! : null);
      const registered = found ?? { cue: person.cue, name: person.name, aliases: [], gender: person.gender };
      if (!found) people.push(registered);
      const forms = [person.name, ...person.aliases, ...registered.aliases].filter((form) => form !== registered.name);
      registered.aliases = [...new Set(forms)].sort();
      own.add(registered);
      byId.set(`${source}/${person.id}`, registered);
    }
  });
  return { people, of: (source, id) => byId.get(`${source}/${id}`) };
}

/** The name that lists of people show: the words of the cue in normal capitalization, so that both lead to the same key. */
export function shownName({ cue, name, aliases }: Pick<Registered, 'cue' | 'name' | 'aliases'>): string {
  const same = [name, ...aliases].map((form) => form.replace(/^(?:the|an?|our|my|his|her|their|this|that|one of the|some|another)\s/iu, '').replaceAll('.', ''))
    .find((form) => form.toUpperCase() === cue);
  const words = same ?? cue.toLowerCase().replace(/(?<![\p{L}’'])\p{L}/gu, (letter) => letter.toUpperCase());
  return words.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
