import type { Telling } from '../../../craft/narrative/analysis/presence/telling.js';
import { MOODS } from '../../../craft/people/moods.js';
import type { CastMember, Screenplay } from '../../../craft/screenplay/model.js';
import { sightsOf } from '../../canon/looks/seen-places.js';
import { NO_WAYS, type Ways } from '../../canon/looks/scene-places.js';
import { extraOf, MAX_EXTRAS, type StagePresence } from './stage-people.js';

interface There { present: Map<string, Set<number>>; whole: number[] }

/** The people of an entry. The speaker appears under the cue of the line, even when that is a second name of the person. */
function underCueOf({ entries, cast }: Screenplay, index: number, people: readonly string[]): string[] {
  const { character } = entries[index]!;
  const first = cast.find((member) => member.character === character)?.sameAs;
  return first === undefined ? [...people] : people.map((name) => (name === first ? character! : name));
}

/** Who is present, by entry, according to the sights of a script. Entries of scenes without sights are missing. */
function whoIsThere(screenplay: Screenplay): There {
  const there: There = { present: new Map(), whole: [] };
  for (const scene of screenplay.scenes) {
    const sights = sightsOf(scene, screenplay);
    if (sights.length === 0) continue;
    for (let index = scene.firstEntry; index <= scene.lastEntry; index++) {
      const before = sights.findLast(({ entryIndex, sight }) => entryIndex < index || (entryIndex === index && sight.from === 0)) ?? sights[0]!;
      const within = sights.filter(({ entryIndex, sight }) => entryIndex === index && sight.from > 0);
      const people = underCueOf(screenplay, index, [before, ...within].flatMap(({ sight }) => sight.people));
      there.whole.push(index);
      for (const name of people) there.present.set(name, (there.present.get(name) ?? new Set()).add(index));
    }
  }
  return there;
}

const tellingsOf = ({ entries }: Screenplay): Telling[] =>
  entries.flatMap(({ index, toldOf = [] }) => [
    // The beginning of an entry is about nobody until its first telling.
    ...(toldOf.length > 0 && toldOf[0]!.from > 0 ? [{ index, from: 0, people: [], mood: null }] : []),
    ...toldOf.map(({ from, people, mood }) => ({ index, from, people: [...people], mood: MOODS.find((known) => known === mood) ?? null })),
  ]);

/**
 * The people on the stage of a drama that a model has seen, as `stagePeople` finds them by rules; null when no model has seen the script. Extras are people
 * without a line, sorted by how often they are present, most first.
 */
export function seenPeople(screenplay: Screenplay): { presence: StagePresence; extras: CastMember[]; ways: Ways } | null {
  const { seen, cast } = screenplay;
  if (!seen) return null;
  const { present, whole } = whoIsThere(screenplay);
  const cues = new Set(cast.map(({ character }) => character));
  const extras = seen.people.filter(({ name }) => !cues.has(name) && present.has(name))
    .sort((one, other) => present.get(other.name)!.size - present.get(one.name)!.size).slice(0, MAX_EXTRAS)
    .map(({ name, sex }) => extraOf({ cue: name, gender: sex, description: '' }));
  const shown = new Set([...cues, ...extras.map(({ character }) => character)]);
  return {
    extras, ways: NO_WAYS,
    presence: {
      extras: extras.map(({ character, gender }) => ({ character, gender })),
      tellings: tellingsOf(screenplay).map((telling) => ({ ...telling, people: telling.people.filter((name) => shown.has(name)) })),
      present: Object.fromEntries([...present].filter(([name]) => shown.has(name)).map(([name, entries]) => [name, [...entries]])),
      whole,
    },
  };
}
