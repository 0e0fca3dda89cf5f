import { eraOfText, ERAS, type Era } from '../../../craft/images/period.js';
import { readPlaces, toldPlace, type Passage } from '../../../craft/images/places/place-reading.js';
import { toldTime } from '../../../craft/images/places/said-things.js';
import { truePlace, type PlaceTruth, type UsualLight } from '../../../craft/images/places/place-truths.js';
import { PLACE_NAMES, readHeading, type Place } from '../../../craft/images/places/place.js';
import type { Side } from '../../../craft/images/places/place-terms.js';
import type { Category } from '../../../craft/images/places/place-words.js';
import type { Move } from '../../../craft/narrative/analysis/presence/moves.js';
import type { CastMember, Scene, Screenplay, ScreenplayEntry, Sight } from '../../../craft/screenplay/model.js';
import { headingOfSight, placeOfSight, sightsOf, type PlacedSight } from './seen-places.js';

/** True for a voice that reads or tells the source's own words, which say where a scene is. */
const tells = ({ role, description }: CastMember): boolean => role !== 'character' || /\btells (?:the|this|his|her) story\b/i.test(description);

/** Words of the source or of the screenplay: neither headings nor the lines that a programme's hosts add. */
const isOfStory = ({ kind, origin }: ScreenplayEntry): boolean => (kind === 'action' || kind === 'dialogue') && origin !== 'stock';

/** Words of an entry for pictures. */
export interface EntryPassage extends Passage { entryIndex: number }

/** The words of some entries for pictures: what is told says where people are, what is spoken is often about elsewhere. */
export function passagesOf(screenplay: Screenplay, entries: readonly ScreenplayEntry[]): EntryPassage[] {
  const tellers = new Set(screenplay.cast.filter(tells).map(({ character }) => character));
  return entries.filter(isOfStory).map(({ index, kind, character, text }) => (
    { entryIndex: index, kind: kind === 'action' || (character !== undefined && tellers.has(character)) ? 'told' : 'spoken', text }));
}

/** The age in which a read is set, from the text it was made of and from its own words; the present when they do not tell. */
export function eraOf(screenplay: Screenplay, source = ''): Era {
  const words = passagesOf(screenplay, screenplay.entries).map(({ text }) => text).join('\n');
  const own = `${screenplay.title}\n${screenplay.scenes.map(({ heading }) => heading).join('\n')}\n${words}`;
  return eraOfText(`${own}\n${source}`) ?? 'modern';
}

/** The age of the story as a model saw it; null where none did, or it is not told. */
export const seenEra = ({ seen }: Pick<Screenplay, 'seen'>): Era | null => ERAS.find((era) => era === seen?.era) ?? null;

/** What a place is, is said before what is in it: a harbour with a church is a harbour. */
const headOf = (words: string): string => words.split(/[,;]? with /i)[0]!.trim() || words;

/** The place that some words describe. */
export function placeOfWords(words: string, era: Era): Place {
  const [place] = readPlaces([{ heading: headOf(words), passages: [{ kind: 'told', text: words }] }], { era, programme: false, people: [] });
  return place!;
}

/** What the canon says of places: what must be true of them, and the light of those whose headings state none. */
export interface PlaceCanon { places: readonly PlaceTruth[]; light: UsualLight }

const NOTHING_SAID: PlaceCanon = { places: [], light: { time: null, weather: null } };

/** A place within a scene: from a character of an entry to the next stop, or to the end of the scene, people are there. */
export interface Stop { entryIndex: number; from: number; place: Place }

/**
 * What is known of the ways of a read: where its scenes move on, and the words of its source before it begins, with the places and the time that they tell,
 * the last place first.
 */
export interface Ways { moves: readonly Move[]; before: { words: string; headings: readonly string[]; time: string | null } }

export const NO_WAYS: Ways = { moves: [], before: { words: '', headings: [], time: null } };

/** A stretch of a scene at one place; `sight` is what a reader of the script saw there. */
interface Stretch { scene: number; entryIndex: number; from: number; heading: string; passages: EntryPassage[]; sight?: Sight }

/** A move in the first words of a scene names its place where its heading does not. */
const OPENING_CHARS = 240;
/** Characters before a read in which things tell where it begins. */
const TOLD_CHARS = 3_000;
const CLEARLY = 4;

/** True when a heading that names no place may be that of another one: it is on the same side. */
function mayBeAt(heading: string, other: string): boolean {
  const [stated, found] = [readHeading(heading), readHeading(other)];
  return !stated.sure && found.sure && (stated.side === null || stated.side === found.place.side);
}

/** The passages of a scene, cut where another sight begins. */
function seenStretches({ index }: Scene, passages: readonly EntryPassage[], sights: readonly PlacedSight[]): Stretch[] {
  const begins = ({ entryIndex, sight: { from } }: PlacedSight): [number, number] => [entryIndex, from];
  const isBefore = ([entry, from]: [number, number], [other, otherFrom]: [number, number]): boolean => entry < other || (entry === other && from < otherFrom);
  return sights.map((placed, at): Stretch => {
    const [start, next] = [begins(placed), sights[at + 1] ? begins(sights[at + 1]!) : null];
    const own = passages.flatMap((passage): EntryPassage[] => {
      const from = passage.entryIndex === start[0] ? start[1] : 0;
      const until = next !== null && passage.entryIndex === next[0] ? next[1] : passage.text.length;
      const isIn = !isBefore([passage.entryIndex, from], start) && (next === null || isBefore([passage.entryIndex, from], next));
      return isIn && until > from ? [{ ...passage, text: passage.text.slice(from, until) }] : [];
    });
    return { scene: index, entryIndex: placed.entryIndex, from: placed.sight.from, heading: headingOfSight(placed.sight), passages: own, sight: placed.sight };
  });
}

