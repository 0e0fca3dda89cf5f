import type { Screenplay, ScreenplayEntry, Sight } from '../model.js';

type NewName = (name: string) => string;

const renamed = (people: readonly string[], newName: NewName): string[] => [...new Set(people.map(newName))];

const sightUnder = (sight: Sight, newName: NewName): Sight => ({
  ...sight, people: renamed(sight.people, newName), ...(sight.worn ? { worn: sight.worn.map(({ name, wears }) => ({ name: newName(name), wears })) } : {}),
});

/** The entry with new names for the people whom it shows, addresses or tells of. */
export const withSeenNames = (entry: ScreenplayEntry, newName: NewName): ScreenplayEntry => ({
  ...entry,
  ...(entry.sights ? { sights: entry.sights.map((sight) => sightUnder(sight, newName)) } : {}),
  ...(entry.saidTo ? { saidTo: newName(entry.saidTo) } : {}),
  ...(entry.toldOf ? { toldOf: entry.toldOf.map((told) => ({ ...told, people: renamed(told.people, newName) })) } : {}),
});

/** The visible people of a screenplay under new names. When two get the same name, the first is kept. */
export function seenUnder({ seen }: Pick<Screenplay, 'seen'>, newName: NewName): Pick<Screenplay, 'seen'> {
  if (!seen) return {};
  const people = new Map(seen.people.toReversed().map((person) => [newName(person.name), { ...person, name: newName(person.name) }]));
  return { seen: { ...seen, people: [...people.values()].reverse() } };
}

/** What is still seen after the words of an entry change: the same place and people. Whom the new words tell of is unknown. */
export const stillSeen = ({ sights }: ScreenplayEntry, text: string): Pick<ScreenplayEntry, 'sights'> =>
  (sights ? { sights: sights.map((sight) => ({ ...sight, from: Math.min(sight.from, text.length) })) } : {});

/** The sight in effect at the start of each entry: its own, or the last sight before it in its scene; null without one. */
function sightsInEffect(entries: readonly ScreenplayEntry[]): (Sight | null)[] {
  let last: Sight | null = null;
  return entries.map(({ sceneIndex, sights = [] }, at) => {
    if (entries[at - 1]?.sceneIndex !== sceneIndex) last = null;
    const begins: Sight | null = sights[0]?.from === 0 ? sights[0] : last;
    last = sights.at(-1) ?? last;
    return begins;
  });
}

/** Keeps the sights of entries in a new order. When the lines before an entry are gone, the entry gets the sight that was in effect there. */
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
