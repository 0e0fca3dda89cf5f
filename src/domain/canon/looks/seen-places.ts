import { PLACE_NAMES, type Place } from '../../../craft/images/places/place.js';
import { TIMES, WEATHERS, type TimeOfDay, type Weather } from '../../../craft/images/places/place-terms.js';
import { CATEGORIES, type Category } from '../../../craft/images/places/place-words.js';
import { drawnWith, isSamePlace, type Scene, type Screenplay, type Sight } from '../../../craft/screenplay/model.js';

/** A sight of a scene with the entry that it begins in. */
export interface PlacedSight { entryIndex: number; sight: Sight }

/** The sights of a scene, in order; the first counts from the beginning of the scene. Empty when no model saw the scene: the rules then find its places. */
export function sightsOf({ firstEntry, lastEntry }: Scene, { entries }: Pick<Screenplay, 'entries'>): PlacedSight[] {
  const own = entries.slice(firstEntry, lastEntry + 1)
    .flatMap(({ index, sights = [] }) => sights.map((sight) => ({ entryIndex: index, sight })));
  const [first, ...rest] = own;
  return first ? [{ entryIndex: firstEntry, sight: { ...first.sight, from: 0 } }, ...rest] : [];
}

const isOneOf = <T extends string>(values: readonly T[], value: string): value is T => (values as readonly string[]).includes(value);

const ABOARD = /\b(?:trains?|cars?|carriages?|compartments?|sleepers?|coupe)\b/iu;

/** The hall of a house is drawn as a room, and so is the waiting room of a station. */
function kindOf({ kind, side, place }: Sight): string {
  if (side === 'out') return kind;
  return kind === 'house' ? 'living' : kind === 'station' && !ABOARD.test(place) ? 'abstract' : kind;
}

/** The kind of place, time and weather of a sight, as far as pictures know them. */
function shownBy(sight: Sight): Pick<Place, 'side'> & { category?: Category; time?: TimeOfDay; weather?: Weather } {
  const { side, time, weather } = sight;
  const kind = kindOf(sight);
  return {
    side, ...(isOneOf(CATEGORIES, kind) ? { category: kind } : {}), ...(isOneOf(TIMES, time) ? { time } : {}),
    ...(isOneOf(WEATHERS, weather) ? { weather } : {}),
  };
}

/** The scene heading of a sight: `INT. THE VICARAGE KITCHEN - NIGHT`. */
export function headingOfSight(sight: Sight): string {
  const { category = 'abstract', side } = shownBy(sight);
  const usual = PLACE_NAMES[category][side === 'in' ? 0 : 1].replace(/^(?:an?|the)\s/u, '');
  return `${side === 'in' ? 'INT.' : 'EXT.'} ${(sight.place || usual).toUpperCase()} - ${sight.time.toUpperCase()}`;
}

/** A place that was read from words, as the sight has it, with its drawing if a model made one. */
export function placeOfSight(place: Place, sight: Sight, { seen }: Pick<Screenplay, 'seen'>): Place {
  const drawing = seen?.places?.find((one) => isSamePlace(one, sight))?.drawing;
  return { ...place, ...shownBy(sight), ...(drawing ? { drawing: drawnWith(drawing, sight.movable ?? []) } : {}) };
}
