import { isBefore } from '../../images/period.js';
import type { Category } from '../../images/places/place-words.js';
import { describePlace, type Place } from '../../images/places/place.js';
import type { Thing } from '../../images/places/things.js';
import { SOUNDSCAPES } from '../sounds/soundscapes.js';

export const BED_LAYERS = ['place', 'weather'] as const;
/** The layer of a bed. A scene has at most one bed per layer. */
export type BedLayer = (typeof BED_LAYERS)[number];

/** A bed for a scene, and the reason for it. */
export interface SceneBed { layer: BedLayer; soundId: string; reason: string }

/** Words of a heading that are more specific than the category of its place. */
const BY_WORDS: readonly (readonly [soundId: string, words: RegExp])[] = [
  ['market-crowd', /\b(?:market(?:-?place)?|bazaar|fair-?ground|souk)\b/], ['harbour', /\b(?:harbou?r|quay|wharf|docks?|pier|jetty|port of|marina|waterfront)\b/],
  ['battle-far', /\b(?:battle-?field|front line|no man's land|trench(?:es)?|siege)\b/], ['jungle', /\b(?:jungle|rain-?forest|tropical)\b/], ['lake-still', /\b(?:lake|pond|lagoon)\b/],
];

/** A carriage is a road vehicle, unless the heading mentions a train. */
const ON_WHEELS = /\b(?:carriage|coach|cab|hansom|brougham|chaise)\b/;
const ON_RAILS = /\b(?:train|railway|railroad|rail|compartment)\b/;

const OPEN_AIR: Partial<Record<Category, readonly [day: string, night: string]>> = {
  forest: ['forest-day', 'forest-night'], garden: ['garden-day', 'crickets-night'], field: ['fields-day', 'crickets-night'], hills: ['fields-day', 'crickets-night'],
  mountain: ['mountain-wind', 'mountain-wind'], desert: ['desert-wind', 'desert-wind'], beach: ['sea-shore', 'sea-shore'], coast: ['sea-shore', 'sea-shore'],
  lighthouse: ['sea-shore', 'sea-shore'], river: ['river', 'river'], ship: ['ship-under-way', 'ship-under-way'], wheelhouse: ['ship-under-way', 'ship-under-way'],
  station: ['railway-station', 'railway-station'], camp: ['fire-side', 'fire-side'], cave: ['wind-blowing', 'wind-blowing'],
};
const INDOORS: Partial<Record<Category, string>> = {
  ship: 'ship-below', wheelhouse: 'ship-below', engine: 'engine-room', bar: 'tavern', castle: 'large-room', church: 'large-room', museum: 'large-room', warehouse: 'large-room',
  theatre: 'large-room', ballroom: 'large-room', cave: 'cave', station: 'train-inside', space: 'spaceship', camp: 'fire-side', prison: 'large-room', office: 'office',
};
const ROOMS: ReadonlySet<Category> = new Set(['living', 'kitchen', 'bedroom', 'library', 'school', 'court', 'hospital', 'lab', 'den', 'house', 'bakery', 'shop', 'cellar', 'office', 'greenhouse', 'stable', 'lighthouse']);
const WITH_PEOPLE: ReadonlySet<Category> = new Set(['church', 'theatre', 'court', 'ballroom', 'museum', 'castle']);
/** Beds with birds or crickets, which are silent while the weather has a bed of its own. */
const LIVELY = new Set(['forest-day', 'forest-night', 'garden-day', 'fields-day', 'crickets-night', 'jungle']);

const isNight = ({ time }: Place): boolean => time === 'night' || time === 'dusk';
const has = ({ things = [] }: Place, ...some: Thing[]): boolean => things.some(({ thing }) => some.includes(thing));
const isOld = ({ era }: Place): boolean => isBefore(era, 'midcentury');

function outside(place: Place): string | null {
  if (place.category === 'street' || (place.category === 'road' && !isOld(place))) return isOld(place) ? 'street-horses' : 'street-traffic';
  if (place.category === 'road' || place.category === 'house') return isNight(place) ? 'crickets-night' : 'fields-day';
  const known = OPEN_AIR[place.category]?.[isNight(place) ? 1 : 0] ?? null;
  return known === 'fire-side' && !has(place, 'campfire') ? (isNight(place) ? 'crickets-night' : null) : known;
}

function inside(place: Place, heading: string): string | null {
  const { category } = place;
  if (category === 'road' || (category === 'station' && ON_WHEELS.test(heading) && !ON_RAILS.test(heading))) return isOld(place) ? 'carriage-inside' : 'car-inside';
  if (has(place, 'crowd') && WITH_PEOPLE.has(category)) return 'hall-murmur';
  if (has(place, 'fire', 'campfire')) return 'fire-side';
  if (category === 'office' && isOld(place)) return has(place, 'clock') ? 'room-clock' : 'room-tone';
  const known = INDOORS[category];
  if (known) return known;
  return ROOMS.has(category) ? (has(place, 'clock') ? 'room-clock' : 'room-tone') : null;
}

function weatherBed({ side, weather }: Place): string | null {
  const [out, within] = ({
    clear: [null, null], fog: [null, null], snow: ['snow-silence', null], rain: ['rain-falling', 'rain-on-roof'], storm: ['thunderstorm', 'wind-outside'], wind: ['wind-blowing', 'wind-outside'],
  } as const)[weather];
  return side === 'in' ? within : out;
}

/**
 * The beds of a scene, from its place, weather, hour and era; empty when the text tells nothing of these. The heading may name a market or a harbour, which
 * are no categories of places.
 */
export function bedsOf(place: Place, heading: string): SceneBed[] {
  // A programme is recorded in its studio, whatever it talks about.
  if (place.category === 'studio') return [];
  const weather = weatherBed(place);
  const named = place.side === 'out' ? BY_WORDS.find(([, words]) => words.test(heading.toLowerCase()))?.[0] ?? null : null;
  const usual = named ?? (place.side === 'in' ? inside(place, heading.toLowerCase()) : outside(place));
  const ground = usual !== null && weather !== null && LIVELY.has(usual) ? null : usual;
  return [
    ...(ground ? [{ layer: 'place' as const, soundId: ground, reason: describePlace({ ...place, things: [] }) }] : []),
    ...(weather ? [{ layer: 'weather' as const, soundId: weather, reason: `${place.weather}, ${place.side === 'in' ? 'heard from inside' : 'outside'}` }] : []),
  ];
}

const stem = (word: string): string => word.toLowerCase().slice(0, 4);
/** Words of directions, with the words that the catalogue uses for the same. */
const SYNONYMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:waves|surf|ocean|shore|seaside)\b/giu, 'sea'], [/\b(?:cars|motors)\b/giu, 'traffic'], [/\b(?:pub|bar|inn)\b/giu, 'tavern'], [/\b(?:hearth|log fire)\b/giu, 'fire'],
  [/\b(?:thunder|tempest)\b/giu, 'storm'], [/\b(?:woods?|woodland)\b/giu, 'forest'], [/\b(?:stream|brook)\b/giu, 'river'], [/\b(?:insects|cicadas)\b/giu, 'crickets'], [/\btin(?: roof)?\b/giu, 'roof'],
];
const WEATHER_BEDS = new Set(['rain-falling', 'rain-on-roof', 'thunderstorm', 'wind-blowing', 'wind-outside', 'snow-silence']);
const NO_BED = /\b(?:no (?:ambien\w+|sound\w*|beds?|background|noise)|silence|silent|none|dry)\b/iu;