/** The passages of a scene, cut where it moves on. */
function stretchesOf(scene: Scene, passages: readonly EntryPassage[], moves: readonly Move[], before: Ways['before']): Stretch[] {
  const stretches: Stretch[] = [{ scene: scene.index, entryIndex: scene.firstEntry, from: 0, heading: scene.heading, passages: [] }];
  let read = 0;
  for (const passage of passages) {
    const own = moves.filter(({ index }) => index === passage.entryIndex);
    const rest = own.filter(({ heading, from }) => {
      const opens = stretches.length === 1 && read + from < OPENING_CHARS && !readHeading(stretches[0]!.heading).sure;
      if (opens && mayBeAt(scene.heading, heading)) stretches[0]!.heading = withTimeOf(scene.heading, heading);
      return !opens;
    });
    const cuts = [0, ...rest.map(({ from }) => from), passage.text.length];
    for (const [at, start] of cuts.slice(0, -1).entries()) {
      if (at > 0) stretches.push({ scene: scene.index, entryIndex: passage.entryIndex, from: start, heading: rest[at - 1]!.heading, passages: [] });
      stretches.at(-1)!.passages.push({ ...passage, text: passage.text.slice(start, cuts[at + 1]) });
    }
    read += passage.text.length;
  }
  stretches[0]!.heading = withBefore(stretches[0]!, before);
  return stretches;
}

/** The heading of a kind of place, by the noun that tells it where that names it. */
function headingOf({ category, side, noun }: { category: Category; side: Side; noun: string }): string {
  const prefix = side === 'in' ? 'INT.' : 'EXT.';
  const own = `${prefix} ${noun.toUpperCase()}`;
  const usual = category === 'road' && side === 'in' ? 'carriage' : PLACE_NAMES[category][side === 'in' ? 0 : 1].replace(/^(?:an?|the)\s/u, '');
  return readHeading(own).sure ? own : `${prefix} ${usual.toUpperCase()}`;
}

/** The heading of a stretch that names no place, with that of the words before it where its own words tell none. */
function withBefore({ heading, passages }: Stretch, { words, headings, time }: Ways['before']): string {
  const isTimed = readHeading(heading).hasTime || passages.some(({ kind, text }) => kind === 'told' && toldTime(text) !== null);
  const timed = time === null || isTimed ? heading : `${heading} - ${time}`;
  if (readHeading(heading).sure || toldPlace(passages) !== null) return timed;
  const left = headings.find((one) => mayBeAt(heading, one));
  if (left !== undefined) return withTimeOf(timed, left);
  const told = words === '' ? null : toldPlace([{ kind: 'told', text: words.slice(-TOLD_CHARS) }], CLEARLY);
  const found = told && headingOf(told);
  return found !== null && mayBeAt(heading, found) ? withTimeOf(timed, found) : timed;
}

/** A heading of another place with the time of a heading. */
function withTimeOf(heading: string, other: string): string {
  const time = /\s-\s[A-Z ]+$/u.exec(heading)?.[0] ?? '';
  return `${other}${time}`;
}

const isOtherPlace = (one: Place, other: Place): boolean => one.category !== other.category || one.side !== other.side;
/** What a drawing has in it. */
const drawnThings = ({ drawing }: Place): string => (drawing?.things ?? []).map(({ what }) => what).join('\n');

/** Who saw a script also sees that it grows dark, that a carriage has left, or that one room is another. */
const isOtherSight = (one: Place, other: Place): boolean => isOtherPlace(one, other) || one.name !== other.name || one.time !== other.time
  || one.weather !== other.weather || drawnThings(one) !== drawnThings(other);

/**
 * The places of a screenplay's scenes, by scene, as their headings and words tell them, and as the canon wants them; and the stops within scenes, where
 * people go elsewhere.
 */
export function placesOf(screenplay: Screenplay, era: Era, canon: PlaceCanon = NOTHING_SAID, ways: Ways = NO_WAYS): { places: Place[]; stops: Stop[] } {
  const { places: truths, light } = canon;
  const stretches = screenplay.scenes.flatMap((scene, at) => {
    const passages = passagesOf(screenplay, screenplay.entries.slice(scene.firstEntry, scene.lastEntry + 1));
    const sights = sightsOf(scene, screenplay);
    return sights.length > 0 ? seenStretches(scene, passages, sights) : stretchesOf(scene, passages, ways.moves, at === 0 ? ways.before : NO_WAYS.before);
  });
  const read = readPlaces(stretches, { era, programme: screenplay.mode !== 'drama', people: screenplay.cast.map(({ character }) => character) })
    .map((place, at) => {
      const { heading, sight } = stretches[at]!;
      return truePlace(heading, sight ? placeOfSight(place, sight, screenplay) : place, truths, light);
    });
  const places: Place[] = [];
  const stops: Stop[] = [];
  let now: Place | null = null;
  for (const [at, place] of read.entries()) {
    const { scene, entryIndex, from, sight } = stretches[at]!;
    const opens = stretches[at - 1]?.scene !== scene;
    if (opens) places.push(place);
    else if (sight) {
      if (now === null || !isOtherSight(now, place)) continue;
      stops.push({ entryIndex, from, place });
    }
    else if (now !== null && isOtherPlace(now, place) && (place.category !== 'abstract' || place.side !== now.side)) stops.push({ entryIndex, from, place });
    else continue;
    now = place;
  }
  return { places, stops };
}
