import type { PlaceDrawing } from '../../screenplay/model.js';
import { describeEra, isBefore, type Era } from '../period.js';
import { AIRCRAFT, ANY_ROOM, NEIGHBOUR_WORDS, PLACE_WORDS, WITHIN_WORDS, type Category } from './place-words.js';
import { plain, type Side, type TimeOfDay, type Weather } from './place-terms.js';
import { mergeThings, thingsIn, thingsOnSide } from './said-things.js';
import { THING_KINDS, type SaidThing } from './things.js';

/** What a scene heading says about its place, as far as drawings need it. */
export interface Place {
  side: Side;
  category: Category;
  /** As printed, without INT/EXT and time. The same name gives the same drawing of the room. */
  name: string;
  time: TimeOfDay;
  weather: Weather;
  /** Decides furniture, lamps, vehicles and roofs. */
  era: Era;
  /** The text only suggests the era: it is drawn, but no description states it. */
  isEraGuessed?: true;
  /** More words about the place, which choose among its drawings as words of the name do. */
  details?: string;
  /** The things that the text puts into the place, in text order. */
  things?: readonly SaidThing[];
  /** The number of another arrangement of the things of the same place, from 1. */
  arrangement?: number;
  /** A model's drawing, which replaces the usual one; other arrangements use the usual one. */
  drawing?: PlaceDrawing;
}

const SIDE = /^\s*\.?\s*(?:\d+[a-z]?[.)]?\s+)?(int\.?\s*\/\s*ext|ext\.?\s*\/\s*int|i\.?\s*\/\s*e|int(?:erior)?|ext(?:erior)?|est)\b[.:\s-]*/i;
/** Numbers before the place: "SCENE I.", "Act 2, scene 3". */
const NUMBERING = /^\s*(?:(?:act|scene|part|chapter|episode)\s+(?:[ivxlc]+|\d+|one|two|three|four|five)\b[.,:;\s–—-]*)+/i;

