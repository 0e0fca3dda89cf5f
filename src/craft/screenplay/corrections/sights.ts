import type { Screenplay, ScreenplayEntry, Sight } from '../model.js';

type NewName = (name: string) => string;

const renamed = (people: readonly string[], newName: NewName): string[] => [...new Set(people.map(newName))];

const sightUnder = (sight: Sight, newName: NewName): Sight => ({
  ...sight, people: renamed(sight.people, newName), ...(sight.worn ? { worn: sight.worn.map(({ name, wears }) => ({ name: newName(name), wears })) } : {}),
});

/** An entry with other names for the people whom it shows. */
export const withSeenNames = (entry: ScreenplayEntry, newName: NewName): ScreenplayEntry => ({
  ...entry,
  ...(entry.sights ? { sights: entry.sights.map((sight) => sightUnder(sight, newName)) } : {}),
  ...(entry.saidTo ? { saidTo: newName(entry.saidTo) } : {}),
  ...(entry.toldOf ? { toldOf: entry.toldOf.map((told) => ({ ...told, people: renamed(told.people, newName) })) } : {}),
});

/** The people who are seen in a screenplay, under other names. Of two who become one the first stays. */
export function seenUnder({ seen }: Pick<Screenplay, 'seen'>, newName: NewName): Pick<Screenplay, 'seen'> {
  if (!seen) return {};
  const people = new Map(seen.people.toReversed().map((person) => [newName(person.name), { ...person, name: newName(person.name) }]));
  return { seen: { ...seen, people: [...people.values()].reverse() } };
}

/** What is seen while the words of an entry are others: the same place and people; of whom they tell is not known. */
export const stillSeen = ({ sights }: ScreenplayEntry, text: string): Pick<ScreenplayEntry, 'sights'> =>
  (sights ? { sights: sights.map((sight) => ({ ...sight, from: Math.min(sight.from, text.length) })) } : {});

/** The sights with which entries begin, by their indexes: their own, or the last one before them in their scene. */
function sightsInEffect(entries: readonly ScreenplayEntry[]): (Sight | null)[] {
  let last: Sight | null = null;
  return entries.map(({ sceneIndex, sights = [] }, at) => {
    if (entries[at - 1]?.sceneIndex !== sceneIndex) last = null;
    const begins: Sight | null = sights[0]?.from === 0 ? sights[0] : last;
    last = sights.at(-1) ?? last;
    return begins;
  });
}

/** Entries that come from those of another screenplay, in their new order: where lines between them are gone, each is still at its place. */
export function keepingSights<P extends { entry: ScreenplayEntry; from: number | null }>(was: readonly ScreenplayEntry[], placed: readonly P[]): P[] {
  if (!was.some(({ sights }) => sights)) return [...placed];
  const inEffect = sightsInEffect(was);
  return placed.map((one, at): P => {
    const { entry, from } = one;
    const goesOn = from === null || (at > 0 && placed[at - 1]!.from === from - 1);
    const sight = from === null ? null : inEffect[from];
    return goesOn || !sight || entry.sights?.[0]?.from === 0 ? one : { ...one, entry: { ...entry, sights: [{ ...sight, from: 0 }, ...entry.sights ?? []] } };
  });
}
