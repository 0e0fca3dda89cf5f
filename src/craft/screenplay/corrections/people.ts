import { oneLine } from '../lines/spoken.js';

/** An edit that cannot be made; `field` is a field of the edit. */
export class EditRefused extends Error {
  constructor(readonly field: string, message: string) { super(message); }
}

/** A person who speaks; `sameAs` is the fuller cue of the same person. */
interface Member { character: string; sameAs?: string }

const cueOf = (name: string): string => oneLine({ text: name }).toUpperCase();

/** A member of a cast under a new cue, with the cue under which pictures and clips of the person are kept. */
export const keepingPictures = <M extends Member & { shownAs?: string }>(now: M, was: M): M =>
  (now.character === was.character && now.sameAs === was.sameAs ? now : { ...now, shownAs: was.shownAs ?? was.sameAs ?? was.character });

/**
 * The cast with pictures and clips of its own for each person: a new TOM is shown as `TOM 2` when the pictures of TOM are those of somebody who has since been
 * renamed. All cues of one person keep the same pictures. Of two people with the same ones the first keeps them.
 */
export function shownApart<M extends Member & { shownAs?: string }>(cast: readonly M[]): M[] {
  const [owners, given] = [new Map<string, string>(), new Map<string, string>()];
  const keyOf = ({ shownAs, sameAs, character }: M): string => cueOf(shownAs ?? sameAs ?? character);
  const taken = new Set(cast.map(keyOf));
  return cast.map((member) => {
    const [person, key] = [cueOf(member.sameAs ?? member.character), keyOf(member)];
    if (!owners.has(key)) owners.set(key, person);
    if (owners.get(key) === person) return member;
    let free = given.get(person) ?? person;
    if (!given.has(person)) for (let count = 2; taken.has(free); count += 1) free = `${person} ${count}`;
    taken.add(free);
    given.set(person, free);
    return { ...member, shownAs: free };
  });
}

/** The people of a cast, with the operations that rename and merge them. */
export class People<M extends Member> {
  members: M[];

  constructor(cast: readonly M[]) { this.members = [...cast]; }

  /** The cue of the person with this name, ignoring upper and lower case; null when there is none. */
  find(name: string): string | null {
    const cue = cueOf(name);
    return this.members.find(({ character }) => cueOf(character) === cue)?.character ?? null;
  }

  /** Like `find`. Throws `EditRefused` when nobody has the name. */
  get(name: string, field: string): string {
    const found = this.find(name);
    if (!found) throw new EditRefused(field, `nobody called ${name} speaks; the cast is ${this.members.map(({ character }) => character).join(', ')}`);
    return found;
  }

  /** A name as a cue. Throws `EditRefused` for one without a letter or a digit. */
  newCue(name: string, field: string): string {
    const cue = cueOf(name);
    if (!/[\p{L}\p{N}]/u.test(cue)) throw new EditRefused(field, `${field} must hold a letter or a digit`);
    return cue;
  }

  /** Renames a person and returns both cues. Throws `EditRefused` when another person has the name. */
  rename(character: string, name: string): { old: string; cue: string } {
    const [old, cue] = [this.get(character, 'character'), this.newCue(name, 'name')];
    if (old === cue) throw new EditRefused('name', `${cue} has that name already`);
    if (this.find(cue)) throw new EditRefused('name', `${cue} is another person of the cast; merge the two`);
    this.members = this.members.map((member) => ({
      ...member, ...(member.character === old ? { character: cue } : {}), ...(member.sameAs === old ? { sameAs: cue } : {}),
    }));
    return { old, cue };
  }

  /** Merges people into `into`. Returns the removed cues and the cue that is kept. Throws `EditRefused`. */
  merge(characters: readonly string[], into: string): { others: string[]; kept: string } {
    const kept = this.get(into, 'into');
    const others = characters.map((name) => this.get(name, 'characters'));
    if (others.length === 0) throw new EditRefused('characters', 'characters must name who becomes one with them');
    if (others.includes(kept)) throw new EditRefused('characters', `${kept} cannot be merged with itself`);
    this.members = this.members.filter(({ character }) => !others.includes(character));
    return { others, kept };
  }
}
