import { hueDistance, lch, toLch } from '../../../craft/images/colour.js';
import { lightIn, truePlace } from '../../../craft/images/places/place-truths.js';
import { findPlaceIn, namesPlace } from '../../../craft/images/places/place-reading.js';
import { thingsIn } from '../../../craft/images/places/said-things.js';
import { parsePlace, type Place } from '../../../craft/images/places/place.js';
import { TIMES, WEATHERS, type TimeOfDay, type Weather } from '../../../craft/images/places/place-terms.js';
import { seeded, type Random } from '../../../craft/images/random.js';
import type { BibleContent } from '../series-bible.js';
import type { VisualCanon } from '../looks/visual-canon.js';
import { piecesOf, wordsByPerson } from '../looks/visual-words.js';

/** What one candidate of a mood board shows. */
export interface MoodShot { place: Place; names: string[]; palette: string[]; words: string }

export interface MoodBrief {
  brief: string;
  bible: BibleContent;
  canon: VisualCanon;
  /** Names of the people who may be shown. */
  people: readonly string[];
  seed: string;
}

const PALETTES: readonly (readonly string[])[] = [
  ['#b8653f', '#2f4f5f', '#e0c28a'], ['#7a2f35', '#25304a', '#d8c6a0'], ['#4f7a5a', '#3a3f4a', '#e0b65a'], ['#65468a', '#22304f', '#d98f6a'],
  ['#2f6f8f', '#4a3a2f', '#e8d7b0'], ['#8a6a3a', '#34403a', '#d9c9a3'], ['#37356f', '#7a2f5f', '#e6a07a'], ['#56646f', '#6b1f2f', '#d8d2c4'],
];
/** How far the hues of a frame may be turned from those of the production, in degrees. */
const TURN = 14;

interface Subject { words: string; place: Pick<Place, 'category' | 'side'> }

/** Splits a text into parts that name one place each. A part that only names things belongs to the place before it. */
function placesIn(piece: string): string[] {
  const parts: string[] = [];
  for (const part of piece.split(/,\s+|\s+(?:and|then)\s+/)) {
    const last = parts.at(-1);
    if (last !== undefined && findPlaceIn(last, null) && !namesPlace(part) && thingsIn(part).length > 0) parts[parts.length - 1] = `${last}, ${part}`;
    else parts.push(part);
  }
  return parts;
}

/** Places that the texts name, those of the brief first; each kind of place once. */
function subjectsOf({ brief, bible }: MoodBrief): Subject[] {
  const texts = [brief, bible.locationTruths, bible.productionDesign, ...bible.episodes?.map(({ summary }) => summary) ?? [], bible.premise, bible.logline];
  const found = texts.flatMap((text) => piecesOf(text ?? '').flatMap(placesIn)).flatMap((words) => {
    const place = findPlaceIn(words, null);
    return place ? [{ words, place }] : [];
  });
  return found.filter(({ place }, at) => found.findIndex((other) => other.place.category === place.category && other.place.side === place.side) === at);
}

function paletteFor({ canon }: MoodBrief, random: Random, number: number): string[] {
  if (canon.palette.length === 0) return [...PALETTES[(random.integer(0, PALETTES.length - 1) + number) % PALETTES.length]!];
  if (number === 0) return [...canon.palette];
  // The colours of the production, slightly warmer or colder and slightly lighter or darker.
  const turn = random.between(-TURN, TURN);
  return canon.palette.map((colour) => {
    const [lightness, chroma, hue] = toLch(colour);
    const turned = (hue + turn + 360) % 360;
    return lch(Math.min(0.92, Math.max(0.12, lightness + random.between(-0.05, 0.05))), chroma, hueDistance(turned, hue) > TURN ? hue : turned);
  });
}

/** The people whom the brief names; empty when it names nobody. */
function namedIn({ brief, people }: MoodBrief): string[] {
  const { about } = wordsByPerson(brief, people.map((name) => ({ names: [name] })));
  return people.filter((_name, at) => about[at]!.length > 0);
}

/**
 * What the candidate with this number shows: a place of the brief or the Bible in its light. Up to three people whom the brief names are in it, in every
 * other candidate only one of several; when the brief names nobody, every other candidate has one person of the cast.
 */
export function moodShot(brief: MoodBrief, number: number): MoodShot {
  const random = seeded(`mood|${brief.seed}|${number}`);
  const asked = lightIn(brief.brief);
  const { canon, people } = brief;
  const subjects = subjectsOf(brief);
  const subject = subjects[number % Math.max(1, subjects.length)];
  const heading = subject ? `${subject.place.side === 'in' ? 'INT' : 'EXT'}. ${subject.words}` : 'SOMEWHERE';
  const round = subjects.length > 0 ? Math.floor(number / subjects.length) : number;
  const time: TimeOfDay = asked.time ?? canon.light.time ?? TIMES[(random.integer(0, TIMES.length - 1) + round) % TIMES.length]!;
  const weather: Weather = asked.weather ?? canon.light.weather ?? (random.chance(0.6) ? 'clear' : random.pick(WEATHERS));
  const read = parsePlace(heading, '', null, canon.era ?? 'modern');
  const place = truePlace(heading, { ...read, ...subject?.place ?? {}, time, weather: read.weather === 'clear' ? weather : read.weather }, canon.places,
    { time, weather });
  const wanted = namedIn(brief);
  const shown = wanted.length > 0 ? wanted.slice(0, 3) : people.length > 0 && number % 2 === 1 ? [people[Math.floor(number / 2) % people.length]!] : [];
  return {
    place, names: wanted.length > 0 && number % 2 === 0 && wanted.length > 1 ? [wanted[(number / 2) % wanted.length]!] : shown,
    palette: paletteFor(brief, random, number), words: subject?.words ?? brief.brief,
  };
}