/** The layer that a soundscape belongs to. */
export const layerOf = (soundId: string): BedLayer => (WEATHER_BEDS.has(soundId) ? 'weather' : 'place');

/**
 * The beds that a direction asks for ("Sea and wind", "rain on tin"): per layer the one with the most words of the direction. `[]` for a direction that asks
 * for silence, null for one that names no bed.
 */
export function bedsForWords(direction: string): SceneBed[] | null {
  const words = SYNONYMS.reduce((text, [pattern, word]) => text.replace(pattern, word), direction);
  const asked = [...new Set((words.match(/\p{L}{3,}/gu) ?? []).map(stem))];
  const scored = SOUNDSCAPES.map(({ soundId, label, tags }) => {
    const own = [...soundId.split('-'), ...label.toLowerCase().split(/[^\p{L}]+/u), ...tags].map(stem);
    const first = asked.findIndex((word) => own.includes(word));
    return { soundId, score: asked.filter((word) => soundId.split('-').map(stem).includes(word)).length * 2 + asked.filter((word) => own.includes(word)).length, first };
  }).filter(({ score }) => score > 1).sort((one, other) => other.score - one.score || one.first - other.first);
  if (scored.length === 0) return NO_BED.test(direction) ? [] : null;
  return BED_LAYERS.flatMap((layer) => {
    const best = scored.find(({ soundId }) => layerOf(soundId) === layer);
    return best ? [{ layer, soundId: best.soundId, reason: `asked for: ${direction.slice(0, 80)}` }] : [];
  });
}
