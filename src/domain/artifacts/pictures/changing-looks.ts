import type { Era } from '../../../craft/images/period.js';
import type { Look } from '../../../craft/images/person/look.js';
import { crowdLooks, lookIn } from '../../../craft/images/person/other-looks.js';
import type { CastMember, Screenplay, SeenPerson } from '../../../craft/screenplay/model.js';
import { sightsOf } from '../../canon/looks/seen-places.js';

/** Changed clothes from a character of an entry on, until the next change in the scene. `worn` gives indexes into `looks`, by cue. */
export interface WornFrom { entryIndex: number; from: number; worn: Readonly<Record<string, number>> }

/** The looks of people who change clothes during a read, when they wear them, and the looks of each person in a crowd, by cue. */
export interface ChangingLooks { looks: readonly Look[]; sights: readonly WornFrom[]; crowds: Readonly<Record<string, readonly Look[]>> }

/** The people in a read's art: the cast of the stage, and the looks by seat. */
interface Seated { cast: readonly CastMember[]; looks: readonly (Look | null)[] }

/** True while the look is the one that the script shows, and no other words about the person have changed it. */
const isAsSeen = (look: Look, { drawn, shown }: SeenPerson): boolean =>
  (drawn !== undefined) === (look.drawn !== undefined) && (look.drawn !== undefined || (shown.garment ?? look.garment) === look.garment);

/**
 * The looks of people who change clothes in a drama that a model has seen, and of crowds. Null when there are no crowds and everybody looks the same
 * throughout.
 */
export function changingLooks(screenplay: Screenplay, { cast, looks }: Seated, era: Era): ChangingLooks | null {
  const { scenes, seen } = screenplay;
  const all: Look[] = [];
  const placeOf = new Map<string, number>();
  const crowds: Record<string, Look[]> = {};
  const cuesOf = (name: string): string[] => cast.filter(({ character, sameAs }) => character === name || sameAs === name).map(({ character }) => character);
  for (const person of seen?.people ?? []) {
    const look = looks[cast.findIndex(({ character }) => character === person.name)];
    if (!look) continue;
    const { name, many, outfits = [] } = person;
    if (many) crowds[name] = crowdLooks(look, outfits[0] ?? null, era);
    else if (isAsSeen(look, person)) for (const outfit of outfits) placeOf.set(JSON.stringify([name, outfit.wears]), all.push(lookIn(look, outfit)) - 1);
  }
  const sights = scenes.flatMap((scene) => sightsOf(scene, screenplay)).map(({ entryIndex, sight: { from, worn = [] } }): WornFrom => ({
    entryIndex, from, worn: Object.fromEntries(worn.flatMap(({ name, wears }) => {
      const place = placeOf.get(JSON.stringify([name, wears]));
      return place === undefined ? [] : cuesOf(name).map((cue) => [cue, place]);
    })),
  }));
  return all.length === 0 && Object.keys(crowds).length === 0 ? null : { looks: all, sights: all.length === 0 ? [] : sights, crowds };
}