const TIME_WORDS: readonly (readonly [TimeOfDay, RegExp])[] = [
  ['dawn', /\b(dawn|sun ?rise|day ?break|first light|early morning|pre-?dawn)\b/],
  ['golden', /\b(sun ?set|magic hour|golden( hour)?|late afternoon|sun ?down)\b/],
  ['dusk', /\b(dusk|twilight|evening|gloaming|nightfall)\b/],
  ['night', /\b(night|midnight|moon ?light|small hours|darkness|after dark|late at night)\b/],
  ['day', /\b(day|morning|noon|afternoon|mid-?day|daylight|lunch ?time)\b/],
];
/** Words in a heading which mean that the time of the scene before continues. */
export const SAME_TIME = /\b(continuous|later|same|moments?)\b/;
const WEATHER_WORDS: readonly (readonly [Weather, RegExp])[] = [
  ['storm', /\b(storm\w*|thunder\w*|lightning|tempest|hurricane|gale)\b/],
  ['rain', /\b(rain(s|y|ing|swept|storm)?|drizzl\w*|downpour|pouring)\b/],
  ['snow', /\b(snow\w*|blizzard|winter(y|'s)?|frost\w*|icy)\b/],
  ['fog', /\b(fog(gy)?|mist(y)?|haz[ey]|smok[ey]\w*)\b/],
  ['wind', /\b(wind(y|swept)?|breeze|gusts?)\b/],
];
/** How many characters of a scene are searched for words about the weather. */
const WEATHER_CHARS = 400;

export const timeIn = (text: string): TimeOfDay | null => TIME_WORDS.find(([, words]) => words.test(text))?.[0] ?? null;
export const weatherIn = (text: string): Weather | null => WEATHER_WORDS.find(([, words]) => words.test(text))?.[0] ?? null;

/** The category that matches a text, by the first matching entry of `PLACE_WORDS`; null for none. */
export function findCategory(text: string, side: Side | null): { category: Category; side: Side | null } | null {
  const fits = (allowed: Side) => PLACE_WORDS.find((entry) => (entry.side === 'any' || entry.side === allowed) && entry.words.test(text));
  // Headings of stage plays do not say INT or EXT; most of their places are rooms.
  const found = side === null ? fits('in') ?? fits('out') : fits(side);
  return found ? { category: found.category, side: found.side === 'any' ? null : found.side } : null;
}

/** Places that are inside unless the heading says otherwise. */
const INDOOR = new Set<Category>([
  'living', 'kitchen', 'bedroom', 'school', 'office', 'library', 'court', 'hospital', 'lab', 'prison', 'church', 'theatre', 'bar',
  'wheelhouse', 'engine', 'warehouse', 'den', 'museum', 'studio', 'greenhouse', 'bakery', 'ballroom', 'shop', 'cellar', 'stable', 'cave',
]);

/** The default side of a place when no word tells. */
export const sideOf = (category: Category): Side => (INDOOR.has(category) ? 'in' : 'out');

interface Split { side: Side | null; name: string; tail: string }

function split(heading: string): Split {
  const marked = SIDE.exec(heading);
  const rest = (marked ? heading.slice(marked[0].length) : heading.replace(NUMBERING, '')).trim();
  const [name = '', ...tail] = rest.split(/\s+[-–—]+\s+|\s*--+\s*/);
  const word = marked?.[1]?.toLowerCase() ?? '';
  // INT/EXT (a car, a doorway) is drawn from the inside.
  const side = word === '' ? null : word.startsWith('i') || word.includes('/') ? 'in' : 'out';
  return { side, name: name.trim(), tail: tail.join(' ').toLowerCase() };
}

/** What words say about a place; `sure` is false for a guess that words of the scene may overrule. */
interface Kind { category: Category; side: Side; sure: boolean }

function categoryFor({ side, name, tail }: Split): Kind {
  const lower = plain(name).replace(NEIGHBOUR_WORDS, '');
  const head = side === null ? lower.split(WITHIN_WORDS)[0]! : '';
  // The last part is the most specific place: "Castle, great hall".
  const parts = [...(head && !ANY_ROOM.test(head) ? [head] : []), ...lower.split(/\s*[/,:;.()]\s*|\s+-\s+/).filter(Boolean).reverse(), lower, tail];
  for (const part of parts) {
    const found = findCategory(part, side);
    if (found) return { category: found.category, side: side ?? found.side ?? sideOf(found.category), sure: true };
  }
  if (side === null) return { category: 'abstract', side: 'in', sure: false };
  return { category: 'abstract', side, sure: false };
}

/** A place by its heading, and what the heading leaves open. */
export interface HeadingPlace {
  place: Place;
  /** False when no word of the heading says what the place is. */
  sure: boolean;
  /** INT or EXT alone; null for a heading with neither or both. */
  side: Side | null;
  hasTime: boolean;
}

/** Parses a scene heading like `parsePlace`, and tells how much of the place the heading states. */
export function readHeading(heading: string, opening = '', previous: Place | null = null, era: Era = previous?.era ?? 'modern'): HeadingPlace {
  const flat = heading.replace(/\s+/g, ' ').slice(0, 300);
  const parts = split(flat);
  const { category, side, sure } = categoryFor(parts);
  const whole = heading.toLowerCase();
  const same = SAME_TIME.test(parts.tail) ? previous?.time : null;
  const stated = timeIn(parts.tail) ?? same ?? timeIn(whole);
  const weather = weatherIn(whole) ?? weatherIn(opening.slice(0, WEATHER_CHARS).toLowerCase()) ?? 'clear';
  const things = thingsIn(parts.name, side);
  return {
    place: { side, category, name: parts.name, time: stated ?? previous?.time ?? 'day', weather, era, ...(things.length > 0 ? { things } : {}) },
    sure, side: (SIDE.exec(flat)?.[1] ?? '').includes('/') ? null : parts.side, hasTime: Boolean(stated),
  };
}

/**
 * Parses a scene heading, with or without INT/EXT; `opening`, the first words of the scene, may state the weather. A
 * heading without a time of day, or with a word such as CONTINUOUS, has the time of `previous`.
 */
export function parsePlace(heading: string, opening = '', previous: Place | null = null, era?: Era): Place {
  const { place } = readHeading(heading, opening, previous, era);
  return withThings(place, opening ? thingsIn(opening, place.side) : []);
}

/** The place with more things in it. */
export function withThings(place: Place, more: readonly SaidThing[]): Place {
  const things = mergeThings([...place.things ?? [], ...more]);
  return things.length > 0 ? { ...place, things } : place;
}

/** What a kind of place is called, seen from inside and from outside. */
export const PLACE_NAMES: Record<Category, [inside: string, outside: string]> = {
  living: ['a living room', 'a house'], kitchen: ['a kitchen', 'a house'], bedroom: ['a bedroom', 'a house'],
  school: ['a classroom', 'a school'], office: ['an office', 'an office building'], library: ['a library', 'a library'],
  court: ['a courtroom', 'a courthouse'], hospital: ['a hospital ward', 'a hospital'], lab: ['a laboratory', 'a laboratory'],
  prison: ['a prison cell', 'a prison'], church: ['a church', 'a church'], theatre: ['a theatre', 'a theatre'], bar: ['a bar', 'a bar'],
  station: ['a railway station', 'a station platform'], ship: ['a ship’s cabin', 'the sea'], castle: ['a castle hall', 'a castle'],
  street: ['a street', 'a street'], forest: ['a forest', 'a forest'], desert: ['a desert', 'a desert'],
  mountain: ['the mountains', 'the mountains'], beach: ['a beach', 'a beach'], garden: ['a garden', 'a garden'],
  field: ['open country', 'open country'], road: ['the inside of a car', 'a road'], space: ['a spaceship', 'a strange planet'],
  lighthouse: ['the lamp room of a lighthouse', 'a lighthouse'], wheelhouse: ['a ship’s wheelhouse', 'a ship’s wheelhouse'],
  engine: ['an engine room', 'an engine house'], coast: ['a rocky coast', 'a rocky coast'], river: ['a river', 'a river'],
  camp: ['a tent', 'a camp'], warehouse: ['a warehouse', 'a warehouse'], den: ['a den with bunks', 'a narrow street'],
  museum: ['a gallery of a museum', 'a museum'], studio: ['a recording studio', 'a recording studio'],
  rostrum: ['a speaker’s platform', 'a speaker’s platform'],
  greenhouse: ['a greenhouse', 'a greenhouse'], bakery: ['a bakery', 'a bakery'], ballroom: ['a ballroom', 'a ballroom'], shop: ['a shop', 'a shop'],
  cellar: ['a cellar', 'a cellar'], stable: ['a stable', 'a stable'], cave: ['a cave', 'the mouth of a cave'], hills: ['hills', 'hills'],
  house: ['a hall', 'the front of a house'],
  abstract: ['a plain room', 'open ground'],
};
export const TIME_PHRASES: Record<TimeOfDay, string> = {
  dawn: 'at dawn', day: 'by day', golden: 'in the late afternoon', dusk: 'at dusk', night: 'at night',
};
export const WEATHER_PHRASES: Record<Weather, string> = {
  clear: '', rain: ', in the rain', snow: ', in snow', fog: ', in fog', storm: ', in a storm', wind: ', in the wind',
};

const MAX_THINGS_TOLD = 5;

/** Whether a place is the inside of a car, a carriage or an aircraft, which contains nothing but its own fittings. */
export const isVehicle = ({ category, side }: Pick<Place, 'category' | 'side'>): boolean => category === 'road' && side === 'in';

/** The things in a place for its description, as `, with a bed and a candle`. */
function describeThings(place: Place): string {
  const { things = [], side } = place;
  const told = isVehicle(place) ? [] : thingsOnSide(things, side).slice(0, MAX_THINGS_TOLD).map(({ thing, count = 1 }) => THING_KINDS[thing][count > 1 ? 'many' : 'one']);
  return told.length === 0 ? '' : `, with ${told.slice(0, -1).join(', ')}${told.length > 1 ? ' and ' : ''}${told.at(-1)!}`;
}

/** Whether a place is the inside of an aircraft. */
export const isAircraft = (place: Pick<Place, 'category' | 'side' | 'name'>): boolean =>
  isVehicle(place) && AIRCRAFT.test(place.name.toLowerCase());

/** Describes the picture of a place in words, without an era that is only guessed, e.g. `A station platform at dusk, in the rain, with a bench`. */
export function describePlace(place: Place): string {
  const { category, side, time, weather, era, isEraGuessed = false } = place;
  const coach = category === 'road' && side === 'in' && isBefore(era, 'midcentury');
  const noun = isAircraft(place) ? 'the inside of an aircraft' : coach ? 'the inside of a carriage' : PLACE_NAMES[category][side === 'in' ? 0 : 1];
  return `${noun[0]!.toUpperCase()}${noun.slice(1)} ${TIME_PHRASES[time]}${WEATHER_PHRASES[weather]}${describeThings(place)}${isEraGuessed ? '' : describeEra(era)}`;
}
